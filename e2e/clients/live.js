// Follows a project by the clients graphql-ws and graphql-sse, until three
// changes were made, and then again after the first of them:
// node live.js http://127.0.0.1:8080 PROJECT
import { createClient as createSSE } from 'graphql-sse';
import { createClient as createWS } from 'graphql-ws';
import WebSocket from 'ws';

const [origin, projectId] = process.argv.slice(2);
const url = `${origin}/graphql`;
const clients = {
  'graphql-sse': createSSE({ url, retryAttempts: 0 }),
  'graphql-ws': createWS({ url: url.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 }),
};
const query = `subscription ($projectId: ID!, $after: String) {
  projectChanges(projectId: $projectId, after: $after) { cursor resync event { fields { name new } entity { id label } } }
}`;

// changes yields the changes of a project after a cursor.
async function* changes(client, variables) {
  for await (const { data, errors } of client.iterate({ query, variables })) {
    if (errors) throw errors;
    yield data.projectChanges;
  }
}

// titles returns the titles that the first changes set, with the first cursor.
async function titles(client, after, count, begun = () => {}) {
  const found = [];
  let cursor;
  for await (const change of changes(client, { projectId, after })) {
    if (change.resync) {
      begun();
      continue;
    }
    cursor ??= change.cursor;
    found.push(change.event.fields.find(({ name }) => name === 'title').new);
    if (found.length === count) break;
  }
  return { found: found.join(' '), cursor };
}

// refusal returns the code of the error about a project that does not exist.
async function refusal(client) {
  try {
    for await (const change of changes(client, { projectId: '00000000-0000-4000-8000-000000000000' })) return change;
  } catch (errors) {
    return [errors].flat()[0].extensions.code;
  }
}

async function run(name, client) {
  const live = await titles(client, null, 3, () => console.log(`${name} follows`));
  const resumed = await titles(client, live.cursor, 2);
  return `${name}: live ${live.found}, resumed ${resumed.found}, refused ${await refusal(client)}`;
}

const results = await Promise.all(Object.entries(clients).map(([name, client]) => run(name, client)));
for (const line of results) console.log(line);
for (const client of Object.values(clients)) client.dispose();
