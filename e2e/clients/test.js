// Runs the clients of docs/clients.md against a server of the demo graph:
// node test.js http://127.0.0.1:8080
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gql } from '@apollo/client';
import { gql as urqlDocument } from '@urql/core';
import { buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, parse, print, printSchema, visit } from 'graphql';
import relay from 'relay-runtime';
import { apolloClient } from './apollo.js';
import { back, failing, nested, operations, pages, rename, renameInTransaction } from './operations/Cache.js';
import { lint } from './lint.js';
import { relayEnvironment } from './relay.js';
import { urqlClient } from './urql.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const schemaFile = `${folder}../../schema.graphqls`;
const origin = new URL(process.argv[2] ?? 'http://127.0.0.1:8080').origin;
const url = `${origin}/graphql`;

const tally = { passed: 0, failed: 0 };
async function check(what, action) {
  const start = Date.now();
  try {
    await action();
    tally.passed += 1;
    console.log(`ok    ${what} (${Date.now() - start} ms)`);
  } catch (error) {
    tally.failed += 1;
    console.log(`FAIL  ${what}: ${error.stdout ?? ''}${error.message}`);
  }
}

const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const bin = (name) => `${folder}node_modules/.bin/${name}`;

async function ask(query, variables = {}) {
  const body = JSON.stringify({ query, variables });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map((error) => error.message).join('; '));
  return data;
}

// Clients warn of what their cache cannot keep.
const warnings = [];
for (const method of ['warn', 'error']) console[method] = (...args) => warnings.push(args.join(' '));

// plain is an answer without what clients add to it.
const plain = (value) =>
  JSON.parse(JSON.stringify(value ?? null), (key, item) => {
    if (item?.__typename) delete item.__typename;
    return item;
  });

const ofDemo = await ask(`{ tasks(first: 50, orderBy: {field: LABEL, direction: ASC}) { nodes { id externalId projectId } } }`);
const { id: task, projectId: project } = ofDemo.tasks.nodes.find((node) => node.externalId === 'shoplane/task/offline-queue');
const { digest } = (await ask(`{ contextDocument(input: { start: { topic: "launch" }, maxTokens: 600 }) { digest } }`)).contextDocument;
const variablesOf = (query) => Object.fromEntries(Object.entries({ task, project, digest }).filter(([name]) => query.includes(`$${name}`)));

const cases = [];
for (const [name, query] of Object.entries(operations)) {
  const variables = variablesOf(query);
  cases.push({ name, query, variables, want: await ask(query, variables) });
}

// compare loads every case, in an order, and then expects what the server
// returned from the cache.
async function compare({ load, cached }, order) {
  for (const one of order) await load(one);
  const wrong = order.filter((one) => !isDeepStrictEqual(plain(cached(one)), one.want)).map(({ name }) => name);
  if (wrong.length > 0) throw new Error(`the cache returns something else for ${wrong.join(', ')}`);
}

const introspection = await ask(getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, inputValueDeprecation: true, oneOf: true }));

const clients = {
  apollo(schema = introspection.__schema) {
    const client = apolloClient(url, schema);
    return {
      load: ({ query, variables }) => client.query({ query: gql(query), variables, fetchPolicy: 'network-only' }),
      cached: ({ query, variables }) => client.readQuery({ query: gql(query), variables }),
    };
  },
  urql() {
    const client = urqlClient(url, introspection);
    return {
      load: ({ query, variables }) => client.query(urqlDocument(query), variables, { requestPolicy: 'network-only' }).toPromise(),
      cached: ({ query, variables }) => client.readQuery(urqlDocument(query), variables)?.data,
    };
  },
  async relay() {
    const environment = relayEnvironment(url);
    const compiled = {};
    for (const { name, query } of cases) {
      compiled[name] = (await import(`./operations/__generated__/${parse(query).definitions[0].name.value}.graphql.js`)).default;
    }
    const described = ({ name, variables }) => relay.createOperationDescriptor(relay.getRequest(compiled[name]), variables);
    return {
      load(one) {
        environment.retain(described(one));
        return relay.fetchQuery(environment, compiled[one.name], one.variables).toPromise();
      },
      cached(one) {
        const found = environment.lookup(described(one).fragment);
        return found.isMissingData ? null : found.data;
      },
    };
  },
};

await check('the schema is the file', () => {
  const served = printSchema(lexicographicSortSchema(buildClientSchema(introspection)));
  const written = printSchema(lexicographicSortSchema(buildSchema(readFileSync(schemaFile, 'utf8'))));
  if (served !== written) {
    const lines = new Set(written.split('\n'));
    throw new Error(`introspection differs from schema.graphqls: ${served.split('\n').filter((line) => !lines.has(line)).slice(0, 10).join('; ')}`);
  }
});

await check('the schema has no directive that the server refuses', () => {
  const names = introspection.__schema.directives.map(({ name }) => name);
  if (names.includes('defer') || names.includes('stream')) throw new Error(names.join(', '));
});

await check('what a kind of type does not have is null', () => {
  const has = {
    fields: ['OBJECT', 'INTERFACE'], interfaces: ['OBJECT', 'INTERFACE'], possibleTypes: ['INTERFACE', 'UNION'],
    enumValues: ['ENUM'], inputFields: ['INPUT_OBJECT'],
  };
  for (const type of introspection.__schema.types) {
    for (const [field, kinds] of Object.entries(has)) {
      if (kinds.includes(type.kind) !== Array.isArray(type[field])) throw new Error(`${type.name}.${field} is ${JSON.stringify(type[field])}`);
    }
  }
});

await check('the rules of graphql-eslint', lint);

await check('the compiler of Relay', () => {
  mkdirSync(`${folder}build`, { recursive: true });
  copyFileSync(schemaFile, `${folder}build/schema.graphql`); // it knows no other ending
  run(bin('relay-compiler'), 'relay.config.json');
});

for (const [name, client] of Object.entries(clients)) {
  await check(`${name}: the cache returns what the server returned`, async () => compare(await client(), cases));
  await check(`${name}: in the opposite order`, async () => compare(await client(), cases.toReversed()));
}

await check('apollo: without its configuration the comparison fails', async () => {
  const none = { types: [] };
  const failed = await compare(clients.apollo(none), cases).then(() => false, () => true);
  warnings.length = 0;
  if (!failed) throw new Error('it succeeds');
});

// The pages of a list, joined, are the list.
const whole = (await ask(`query ($project: ID!) { tasks(projectId: $project, first: 6) { edges { node { id title state } } } }`, { project })).tasks.edges;
const pagesOf = (edges) => plain(edges.map(({ node: { id, title, state } }) => ({ node: { id, title, state } })));
const withoutConnection = print(visit(parse(pages), { Directive: (node) => (node.name.value === 'connection' ? null : undefined) }));
function sameList(edges) {
  if (!isDeepStrictEqual(pagesOf(edges), whole)) throw new Error(`got ${edges.length} edges`);
}

await check('apollo: pages are joined', async () => {
  const query = gql(withoutConnection);
  const client = apolloClient(url, introspection.__schema, { Query: ['tasks'] });
  const first = await client.query({ query, variables: { project, first: 3 } });
  await client.query({ query, variables: { project, first: 3, after: first.data.tasks.pageInfo.endCursor }, fetchPolicy: 'network-only' });
  sameList(client.readQuery({ query, variables: { project, first: 3 } }).tasks.edges);
});

await check('urql: pages are joined', async () => {
  const query = urqlDocument(withoutConnection);
  const client = urqlClient(url, introspection, { Query: ['tasks'] });
  const first = await client.query(query, { project, first: 3 }).toPromise();
  await client.query(query, { project, first: 3, after: first.data.tasks.pageInfo.endCursor }).toPromise();
  sameList(client.readQuery(query, { project, first: 3 }).data.tasks.edges);
});

await check('relay: pages are joined', async () => {
  const environment = relayEnvironment(url);
  const query = (await import('./operations/__generated__/CachePagesQuery.graphql.js')).default;
  const described = (variables) => relay.createOperationDescriptor(relay.getRequest(query), variables);
  environment.retain(described({ project, first: 3 }));
  const first = await relay.fetchQuery(environment, query, { project, first: 3 }).toPromise();
  const { endCursor } = first.tasks.pageInfo;
  await relay.fetchQuery(environment, query, { project, first: 3, after: endCursor }).toPromise();
  sameList(environment.lookup(described({ project, first: 3 }).fragment).data.tasks.edges);
});

// The pages of a list that is read from its end, joined, are its end.
const end = (await ask(`query ($project: ID!) { tasks(projectId: $project, last: 6) { edges { node { id title state } } } }`, { project })).tasks.edges;
const backWithoutConnection = print(visit(parse(back), { Directive: (node) => (node.name.value === 'connection' ? null : undefined) }));
function sameEnd(edges) {
  if (!isDeepStrictEqual(pagesOf(edges), end)) throw new Error(`got ${edges.length} edges`);
}

await check('apollo: pages from the end are joined', async () => {
  const query = gql(backWithoutConnection);
  const client = apolloClient(url, introspection.__schema, { Query: ['tasks'] });
  const last = await client.query({ query, variables: { project, last: 3 } });
  await client.query({ query, variables: { project, last: 3, before: last.data.tasks.pageInfo.startCursor }, fetchPolicy: 'network-only' });
  sameEnd(client.readQuery({ query, variables: { project, last: 3 } }).tasks.edges);
});

await check('urql: pages from the end are joined', async () => {
  const query = urqlDocument(backWithoutConnection);
  const client = urqlClient(url, introspection, { Query: ['tasks'] });
  const last = await client.query(query, { project, last: 3 }).toPromise();
  await client.query(query, { project, last: 3, before: last.data.tasks.pageInfo.startCursor }).toPromise();
  sameEnd(client.readQuery(query, { project, last: 3 }).data.tasks.edges);
});

await check('relay: pages from the end are joined', async () => {
  const environment = relayEnvironment(url);
  const query = (await import('./operations/__generated__/CacheBackQuery.graphql.js')).default;
  const described = (variables) => relay.createOperationDescriptor(relay.getRequest(query), variables);
  environment.retain(described({ project, last: 3 }));
  const last = await relay.fetchQuery(environment, query, { project, last: 3 }).toPromise();
  const { startCursor } = last.tasks.pageInfo;
  await relay.fetchQuery(environment, query, { project, last: 3, before: startCursor }).toPromise();
  sameEnd(environment.lookup(described({ project, last: 3 }).fragment).data.tasks.edges);
});

// An error of one root field leaves the others in the result and in the cache.
const label = (await ask(`query ($task: ID!) { entity(id: $task) { label } }`, { task })).entity.label;
function partial(data, errors) {
  if (data?.entity?.label !== label || data.search !== null) throw new Error(`the data is ${JSON.stringify(data)}`);
  if (errors && !errors.some(({ path }) => path?.[0] === 'search')) throw new Error(`the errors are ${JSON.stringify(errors)}`);
}

await check('apollo: what did not fail is returned', async () => {
  const client = apolloClient(url, introspection.__schema);
  const { data, error } = await client.query({ query: gql(failing), variables: { task }, errorPolicy: 'all' });
  partial(data, error.errors);
});

await check('urql: what did not fail is returned', async () => {
  const { data, error } = await urqlClient(url, introspection).query(urqlDocument(failing), { task }).toPromise();
  partial(data, error.graphQLErrors);
});

await check('relay: what did not fail is returned', async () => {
  const query = (await import('./operations/__generated__/CacheFailingQuery.graphql.js')).default;
  partial(await relay.fetchQuery(relayEnvironment(url), query, { task }).toPromise());
});

// What a mutation returns of an entity is in every list that has it, nested ones
// included, without another request.
const titleIn = (data) => data.entity.plans.nodes[0].tasks.nodes[0].title;
const { title } = (await ask(`query ($task: ID!) { entity(id: $task) { ... on Task { title } } }`, { task })).entity;
async function updates(load, mutate, cached) {
  await load();
  for (const wanted of ['Another title', title]) {
    await mutate({ task, title: wanted });
    if (titleIn(cached()) !== wanted) throw new Error(`the nested list has ${titleIn(cached())}, not ${wanted}`);
  }
}

for (const [name, mutation] of Object.entries({ updateEntity: rename, applyChanges: renameInTransaction })) {
  await check(`apollo: ${name} updates nested lists`, () => {
    const client = apolloClient(url, introspection.__schema);
    const query = { query: gql(nested), variables: { task } };
    return updates(() => client.query(query), (variables) => client.mutate({ mutation: gql(mutation), variables }), () => client.readQuery(query));
  });

  await check(`urql: ${name} updates nested lists`, () => {
    const client = urqlClient(url, introspection);
    const query = urqlDocument(nested);
    const cached = () => client.readQuery(query, { task }).data;
    return updates(() => client.query(query, { task }).toPromise(), (variables) => client.mutation(urqlDocument(mutation), variables).toPromise(), cached);
  });

  await check(`relay: ${name} updates nested lists`, () => relayUpdates(parse(mutation).definitions[0].name.value));
}

async function relayUpdates(name) {
  const environment = relayEnvironment(url);
  const compiled = async (file) => (await import(`./operations/__generated__/${file}.graphql.js`)).default;
  const [query, mutation] = [await compiled('CacheNestedListQuery'), await compiled(name)];
  const described = relay.createOperationDescriptor(relay.getRequest(query), { task });
  environment.retain(described);
  const mutate = (variables) =>
    new Promise((onCompleted, onError) => relay.commitMutation(environment, { mutation, variables, onCompleted, onError }));
  return updates(() => relay.fetchQuery(environment, query, { task }).toPromise(), mutate, () => environment.lookup(described.fragment).data);
}

await check('no client warns', () => {
  if (warnings.length > 0) throw new Error(`${warnings.length} warnings, the first: ${warnings[0].slice(0, 300)}`);
});

await check('graphql-codegen, and tsc --strict over what uses it', () => {
  run(bin('graphql-codegen'), '--config', 'codegen.js');
  run(bin('tsc'), '--project', 'tsconfig.json');
});

await check('the compiled screens run', async () => {
  const { screens } = await import('./build/screens.js');
  await screens(url);
});

await check('genqlient: generated, compiled and run', () => {
  execFileSync('go', ['generate', './...'], { cwd: `${folder}genqlient`, stdio: ['ignore', 'pipe', 'pipe'] });
  execFileSync('go', ['run', '.', url, task, project], { cwd: `${folder}genqlient`, stdio: ['ignore', 'pipe', 'pipe'] });
});

await check('docs/clients.md has the configuration that was run', () => {
  const document = readFileSync(`${folder}../../docs/clients.md`, 'utf8');
  for (const file of ['apollo.js', 'urql.js', 'relay.js', 'genqlient/genqlient.yaml', 'codegen.js']) {
    if (!document.includes(readFileSync(folder + file, 'utf8'))) throw new Error(`it lacks ${file}`);
  }
});

console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
