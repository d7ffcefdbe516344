export default {
  schema: '../../schema.graphqls',
  documents: ['screens.ts'],
  importExtension: '.js',
  generates: {
    './gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        strictScalars: true,
        useTypeImports: true,
        scalars: { ID: 'string', DateTime: 'string', Date: 'string', JSON: 'unknown', FieldValue: 'string | number | boolean' },
      },
    },
  },
};
