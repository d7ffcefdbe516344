import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import 'graphiql/graphiql.css';
import './style.css';
import 'graphiql/setup-workers/vite';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { HISTORY_PLUGIN } from '@graphiql/plugin-history';
import { ToolbarButton, pick, useGraphiQL, useGraphiQLActions, useMonaco } from '@graphiql/react';
import { GraphiQL } from 'graphiql';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { asCurl, execute, server } from './request.js';
import { promptTextPlugin } from './prompttext.jsx';

const plugins = [HISTORY_PLUGIN, explorerPlugin(), promptTextPlugin];

// On a narrow page a panel would cover the query.
const narrow = matchMedia('(max-width: 900px)').matches;

// A new tab starts with this.
const newQuery = `# Ctrl-Enter runs the query. Ctrl-Space completes it.
{
  projects(first: 5) {
    nodes {
      label
    }
  }
}
`;

// exampleQueries returns the example queries, which the server fills from its store.
async function exampleQueries() {
  const response = await fetch(`${server}/playground/examples.json`);
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
  return response.json();
}

// FirstRun runs the open tab once if it is an example, so that a reader sees an
// answer first. It runs nothing that the reader wrote.
function FirstRun({ examples }) {
  const { queryEditor, responseEditor, variableEditor } = useGraphiQL(pick('queryEditor', 'responseEditor', 'variableEditor'));
  const { run } = useGraphiQLActions();
  const done = useRef(false);
  const ready = queryEditor && responseEditor && variableEditor;
  useEffect(() => {
    if (!ready || done.current) return;
    done.current = true;
    const example = examples.find(({ query }) => query === queryEditor.getValue());
    if (!example) return;
    if (example.variables && !variableEditor.getValue()) variableEditor.setValue(JSON.stringify(example.variables, null, 2));
    run();
  }, [ready, examples, queryEditor, variableEditor, run]);
  return null;
}

// PlainQuotes stops the editor from marking typographic quotes, which are usual
// in prose, as ambiguous characters.
function PlainQuotes() {
  const monaco = useMonaco(({ monaco }) => monaco);
  useEffect(() => {
    const plain = (editor) => editor.updateOptions({ unicodeHighlight: { ambiguousCharacters: false } });
    monaco?.editor.getEditors().forEach(plain);
    const listener = monaco?.editor.onDidCreateEditor(plain);
    return () => listener?.dispose();
  }, [monaco]);
  return null;
}

// copyText puts a text on the clipboard. Only pages by HTTPS and of this machine
// have navigator.clipboard.
function copyText(text) {
  if (navigator.clipboard) {
    navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function CopyAsCurl() {
  const editors = useGraphiQL(pick('queryEditor', 'variableEditor', 'headerEditor', 'operationName'));
  const copy = () => {
    const text = (editor) => editor?.getValue() ?? '';
    copyText(
      asCurl({
        query: text(editors.queryEditor),
        variables: text(editors.variableEditor),
        headers: text(editors.headerEditor),
        operationName: editors.operationName,
      }),
    );
  };
  return (
    <ToolbarButton label="Copy as curl" onClick={copy}>
      <span className="curl">curl</span>
    </ToolbarButton>
  );
}

function Playground({ examples }) {
  const tabs = examples.map(({ query, variables }) => ({
    query,
    variables: variables && JSON.stringify(variables, null, 2),
  }));
  return (
    <>
      <header>
        <h1>Dossier</h1>
        <p>
          Dossier keeps projects as a graph of tasks, goals, documents, decisions and what links them. This page sends GraphQL
          queries to it: pick a tab, change the query and press Ctrl-Enter. <a href={`${server}/playground/schema.graphqls`} download>The schema as SDL</a>
        </p>
      </header>
      <main>
        <GraphiQL
          fetcher={execute}
          defaultTabs={tabs}
          defaultQuery={newQuery}
          defaultEditorToolsVisibility="variables"
          plugins={plugins}
          visiblePlugin={narrow ? undefined : promptTextPlugin}
        >
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
          <FirstRun examples={examples} />
          <PlainQuotes />
          <GraphiQL.Toolbar>
            {({ prettify, copy, merge }) => (
              <>
                {prettify}
                {merge}
                {copy}
                <CopyAsCurl />
              </>
            )}
          </GraphiQL.Toolbar>
        </GraphiQL>
      </main>
    </>
  );
}

const root = createRoot(document.getElementById('playground'));
try {
  root.render(<Playground examples={await exampleQueries()} />);
} catch (error) {
  root.render(<p className="message">The example queries did not load: {error.message}</p>);
}
