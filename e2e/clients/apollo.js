import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

// A list that is paged over is one list for the same arguments but the cursor.
const list = relayStylePagination((args) => Object.keys(args ?? {}).filter((name) => name !== 'after' && name !== 'before'));

// The schema is what introspection returns, data.__schema: fetch it when you
// build, and keep what it says about types. The lists that screens page over are
// named: { Query: ['tasks'], Plan: ['tasks'] }.
export function apolloClient(url, { types }, pagedOver = {}) {
  const isPart = (type) => type.kind === 'OBJECT' && !type.name.startsWith('__') && !type.interfaces.some(({ name }) => name === 'Node');
  const typePolicies = {};
  // What has no id is a part of the object whose field it is: two queries that
  // select different fields of it add up.
  for (const type of types.filter(isPart)) typePolicies[type.name] = { merge: true };
  for (const [type, fields] of Object.entries(pagedOver)) {
    typePolicies[type] = { ...typePolicies[type], fields: Object.fromEntries(fields.map((field) => [field, list])) };
  }
  const abstract = types.filter((type) => type.possibleTypes);
  const possibleTypes = Object.fromEntries(abstract.map((type) => [type.name, type.possibleTypes.map(({ name }) => name)]));
  return new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes, typePolicies }) });
}
