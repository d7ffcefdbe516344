// Requests to the GraphQL endpoint of the server that serves this page.
import type { Client } from 'graphql-ws';
import type { TypedDocumentString } from './gql/graphql';
import { server } from './route';

const tokenKey = 'dossier.token';

export const token = () => sessionStorage.getItem(tokenKey) ?? '';

export function setToken(value: string) {
  sessionStorage.setItem(tokenKey, value.trim());
  location.reload();
}

// A Refusal is an answer without data: the server's reason, and whether a key or
// token would help.
export class Refusal extends Error {
  constructor(message: string, readonly signIn: boolean, readonly code = '', readonly conflict?: Conflict) {
    super(message);
  }
}

// A Conflict is what the server has in the place of what a change expected.
export interface Conflict {
  current: Record<string, unknown>; // the stored row by column
  fields: { name: string; old: unknown; new: unknown }[]; // what the change would have set: stored and new values
}

interface Failure {
  message: string;
  extensions?: Record<string, unknown>;
}

interface Answer<T> {
  data?: T | null;
  errors?: Failure[];
}

// ask sends an operation and returns its data. An error of any field is a Refusal.
export async function ask<T, V>(document: TypedDocumentString<T, V>, variables: V, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  const response = await fetch(`${server}/graphql`, {
    method: 'POST', headers, signal, body: JSON.stringify({ query: document.toString(), variables }),
  });
  if (response.status === 401) throw new Refusal('This server asks for a key or token.', true);
  const answer = (await response.json().catch(() => ({}))) as Answer<T>;
  const first = answer.errors?.[0];
  if (first || !answer.data) throw refusalOf(first, response.status);
  return answer.data;
}

function refusalOf(error: Failure | undefined, status: number): Refusal {
  const { code, current, fields } = error?.extensions ?? {};
  const conflict = current && fields ? { current, fields } as Conflict : undefined;
  return new Refusal(error?.message ?? `The server answered with status ${status}.`, false, String(code ?? ''), conflict);
}

let connection: Promise<Client> | undefined;

// connect returns the connection for subscriptions, which all views share: it
// begins with the first of them and comes back by itself.
function connect(): Promise<Client> {
  connection ??= import('graphql-ws').then(({ createClient }) => createClient({
    url: `${server.replace(/^http/, 'ws')}/graphql`,
    connectionParams: token() ? { Authorization: `Bearer ${token()}` } : {},
    retryAttempts: Infinity, shouldRetry: () => true, lazyCloseTimeout: 3000,
  }));
  return connection;
}

// follow calls got with each answer of a subscription until the returned function
// is called, and failed if the server ends it.
export function follow<T, V extends Record<string, unknown>>(document: TypedDocumentString<T, V>, variables: V, got: (data: T) => void, failed: () => void = () => {}): () => void {
  let stop = () => {};
  let stopped = false;
  void connect().then((client) => {
    if (stopped) return;
    stop = client.subscribe<T & Record<string, unknown>>({ query: document.toString(), variables }, {
      next: ({ data }) => data && got(data as T), error: failed, complete: () => {},
    });
  }, failed);
  return () => {
    stopped = true;
    stop();
  };
}
