// Types of the queries in src, checked against the schema of the server.
export default {
  schema: '../../schema.graphqls',
  documents: 'src/**/*.{ts,tsx}',
  ignoreNoDocuments: false,
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { documentMode: 'string', useTypeImports: true, enumType: 'const', scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' } },
    },
  },
};
