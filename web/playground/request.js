import { parse } from 'graphql';

// server is the address of the server without a slash at the end. A proxy may
// serve it below a path.
export const server = import.meta.url.slice(0, import.meta.url.lastIndexOf('/playground/'));

// execute sends a request of the editor and returns the answer, or the answers
// of a subscription. The editor names the operation as of 100 ms ago: in a query
// that is pasted and run at once, the name may be that of the query before.
export function execute({ operationName, ...request }, { headers } = {}) {
  const operations = operationsOf(request.query);
  const named = operations.find(({ name }) => name?.value === operationName);
  const operation = named ?? (operations.length === 1 ? operations[0] : undefined);
  const sent = { ...request, operationName: operation ? operation.name?.value : operationName };
  return operation?.operation === 'subscription' ? subscribe(sent, headers) : ask(sent, headers);
}

// operationsOf returns the operations of a document, none if it has an error,
// which the server reports.
function operationsOf(query) {
  try {
    return parse(query).definitions.filter(({ kind }) => kind === 'OperationDefinition');
  } catch {
    return [];
  }
}

// subscribe returns the answers of a subscription. The editor stops it by return.
function subscribe(request, headers) {
  const stopped = new AbortController();
  const answers = streamed(request, headers, stopped.signal);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => answers.next(),
    return() {
      stopped.abort();
      return answers.return();
    },
  };
}

// streamed yields the answers of server-sent events, as graphql-sse has them,
// until the last one or the signal.
async function* streamed(request, headers, signal) {
  try {
    const response = await fetch(`${server}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headers },
      body: JSON.stringify(request),
      signal,
    });
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      yield await answerOf(response);
      return;
    }
    for await (const event of eventsOf(response.body)) {
      if (event.startsWith('event: complete')) return;
      if (event.startsWith('event: next')) yield JSON.parse(event.replace(/^event: next\n/, '').replaceAll(/^data: ?/gm, ''));
    }
    yield failure('The server ended the subscription. Run it again to go on.');
  } catch {
    if (!signal.aborted) yield failure(unreachable());
  }
}

// eventsOf yields the events of a stream as text.
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (text + read.value).split('\n\n');
    text = events.pop();
    yield* events;
  }
}

// ask sends a query or a mutation. A failure of the connection or of a proxy
// becomes an error in words.
async function ask(request, headers) {
  let response;
  try {
    response = await fetch(`${server}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // plain JSON first: with it an invalid query is answered 200, and the
        // browser logs no failed resource
        Accept: 'application/json, application/graphql-response+json;q=0.9',
        ...headers,
      },
      body: JSON.stringify(request),
    });
  } catch {
    return failure(unreachable());
  }
  return answerOf(response);
}

const unreachable = () =>
  `No answer from ${server}. Check that the server runs and that the network works, then run the query again.`;

// answerOf returns the answer in a response.
async function answerOf(response) {
  const body = await response.text();
  try {
    return JSON.parse(body);
  } catch {
    return failure(`${statusText(response)} Its answer is not GraphQL: ${firstWords(body)}`);
  }
}

const failure = (message) => ({ errors: [{ message }] });

// statusText says what a status without a GraphQL answer means to a reader.
function statusText({ status }) {
  if (status === 502 || status === 503) return `Status ${status}: a proxy answers, but the Dossier server behind it does not. It may be starting or stopped.`;
  if (status === 504) return 'Status 504: the Dossier server did not answer the proxy in time. Ask for less, or try again later.';
  if (status === 401 || status === 403) return `Status ${status}: access refused. Add an Authorization header in the Headers tab.`;
  return `Status ${status}.`;
}

// firstWords returns the beginning of a page as plain text.
function firstWords(body) {
  const text = new DOMParser().parseFromString(body, 'text/html').body.textContent.trim().replace(/\s+/g, ' ');
  return text === '' ? 'it is empty.' : text.slice(0, 200);
}

// asCurl returns the command that sends a request from a shell. Variables and
// headers are the text of their editors.
export function asCurl({ query, variables, headers, operationName }) {
  const request = { query };
  if (operationName) request.operationName = operationName;
  const values = parsed(variables);
  if (Object.keys(values).length > 0) request.variables = values;
  const lines = [`curl -s ${quoted(`${server}/graphql`)}`, `-H 'Content-Type: application/json'`];
  for (const [name, value] of Object.entries(parsed(headers))) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  lines.push(`-d ${quoted(JSON.stringify(request))}`);
  return lines.join(' \\\n  ');
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// quoted returns a text as one word of a POSIX shell.
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
