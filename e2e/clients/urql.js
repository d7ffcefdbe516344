import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

// The introspection is what introspection returns, { __schema }: fetch it when
// you build, with minifyIntrospectionQuery of @urql/introspection if it is sent
// to browsers.
export function urqlClient(url, introspection) {
  const { types, queryType } = introspection.__schema;
  const objects = types.filter((type) => type.kind === 'OBJECT' && !type.name.startsWith('__'));
  const isEntity = (type) => type.interfaces.some(({ name }) => name === 'Node');
  const lists = types.find(({ name }) => name === queryType.name).fields.filter((field) => field.type.name?.endsWith('Connection'));
  return new Client({
    url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({
        schema: introspection,
        // What has no id is kept below the object whose field it is.
        keys: Object.fromEntries(objects.filter((type) => !isEntity(type)).map((type) => [type.name, () => null])),
        resolvers: { Query: Object.fromEntries(lists.map((field) => [field.name, relayPagination()])) },
      }),
      fetchExchange,
    ],
  });
}
