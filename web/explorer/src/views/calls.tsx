// The last calls of agents: what each asked, and what it got. A call for a context
// document opens as that document.
import { useState } from 'preact/hooks';
import { graphql } from '../gql';
import type { CallsQuery } from '../gql/graphql';
import { words } from '../kinds';
import { Problem, useEvery, useQuery } from '../parts';
import { to } from '../route';

const callsQuery = graphql(`
  query Calls($first: Int!) {
    agentCalls(first: $first) { callId at tool arguments client actorName milliseconds tokens confidence answerability error }
  }
`);

type Call = NonNullable<CallsQuery['agentCalls']>[number];

// useCalls asks for the last calls again and again.
export const useCalls = (first: number) => useQuery(callsQuery, { first }, { round: useEvery(2000) });

export function Calls() {
  const { data, error } = useCalls(100);
  const [open, setOpen] = useState('');
  if (error && !data) return <Problem error={error} />;
  const calls = data?.agentCalls;
  if (!calls) return <p class="hint">Loading …</p>;
  return (
    <section class="calls">
      <h1>What agents asked</h1>
      <p class="hint">The last calls by MCP since this server started, the latest first. A context document opens as the agent saw it, over the data of now. New calls appear by themselves.</p>
      {calls.length === 0 && <p>No agent has called yet. <a href={to('connect')}>Connect one</a>.</p>}
      {calls.length > 0 && (
        <div class="wide" tabIndex={0} role="region" aria-label="Calls"><table>
          <thead><tr><th>When</th><th>Tool</th><th>Question</th><th class="number">Tokens</th><th>Answer</th><th class="number">ms</th><th>Who</th></tr></thead>
          <tbody>{calls.map((c) => <Row key={c.callId} call={c} open={open === c.callId} onOpen={() => setOpen(open === c.callId ? '' : c.callId)} />)}</tbody>
        </table></div>
      )}
    </section>
  );
}

function Row({ call, open, onOpen }: { call: Call; open: boolean; onOpen: () => void }) {
  const address = documentOf(call);
  const question = questionOf(call);
  return (
    <>
      <tr>
        <td><time dateTime={call.at}>{call.at.slice(0, 19).replace('T', ' ')}</time></td>
        <td><button type="button" class="link" aria-expanded={open} onClick={onOpen}>{call.tool}</button></td>
        <td class="asked" dir="auto">{address ? <a href={address}>{question}</a> : question}</td>
        <td class="number">{call.tokens.toLocaleString('en')}</td>
        <td>{call.error ? <span class="alarm">refused</span> : call.answerability && <span class={`judged ${call.answerability}`}><strong>{words(call.answerability)}</strong> {call.confidence?.toFixed(2)}</span>}</td>
        <td class="number">{call.milliseconds.toLocaleString('en')}</td>
        <td><bdi>{call.client || call.actorName}</bdi></td>
      </tr>
      {open && <tr><td colSpan={7}>
        {call.error && <p class="problem">{call.error}</p>}
        <pre class="json" tabIndex={0}>{call.arguments ? JSON.stringify(call.arguments, null, 2) : 'The arguments were too long to keep.'}</pre>
      </td></tr>}
    </>
  );
}

const argumentsOf = (call: Call) => (call.arguments ?? {}) as Record<string, unknown>;

function questionOf(call: Call): string {
  const given = argumentsOf(call);
  const named = [given.topic, given.question, given.query, given.name, given.id, given.focus, given.ids, given.project].find((v) => v !== undefined);
  const text = Array.isArray(named) ? named.join(', ') : String(named ?? '');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text || '(no question)';
}

// documentOf returns the address of the document that a call got, '' for others.
function documentOf(call: Call): string {
  if (call.tool !== 'get_context_document' || !call.arguments || call.error) return '';
  const { topic, question, project, focus, ids, lens, kinds, max_tokens: budget } = argumentsOf(call);
  const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value));
  return to('context', '', {
    q: text(topic), question: text(question), project: text(project), focus: text(focus), ids: text(ids), lens: text(lens),
    kinds: text(kinds)?.toUpperCase(), budget: text(budget) ?? '4000',
  });
}
