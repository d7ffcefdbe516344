// How kinds look: a colour and a shape each, so that they differ without colour.
import type { Kind } from './gql/graphql';

interface Look {
  name: string;
  plural: string;
  colour: string; // of a shape, on light and dark ground
  shape: string; // of a node of cytoscape
  sign: string; // in texts
}

export const kinds: Record<Kind, Look> = {
  PROJECT: { name: 'project', plural: 'projects', colour: '#7c3aed', shape: 'star', sign: '★' },
  PLAN: { name: 'plan', plural: 'plans', colour: '#2563eb', shape: 'round-rectangle', sign: '▬' },
  GOAL: { name: 'goal', plural: 'goals', colour: '#0891b2', shape: 'diamond', sign: '◆' },
  TASK: { name: 'task', plural: 'tasks', colour: '#059669', shape: 'ellipse', sign: '●' },
  MILESTONE: { name: 'milestone', plural: 'milestones', colour: '#ca8a04', shape: 'triangle', sign: '▲' },
  DOCUMENT: { name: 'document', plural: 'documents', colour: '#64748b', shape: 'rectangle', sign: '■' },
  OUTPUT: { name: 'output', plural: 'outputs', colour: '#0d9488', shape: 'barrel', sign: '◘' },
  RISK: { name: 'risk', plural: 'risks', colour: '#dc2626', shape: 'vee', sign: '▼' },
  DECISION: { name: 'decision', plural: 'decisions', colour: '#9333ea', shape: 'pentagon', sign: '⬟' },
  REQUIREMENT: { name: 'requirement', plural: 'requirements', colour: '#b45309', shape: 'hexagon', sign: '⬢' },
  SIGNAL: { name: 'signal', plural: 'signals', colour: '#db2777', shape: 'rhomboid', sign: '▰' },
  INSIGHT: { name: 'insight', plural: 'insights', colour: '#ea580c', shape: 'octagon', sign: '⬣' },
  RECORD: { name: 'record', plural: 'records', colour: '#475569', shape: 'cut-rectangle', sign: '◧' },
};

// words returns a value of an enumeration as it is written in texts.
export const words = (value: string | null | undefined) => (value ?? '').toLowerCase().replaceAll('_', ' ');

// count returns a number with a noun.
export const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
