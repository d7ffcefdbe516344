// Requests to the GraphQL endpoint of the server that serves this page.
import type { TypedDocumentString } from './gql/graphql';

const tokenKey = 'dossier.token';

export const token = () => sessionStorage.getItem(tokenKey) ?? '';

export function setToken(value: string) {
  sessionStorage.setItem(tokenKey, value.trim());
  location.reload();
}

// A Refusal is an answer without data: the server's reason, and whether a key or
// token would help.
export class Refusal extends Error {
  constructor(message: string, readonly signIn: boolean, readonly code = '') {
    super(message);
  }
}

interface Answer<T> {
  data?: T | null;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
}

// ask sends an operation and returns its data. An error of any field is a Refusal.
export async function ask<T, V>(document: TypedDocumentString<T, V>, variables: V, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' };
  if (token()) headers.Authorization = `Bearer ${token()}`;
  const response = await fetch('/graphql', {
    method: 'POST', headers, signal, body: JSON.stringify({ query: document.toString(), variables }),
  });
  if (response.status === 401) throw new Refusal('This server asks for a key or token.', true);
  const answer = (await response.json().catch(() => ({}))) as Answer<T>;
  const first = answer.errors?.[0];
  if (first || !answer.data) {
    throw new Refusal(first?.message ?? `The server answered with status ${response.status}.`, false, String(first?.extensions?.code ?? ''));
  }
  return answer.data;
}
