// The same document by every interface, as something to paste.
import { token } from '../client';
import { server } from '../route';
import { inputOf, startOf, type Settings } from './context';

// shell quotes a text for a POSIX shell.
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const query = 'query Context($input: ContextInput!) { contextDocument(input: $input) { text tokens confidence answerability } }';

export function commands(s: Settings): { name: string; text: string }[] {
  const input = JSON.parse(JSON.stringify(inputOf(s)));
  const key = token() ? ' -H "Authorization: Bearer $DOSSIER_KEY"' : ''; // the command line reads this variable itself
  const body = JSON.stringify({ query, variables: { input } });
  return [
    { name: 'as GraphQL', text: `${query}\n\n# variables\n${JSON.stringify({ input }, null, 2)}\n` },
    { name: 'as curl', text: `curl -s ${server}/graphql -H 'Content-Type: application/json'${key} -d ${shell(body)}\n` },
    { name: 'as command', text: commandLine(s) },
    { name: 'as MCP call', text: `${JSON.stringify({ name: 'get_context_document', arguments: toolArguments(s) }, null, 2)}\n` },
  ];
}

function commandLine(s: Settings): string {
  const start = startOf(s);
  const { question, kinds } = inputOf(s);
  const flags = [
    ...(start.topic ? [shell(start.topic)] : []), ...(start.ids ?? []).map((id) => `--id ${shell(String(id))}`), ...(start.focusId ? [`--focus ${shell(String(start.focusId))}`] : []),
    ...(start.global ? ['--global'] : []), ...(question ? [`--question ${shell(question)}`] : []), ...(s.project ? [`--project ${shell(s.project)}`] : []),
    `--max-tokens ${s.budget}`, `--depth ${s.depth}`, ...(s.lens !== 'general' ? [`--lens ${shell(s.lens)}`] : []), ...(s.ranking !== 'RELEVANCE' ? [`--ranking ${s.ranking.toLowerCase()}`] : []),
    ...(s.encoding !== 'o200k_base' ? [`--encoding ${s.encoding}`] : []), ...(kinds ? [`--kinds ${kinds.join(',').toLowerCase()}`] : []),
  ];
  return `dossier context --server ${server} ${flags.join(' ')}\n`;
}

function toolArguments(s: Settings): Record<string, unknown> {
  const start = startOf(s);
  const { question, kinds } = inputOf(s);
  const given = {
    topic: start.topic, ids: start.ids, focus: start.focusId, question, project: s.project, max_tokens: s.budget,
    lens: s.lens === 'general' ? undefined : s.lens, kinds: kinds?.map((k) => k.toLowerCase()),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ''));
}
