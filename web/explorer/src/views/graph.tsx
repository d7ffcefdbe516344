// The graph around an entity or of a project, in rings of distance.
import type { Core, ElementDefinition } from 'cytoscape';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask } from '../client';
import { graphql } from '../gql';
import type { GraphPageQuery, Kind } from '../gql/graphql';
import { count, kinds, words } from '../kinds';
import { Name, Problem, useQuery } from '../parts';
import { go, to, type Route } from '../route';

const projectOfQuery = graphql(`query ProjectOf($id: ID!) { entity(id: $id) { id kind label projectId } }`);

const graphQuery = graphql(`
  query GraphPage($projectId: ID!, $focusId: ID, $depth: Int!, $maxNodes: Int!, $maxEdges: Int!, $perKind: Int!) {
    graphSnapshot(projectId: $projectId, focusId: $focusId, depth: $depth, maxNodes: $maxNodes, maxEdges: $maxEdges, maxNodesPerKind: $perKind) {
      rootId
      nodes { entityId kind name stateKey depth }
      edges { edgeId srcId rel dstId }
      dropped { kind count }
      droppedEdges dangling
    }
  }
`);

type Snapshot = NonNullable<GraphPageQuery['graphSnapshot']>;

const mostNodes = 500; // more are not drawn smoothly, and nobody can read them

export function Graph({ route }: { route: Route }) {
  const root = useQuery(projectOfQuery, { id: route.id });
  const entity = root.data?.entity;
  const given = (name: string, otherwise: number, least: number, most: number) => Math.min(Math.max(Number(route.params.get(name) ?? otherwise) || otherwise, least), most);
  const depth = given('depth', 2, 1, 4);
  const size = given('nodes', mostNamed, 10, mostNodes);
  const perKind = given('perkind', Math.max(10, Math.ceil(size / 4)), 1, mostNodes);
  const hidden = new Set((route.params.get('hide') ?? '').split(',').filter(Boolean));
  const unseen = new Set((route.params.get('unseen') ?? '').split(',').filter(Boolean));
  const { data, error } = useQuery(graphQuery, {
    projectId: entity?.projectId ?? '', focusId: entity && entity.kind !== 'PROJECT' ? entity.id : undefined,
    depth, maxNodes: size, maxEdges: size * 3, perKind,
  }, { skip: !entity, wait: 60 });
  const [selected, setSelected] = useState('');
  const [expanded, setExpanded] = useState<Record<string, Snapshot>>({});
  const [refused, setRefused] = useState('');
  const change = (params: Record<string, string | number>) => go(to('graph', route.id, { ...Object.fromEntries(route.params), ...params }), { replace: true });
  if (root.error ?? error) return <Problem error={(root.error ?? error)!} />;
  if (root.data && !entity) return <p class="problem">There is no entity with this id, or it may not be read.</p>;
  const snapshot = useMemo(() => data?.graphSnapshot && merged(data.graphSnapshot, Object.values(expanded), unseen), [data, expanded, route.params.get('unseen')]);
  const relations = [...new Set([data?.graphSnapshot, ...Object.values(expanded)].flatMap((s) => s?.edges.map((e) => e.rel) ?? []))].sort();
  const toggle = async (id: string) => {
    setRefused('');
    if (expanded[id]) return setExpanded(({ [id]: _, ...others }) => others);
    const around = await ask(graphQuery, { projectId: entity!.projectId, focusId: id, depth: 1, maxNodes: 60, maxEdges: 120, perKind: 30 });
    if (!around.graphSnapshot || !snapshot) return;
    const larger = merged(snapshot, [around.graphSnapshot], unseen).nodes.length;
    if (larger > mostNodes) return setRefused(`Not expanded: ${count(larger, 'entity', 'entities')} together, and at most ${mostNodes} are drawn. Collapse others, or see the graph around it.`);
    setExpanded((all) => ({ ...all, [id]: around.graphSnapshot! }));
  };
  const present = [...new Set(snapshot?.nodes.map((n) => n.kind) ?? [])];
  const node = snapshot?.nodes.find((n) => n.entityId === selected);
  return (
    <section class="graph">
      <header>
        <h1>Graph {entity && <>around <Name entity={entity} /></>}</h1>
        <div class="controls">
          <label>Depth <input type="range" min="1" max="4" value={depth} onInput={(e) => change({ depth: e.currentTarget.value })} /> {depth}</label>
          <label>Entities <input type="range" min="10" max={mostNodes} step="10" value={size} onInput={(e) => change({ nodes: e.currentTarget.value })} /> {size}</label>
          <label>Of a kind <input type="range" min="1" max={size} value={Math.min(perKind, size)} onInput={(e) => change({ perkind: e.currentTarget.value })} /> {Math.min(perKind, size)}</label>
          <fieldset><legend class="unseen">Kinds</legend>{present.map((k) => (
            <label key={k}><input type="checkbox" checked={!hidden.has(k)} onChange={() => change({ hide: toggled(hidden, k) })} /> <span class="mark" aria-hidden="true" style={{ color: kinds[k].colour }}>{kinds[k].sign}</span>{kinds[k].plural}</label>
          ))}</fieldset>
          <details class="menu"><summary>Relations: {unseen.size === 0 ? 'all' : `without ${[...unseen].map(words).join(', ')}`}</summary>
            <fieldset><legend class="unseen">Relations</legend>{relations.map((r) => (
              <label key={r}><input type="checkbox" checked={!unseen.has(r)} onChange={() => change({ unseen: toggled(unseen, r) })} /> {words(r)}</label>
            ))}</fieldset>
          </details>
        </div>
      </header>
      {Number(route.params.get('nodes')) > mostNodes && <p class="warning">At most {mostNodes} entities are drawn: more are not smooth, and nobody can read them. The list has all of a kind.</p>}
      {refused && <p class="warning" role="alert">{refused}</p>}
      {snapshot && <Drawing snapshot={snapshot} hidden={hidden} onSelect={setSelected} onToggle={(id) => void toggle(id)} />}
      <p class="hint" role="status">{snapshot && report(snapshot)}</p>
      {node && <p class="selected"><Name entity={{ id: node.entityId, kind: node.kind, label: node.name, stateKey: node.stateKey }} /> 
        <button type="button" onClick={() => void toggle(node.entityId)}>{expanded[node.entityId] ? 'Collapse' : 'Expand'}</button> <a href={to('graph', node.entityId)}>graph around this</a></p>}
      {snapshot && <details><summary>The same as a list</summary><ul>{snapshot.nodes.filter((n) => !hidden.has(n.kind)).map((n) => (
        <li key={n.entityId}><span class="hint">{n.depth}</span> <Name entity={{ id: n.entityId, kind: n.kind, label: n.name, stateKey: n.stateKey }} /> <button type="button" class="link" aria-pressed={n.entityId in expanded} onClick={() => void toggle(n.entityId)}>{expanded[n.entityId] ? 'collapse' : 'expand'}</button></li>
      ))}</ul></details>}
    </section>
  );
}

// merged adds what is around entities that were expanded to a snapshot, one ring
// further out than they are, and leaves out relations.
function merged(first: Snapshot, others: Snapshot[], unseen: Set<string>): Snapshot {
  const nodes = new Map(first.nodes.map((n) => [n.entityId, n]));
  const edges = new Map(first.edges.map((e) => [e.edgeId, e]));
  for (const other of others) {
    const from = nodes.get(other.rootId)?.depth ?? 0;
    for (const n of other.nodes) if (!nodes.has(n.entityId)) nodes.set(n.entityId, { ...n, depth: from + 1 });
    for (const e of other.edges) edges.set(e.edgeId, e);
  }
  return { ...first, nodes: [...nodes.values()], edges: [...edges.values()].filter((e) => !unseen.has(e.rel)) };
}

function toggled(set: Set<string>, value: string): string {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return [...next].join(',');
}

function report(s: Snapshot): string {
  const parts = [`${count(s.nodes.length, 'entity', 'entities')} and ${count(s.edges.length, 'edge')}`];
  if (s.dropped.length > 0) parts.push(`left out by the limits: ${s.dropped.map((d) => count(d.count, kinds[d.kind].name, kinds[d.kind].plural)).join(', ')}`);
  if (s.droppedEdges > 0) parts.push(`${count(s.droppedEdges, 'edge')} left out`);
  if (s.dangling > 0) parts.push(`${count(s.dangling, 'edge')} without an end`);
  parts.push('a click selects, a double click expands or collapses');
  return parts.join('; ');
}

interface DrawingProps {
  snapshot: Snapshot;
  hidden: Set<string>;
  onSelect: (id: string) => void;
  onToggle: (id: string) => void;
}

function Drawing({ snapshot, hidden, onSelect, onToggle }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const toggle = useRef(onToggle);
  toggle.current = onToggle;
  const key = [...hidden].join();
  useEffect(() => {
    let core: Core | undefined;
    let gone = false;
    void import('cytoscape').then(({ default: cytoscape }) => {
      if (gone || !box.current) return;
      core = cytoscape({ container: box.current, elements: elementsOf(snapshot, hidden), style: styleOf(box.current, snapshot.nodes.length <= mostNamed), layout: layoutOf(snapshot, Math.max(1, (0.8 * box.current.clientWidth) / box.current.clientHeight)), textureOnViewport: snapshot.nodes.length > 200 });
      if (core.zoom() > mostZoom) core.zoom(mostZoom), core.center();
      core.on('tap', 'node', (e) => onSelect(e.target.id()));
      core.on('dbltap', 'node', (e) => toggle.current(e.target.id()));
      core.on('mouseover', 'node', (e) => e.target.addClass('named'));
      core.on('mouseout', 'node', (e) => e.target.removeClass('named'));
      core.on('mouseover', 'edge', (e) => e.target.addClass('named'));
      core.on('mouseout', 'edge', (e) => e.target.removeClass('named'));
    });
    return () => {
      gone = true;
      core?.destroy();
    };
  }, [snapshot, key]);
  return (
    <>
      <template id="__________cytoscape_stylesheet" />{/* the library adds styles to the page, which its policy forbids, unless an element has this id */}
      <div ref={box} class="drawing" role="img" aria-label="Drawing of the graph; the list below has the same entities" />
    </>
  );
}

function elementsOf(snapshot: Snapshot, hidden: Set<string>): ElementDefinition[] {
  const shown = new Set(snapshot.nodes.filter((n) => !hidden.has(n.kind)).map((n) => n.entityId));
  return [
    ...snapshot.nodes.filter((n) => shown.has(n.entityId)).map((n, i) => ({
      data: { id: n.entityId, label: n.name.length > 28 ? `${n.name.slice(0, 27)}…` : n.name, depth: n.depth, colour: kinds[n.kind as Kind].colour, shape: kinds[n.kind as Kind].shape, size: n.depth === 0 ? 34 : 20, below: 3 + 12 * (i % 3) },
    })),
    ...snapshot.edges.filter((e) => shown.has(e.srcId) && shown.has(e.dstId)).map((e) => ({
      data: { id: e.edgeId, source: e.srcId, target: e.dstId, label: words(e.rel) },
    })),
  ];
}

// mostZoom is how much a drawing is enlarged at first: the few entities of a small graph would fill the window.
const mostZoom = 1.5;

// layoutOf puts the entities of a distance on a ring, which is as wide as the window
// is: so there is room for names.
function layoutOf(snapshot: Snapshot, stretch: number) {
  const deepest = Math.max(...snapshot.nodes.map((n) => n.depth), 0);
  return { name: 'concentric', animate: false, minNodeSpacing: snapshot.nodes.length > few ? 14 : 50, levelWidth: () => 1, transform: (_: unknown, at: { x: number; y: number }) => ({ x: at.x * stretch, y: at.y }), concentric: (n: { data: (name: string) => number }) => deepest - n.data('depth') } as const;
}

// few is the number of entities for which the rings are wide apart, so that names are beside them.
const few = 12;

// mostNamed is the number of entities whose names have room in the drawing; of more,
// only the root and what the pointer is on have their names.
const mostNamed = 45;

function styleOf(box: HTMLElement, named: boolean) {
  const page = getComputedStyle(box);
  const [ink, line] = [page.getPropertyValue('--ink').trim(), page.getPropertyValue('--line').trim()];
  return [
    { selector: 'node', style: { label: named ? 'data(label)' : '', 'background-color': 'data(colour)', shape: 'data(shape)', width: 'data(size)', height: 'data(size)', 'font-size': 11, color: ink, 'text-valign': 'bottom', 'text-margin-y': 'data(below)', 'min-zoomed-font-size': 7 } },
    { selector: 'node.named, node:selected, node[depth = 0]', style: { label: 'data(label)', 'font-size': 16, 'z-index': 9, 'text-background-color': page.getPropertyValue('--ground').trim(), 'text-background-opacity': 0.85 } },
    { selector: 'node:selected', style: { 'border-width': 3, 'border-color': ink } },
    { selector: 'edge', style: { width: 1, 'line-color': line, 'target-arrow-color': line, 'target-arrow-shape': 'triangle', 'arrow-scale': 0.6, 'curve-style': 'haystack' } },
    { selector: 'edge.named', style: { label: 'data(label)', 'font-size': 9, color: ink, 'line-color': ink } },
  ] as never;
}
