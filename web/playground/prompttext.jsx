import { pick, useGraphiQL } from '@graphiql/react';

// texts returns every string of several lines in an answer, with its path.
function texts(value, path = []) {
  if (typeof value === 'string') return value.includes('\n') ? [{ path: path.join('.'), text: value }] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => texts(member, [...path, key]));
}

function answered(response) {
  try {
    return texts(JSON.parse(response).data);
  } catch {
    return [];
  }
}

// Panel shows the texts of the answer as an agent reads them.
function Panel() {
  const { tabs, activeTabIndex, isFetching } = useGraphiQL(pick('tabs', 'activeTabIndex', 'isFetching'));
  const found = isFetching ? [] : answered(tabs[activeTabIndex].response);
  return (
    <section className="prompt-text">
      <h2>Prompt text</h2>
      {found.length === 0 && <p>Run a query whose answer has text of several lines, such as the Context example.</p>}
      {found.map(({ path, text }) => (
        <figure key={path}>
          <figcaption>{path}</figcaption>
          <pre>{text}</pre>
        </figure>
      ))}
    </section>
  );
}

const Icon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d="M5 4h14M5 9h14M5 14h10M5 19h7" />
  </svg>
);

// promptTextPlugin is the panel as a plugin of the editor.
export const promptTextPlugin = { title: 'Prompt text', icon: Icon, content: Panel };
