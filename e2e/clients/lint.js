// The rules of graphql-eslint for schemas and for Relay over schema.graphqls.
import { fileURLToPath } from 'node:url';
import graphql from '@graphql-eslint/eslint-plugin';
import { ESLint } from 'eslint';

const repository = fileURLToPath(new URL('../..', import.meta.url));

// Rules that do not hold, each with its reason.
const off = {
  alphabetize: 'the order of fields, values and arguments has a meaning: the most used first',
  'no-root-type': 'it forbids mutations and subscriptions',
  'input-name': 'a mutation has options beside its input, such as clientMutationId',
  'require-field-of-type-query-in-mutation-result': 'a client asks a query of its own: a result has what changed',
  'strict-id-in-types': 'only entities have an id; resolvers/schema_test.go checks that',
};

// Findings that are accepted, each with its reason.
const accepted = [
  { rule: 'no-typename-prefix', of: /^Field "actorId"/, reason: 'an id that is not an entity\'s may not be called id' },
  { rule: 'no-typename-prefix', of: /^Field "projectId"/, reason: 'a field of every kind' },
  { rule: 'no-typename-prefix', of: /^Field "(decisionAt|recordType)"/, reason: 'the name of a column' },
  { rule: 'relay-connection-types', of: /^Connection type must have `Connection` suffix/, reason: 'the edges of ProjectGraph are those of the graph' },
  { rule: 'relay-edge-types', of: /^Edge type's field `node` must implement `Node`/, reason: 'members, actors and keys are no entities' },
  { rule: 'naming-convention', of: /^Type "RecordType"/, reason: 'a record type is what it is' },
];

const options = {
  'description-style': { style: 'inline' },
  'relay-edge-types': { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
  'require-description': { types: true, DirectiveDefinition: true, FieldDefinition: true, InputValueDefinition: true, EnumValueDefinition: true },
};

export async function lint() {
  const rules = { ...graphql.configs['flat/schema-all'].rules, ...graphql.configs['flat/schema-relay'].rules };
  for (const name of Object.keys(off)) rules[`@graphql-eslint/${name}`] = 'off';
  for (const [name, value] of Object.entries(options)) rules[`@graphql-eslint/${name}`] = ['error', value];
  const eslint = new ESLint({
    cwd: repository,
    overrideConfigFile: true,
    overrideConfig: [{
      files: ['**/*.graphqls'],
      languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: `${repository}schema.graphqls` } } },
      plugins: { '@graphql-eslint': graphql },
      rules,
    }],
  });
  const [{ messages }] = await eslint.lintFiles(['schema.graphqls']);
  const is = ({ rule, of }, message) => message.ruleId === `@graphql-eslint/${rule}` && of.test(message.message);
  const findings = messages.filter((message) => !accepted.some((one) => is(one, message)));
  const stale = accepted.filter((one) => !messages.some((message) => is(one, message)));
  if (findings.length > 0) {
    throw new Error(findings.slice(0, 20).map(({ line, ruleId, message }) => `\n  schema.graphqls:${line} ${message} (${ruleId})`).join('') + `\n  ${findings.length} findings`);
  }
  if (stale.length > 0) throw new Error(`accepted and not found: ${stale.map(({ of }) => of).join(', ')}`);
}
