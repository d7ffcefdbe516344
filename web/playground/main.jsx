import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './style.css';
import 'graphiql/setup-workers/vite';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';

async function execute(request, { headers } = {}) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json, application/json',
      ...headers,
    },
    body: JSON.stringify(request),
  });
  return response.json();
}

// The server holds the examples, so that changing one needs no new build.
async function exampleTabs() {
  const response = await fetch('/playground/examples.json');
  const examples = await response.json();
  return examples.map(({ query, variables }) => ({
    query,
    variables: variables && JSON.stringify(variables, null, 2),
  }));
}

const root = createRoot(document.getElementById('playground'));
try {
  root.render(
    <GraphiQL fetcher={execute} defaultTabs={await exampleTabs()} defaultEditorToolsVisibility="variables">
      <GraphiQL.Logo>Dossier</GraphiQL.Logo>
    </GraphiQL>,
  );
} catch (error) {
  root.render(<p className="message">The example queries did not load: {error.message}</p>);
}
