// What a screen of a frontend asks for, typed by graphql-codegen.
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { graphql } from './gql/gql.js';
import type { ContextInput, TaskFilter, TaskState } from './gql/graphql.js';

const projects = graphql(`
  query Projects {
    projects(first: 10) { totalCount nodes { id label state nextStepShort cut entityCounts { kind count } updatedAt } }
  }
`);

const board = graphql(`
  query Board($project: ID!, $filter: TaskFilter, $after: String) {
    tasks(projectId: $project, filter: $filter, first: 3, after: $after, orderBy: { field: PRIORITY, direction: ASC }) {
      totalCount
      nodes { id title state stateKey priority dueAt cut }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const page = graphql(`
  query Page($id: ID!) {
    entity(id: $id) {
      __typename
      id
      label
      ... on Risk { impact probability }
      ... on Task { description full { description props dependencies { label entity { id label } } } }
      linkedEntities { total groups(first: 2) { kind total items { label direction entity { id label } } } }
    }
  }
`);

const context = graphql(`
  query Context($input: ContextInput!) {
    contextDocument(input: $input) { text tokens nodes { why entity { id kind } } warnings { code message } }
  }
`);

export async function screens(url: string): Promise<void> {
  async function ask<Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables): Promise<Result> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(document), variables }),
    });
    const { data, errors } = (await response.json()) as { data: Result; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map((error) => error.message).join('; '));
    return data;
  }

  const list = (await ask(projects, {})).projects;
  const project = list?.nodes[0];
  if (!list || !project) throw new Error('no projects');
  const names: string[] = list.nodes.map((node) => `${node.label} ${node.cut.includes('description') ? '…' : ''}`);
  if (names.length !== list.totalCount) throw new Error(`${names.length} of ${list.totalCount} projects`);

  const open: TaskState[] = ['TODO', 'IN_PROGRESS', 'BLOCKED'] as TaskState[];
  const filter: TaskFilter = { states: open };
  const seen = new Set<string>();
  for (let after: string | null = null; ; ) {
    const { tasks }: { tasks?: NonNullable<Awaited<ReturnType<typeof tasksAfter>>> | null } = { tasks: await tasksAfter(after) };
    if (!tasks) throw new Error('no tasks');
    for (const { id, state } of tasks.nodes) {
      if (seen.has(id) || !state || !open.includes(state)) throw new Error(`unexpected: ${id} ${state}`);
      seen.add(id);
    }
    if (!tasks.pageInfo.hasNextPage) break;
    after = tasks.pageInfo.endCursor ?? null;
  }
  async function tasksAfter(after: string | null) {
    return (await ask(board, { project: project!.id, filter, after })).tasks;
  }

  const [first] = seen;
  const { entity } = await ask(page, { id: first ?? '' });
  if (entity?.__typename !== 'Task') throw new Error(`expected a task; got ${entity?.__typename}`);
  const whole: string = entity.full.description ?? '';
  if (!whole.startsWith((entity.description ?? '').replace(/…$/, '').trimEnd())) throw new Error('the full text is another one');

  const input: ContextInput = { start: { topic: entity.label }, maxTokens: 400 };
  const document = (await ask(context, { input })).contextDocument;
  if (!document || document.tokens > 400 || document.nodes.length === 0) throw new Error('no document');
}
