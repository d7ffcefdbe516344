// How to connect an agent to this server, whether one has called, and how to get
// one's own data into it.
import { useEffect, useState } from 'preact/hooks';
import { Copy } from '../parts';
import { base, server, to } from '../route';
import { useCalls } from './calls';

// A Setup is how a client is connected, as the server writes it.
interface Setup {
  client: string;
  file: string;
  config: string;
  command?: string[];
  link?: string;
}

function useSetups(): Setup[] {
  const [setups, setSetups] = useState<Setup[]>([]);
  useEffect(() => {
    fetch(`${base}/clients.json`).then(async (response) => setSetups(response.ok ? await response.json() : []), () => setSetups([]));
  }, []);
  return setups;
}

export function Connect() {
  const setups = useSetups();
  const url = server;
  const ask = `curl -s ${url}/graphql -H 'Content-Type: application/json' -d '{"query":"{ contextDocument(input: {start: {topic: \\"what is blocked?\\"}}) { text } }"}'`;
  return (
    <section class="connect">
      <h1>Connect an agent</h1>
      <p class="hint">An agent reads this store by MCP at <code>{url}/mcp</code>. Choose its program, and paste what is below. If the server asks for a key, the client sends it as <code>Authorization: Bearer KEY</code>.</p>
      <Called />
      {setups.map((s, i) => <Client key={s.client} setup={s} open={i === 0} />)}
      <details><summary>any other program</summary><Block how="It asks over HTTP" text={ask} /></details>
      <h2>Your own data</h2>
      <Block how="In a folder with docs, decisions or a tracker" text={'dossier init\ndossier serve'} />
      <p>Or drop files on the page of <a href={to('sources')}>sources</a>.</p>
    </section>
  );
}

// Called shows whether an agent has called, and when it did last.
function Called() {
  const { data } = useCalls(1);
  const last = data?.agentCalls?.[0];
  return (
    <p class={last ? 'called yes' : 'called'} role="status">
      {last ? <>✓ An agent has called: {last.tool}, {last.at.slice(11, 19)} UTC, <bdi>{last.client}</bdi>. <a href={to('calls')}>What it asked</a></>
        : data ? '○ No agent has called yet. This line changes as soon as one does.' : ' '}
    </p>
  );
}

function Client({ setup, open }: { setup: Setup; open: boolean }) {
  return (
    <details open={open}>
      <summary>{setup.client}</summary>
      {setup.command && <Block how="Run" text={setup.command.join(' ')} />}
      {setup.link && <p><a href={setup.link}>Install by a link</a></p>}
      <Block how={`${setup.command || setup.link ? 'Or paste into' : 'Paste into'} ${setup.file}`} text={setup.config} />
    </details>
  );
}

function Block({ how, text }: { how: string; text: string }) {
  return (
    <div class="block">
      <p class="hint">{how}:</p>
      <pre tabIndex={0} aria-label={how}>{text.trimEnd()}</pre>
      <Copy label="Copy" text={text} />
    </div>
  );
}
