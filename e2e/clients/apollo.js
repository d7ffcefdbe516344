import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

// A list that is paged over is one list for the same arguments but the cursor.
const list = relayStylePagination((args) => Object.keys(args ?? {}).filter((name) => name !== 'after' && name !== 'before'));

// The parts in a list add up by position, unless they differ in what both have.
function sum(one, other) {
  if (Array.isArray(other)) return one?.length === other.length ? other.map((part, i) => sum(one[i], part)) : other;
  if (!one?.__typename || !other?.__typename) return other; // a value, or an entity
  const shared = Object.keys(other).filter((name) => name in one);
  if (shared.some((name) => differ(one[name], other[name]))) return other;
  return { ...one, ...other, ...Object.fromEntries(shared.map((name) => [name, sum(one[name], other[name])])) };
}
const leaf = (value) => value?.__ref ?? value;
const differ = (one, other) => leaf(one) !== leaf(other) && (typeof leaf(one) !== 'object' || typeof leaf(other) !== 'object');

// The schema is what introspection returns, data.__schema: fetch it when you
// build, and keep what it says about types. The lists that screens page over are
// named: { Query: ['tasks'], Plan: ['tasks'] }.
export function apolloClient(url, { types }, pagedOver = {}) {
  const isPart = (type) => type.kind === 'OBJECT' && !type.name.startsWith('__') && !type.interfaces.some(({ name }) => name === 'Node');
  const typePolicies = {};
  // What has no id is a part of the object whose field it is: two queries that
  // select different fields of it add up.
  for (const type of types.filter(isPart)) typePolicies[type.name] = { merge: true };
  const parts = new Set(types.filter(isPart).map(({ name }) => name));
  const isListOfParts = ({ kind, name, ofType }, inList) => (ofType ? isListOfParts(ofType, inList || kind === 'LIST') : inList && parts.has(name));
  for (const { name, fields } of types.filter((type) => type.kind === 'OBJECT')) {
    const lists = fields.filter(({ type }) => isListOfParts(type, false)).map((field) => [field.name, { merge: sum }]);
    const paged = (pagedOver[name] ?? []).map((field) => [field, list]);
    typePolicies[name] = { ...typePolicies[name], fields: Object.fromEntries([...lists, ...paged]) };
  }
  const abstract = types.filter((type) => type.possibleTypes);
  const possibleTypes = Object.fromEntries(abstract.map((type) => [type.name, type.possibleTypes.map(({ name }) => name)]));
  return new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache({ possibleTypes, typePolicies }) });
}
