// The same document by every interface, as something to paste.
import { inputOf, type Settings } from './context';

// shell quotes a text for a POSIX shell.
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const query = 'query Context($input: ContextInput!) { contextDocument(input: $input) { text tokens confidence answerability } }';

export function commands(s: Settings): { name: string; text: string }[] {
  const input = JSON.parse(JSON.stringify(inputOf(s)));
  const body = JSON.stringify({ query, variables: { input } });
  return [
    { name: 'as GraphQL', text: `${query}\n\n# variables\n${JSON.stringify({ input }, null, 2)}\n` },
    { name: 'as curl', text: `curl -s ${location.origin}/graphql -H 'Content-Type: application/json' -d ${shell(body)}\n` },
    { name: 'as command', text: commandLine(s) },
    { name: 'as MCP call', text: `${JSON.stringify({ name: 'get_context_document', arguments: toolArguments(s) }, null, 2)}\n` },
  ];
}

function commandLine(s: Settings): string {
  const start = s.topic ? shell(s.topic) : s.project ? '' : '--global';
  const flags = [`--max-tokens ${s.budget}`];
  if (s.project) flags.push(`--project ${shell(s.project)}`);
  if (s.lens !== 'general') flags.push(`--lens ${shell(s.lens)}`);
  if (s.ranking !== 'RELEVANCE') flags.push(`--ranking ${s.ranking.toLowerCase()}`);
  if (s.depth !== 2) flags.push(`--depth ${s.depth}`);
  if (s.encoding !== 'o200k_base') flags.push(`--encoding ${s.encoding}`);
  return `${['dossier context', start, ...flags].filter(Boolean).join(' ')}\n`;
}

function toolArguments(s: Settings): Record<string, unknown> {
  return {
    ...(s.topic ? { topic: s.topic } : {}), ...(s.project ? { project: s.project } : {}), max_tokens: s.budget,
    ...(s.lens !== 'general' ? { lens: s.lens } : {}),
  };
}
