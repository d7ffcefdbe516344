// How to connect an agent to this server, and how to get one's own data into it.
import { Copy } from '../parts';

const clients = (url: string) => [
  { name: 'Claude Code', how: 'Run', text: `claude mcp add --transport http dossier ${url}/mcp` },
  { name: 'Codex', how: 'In ~/.codex/config.toml', text: `[mcp_servers.dossier]\nurl = "${url}/mcp"` },
  { name: 'Cursor', how: 'In .cursor/mcp.json', text: JSON.stringify({ mcpServers: { dossier: { url: `${url}/mcp` } } }, null, 2) },
  { name: 'VS Code', how: 'In .vscode/mcp.json', text: JSON.stringify({ servers: { dossier: { type: 'http', url: `${url}/mcp` } } }, null, 2) },
  { name: 'Gemini CLI', how: 'In ~/.gemini/settings.json', text: JSON.stringify({ mcpServers: { dossier: { httpUrl: `${url}/mcp` } } }, null, 2) },
  { name: 'Any program', how: 'Ask over HTTP', text: `curl -s ${url}/graphql -H 'Content-Type: application/json' -d '{"query":"{ contextDocument(input: {start: {topic: \\"what is blocked?\\"}}) { text } }"}'` },
];

export function Connect() {
  return (
    <section class="connect">
      <h1>Connect an agent</h1>
      <p class="hint">Each of these connects a client to this server. If the server asks for a key, the client sends it as <code>Authorization: Bearer KEY</code>. <code>dossier mcp --print-config CLIENT</code> prints the configuration of other clients.</p>
      {clients(location.origin).map((c) => (
        <section key={c.name}>
          <h2>{c.name}</h2>
          <p class="hint">{c.how}:</p>
          <pre tabIndex={0}>{c.text}</pre>
          <Copy label="Copy" text={c.text} />
        </section>
      ))}
      <h1>Import your own data</h1>
      <pre tabIndex={0}>{'dossier init            # in a folder with docs, decisions or a tracker\ndossier serve'}</pre>
    </section>
  );
}
