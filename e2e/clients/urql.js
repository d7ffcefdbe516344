import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

// The introspection is what introspection returns, { __schema }: fetch it when
// you build, with minifyIntrospectionQuery of @urql/introspection if it is sent
// to browsers. The lists that screens page over are named:
// { Query: ['tasks'], Plan: ['tasks'] }.
export function urqlClient(url, introspection, pagedOver = {}) {
  const isPart = (type) => type.kind === 'OBJECT' && !type.name.startsWith('__') && !type.interfaces.some(({ name }) => name === 'Node');
  // What has no id is kept below the object whose field it is.
  const keys = {};
  for (const type of introspection.__schema.types.filter(isPart)) keys[type.name] = () => null;
  const resolvers = {};
  for (const [type, fields] of Object.entries(pagedOver)) {
    resolvers[type] = Object.fromEntries(fields.map((field) => [field, relayPagination()]));
  }
  const cache = cacheExchange({ schema: introspection, keys, resolvers });
  return new Client({ url, preferGetMethod: false, exchanges: [cache, fetchExchange] });
}
