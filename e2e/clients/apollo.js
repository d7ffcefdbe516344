import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

// A list is one list per project, filter and order; its pages are joined.
const list = relayStylePagination(['projectId', 'filter', 'orderBy']);

// The schema is what introspection returns: fetch it when you build, and keep
// what it says about types.
export function apolloClient(url, { types, queryType }) {
  const objects = types.filter((type) => type.kind === 'OBJECT' && !type.name.startsWith('__'));
  const isEntity = (type) => type.interfaces.some(({ name }) => name === 'Node');
  const lists = types.find(({ name }) => name === queryType.name).fields.filter((field) => field.type.name?.endsWith('Connection'));
  return new ApolloClient({
    link: new HttpLink({ uri: url }),
    cache: new InMemoryCache({
      possibleTypes: Object.fromEntries(
        types.filter((type) => type.possibleTypes).map((type) => [type.name, type.possibleTypes.map(({ name }) => name)]),
      ),
      typePolicies: {
        // What has no id is a part of the object whose field it is: two queries
        // that select different fields of it add up.
        ...Object.fromEntries(objects.filter((type) => !isEntity(type)).map((type) => [type.name, { merge: true }])),
        Query: { fields: Object.fromEntries(lists.map((field) => [field.name, list])) },
      },
    }),
  });
}
