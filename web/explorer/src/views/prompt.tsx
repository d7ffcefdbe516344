// The text of a document as it goes into the prompt, and what its tokens are spent on.
import { useMemo } from 'preact/hooks';
import type { Kind } from '../gql/graphql';
import { kinds, words } from '../kinds';
import { to } from '../route';
import type { Document } from './context';

interface Part {
  name: string;
  tokens: number;
  colour: string;
}

const colours = ['#7c3aed', '#0891b2', '#ca8a04', '#db2777', '#059669', '#64748b'];

// Bars show the tokens by section of the text, and by kind of entity.
export function Bars({ document }: { document: Document }) {
  const sections = document.sections.map((s, i) => ({ name: words(s.name), tokens: s.tokens, colour: colours[i % colours.length]! }));
  return (
    <>
      <Bar name="Tokens by section" parts={sections} />
      <Bar name="Tokens by kind" parts={byKind(document)} />
    </>
  );
}

// byKind returns the tokens of the entities of each kind, and of what remains, which
// is headings, the frame of the document and what is said of several at once.
function byKind({ nodes, tokens }: Document): Part[] {
  const sums = new Map<Kind, number>();
  for (const n of nodes) sums.set(n.entity.kind, (sums.get(n.entity.kind) ?? 0) + n.tokens);
  const parts = [...sums].filter(([, sum]) => sum > 0).sort(([, a], [, b]) => b - a).map(([kind, sum]) => ({ name: kinds[kind].plural, tokens: sum, colour: kinds[kind].colour }));
  const rest = tokens - parts.reduce((sum, p) => sum + p.tokens, 0);
  return rest > 0 ? [...parts, { name: 'headings', tokens: rest, colour: '#8a8f98' }] : parts;
}

function Bar({ name, parts }: { name: string; parts: Part[] }) {
  const least = Math.max(parts.reduce((sum, p) => sum + p.tokens, 0), 1) / 100; // so that the smallest can be seen
  return (
    <figure class="bar" aria-label={name}>
      <div class="parts">{parts.map((p, i) => (
        <span key={i} style={{ flexGrow: Math.max(p.tokens, least), background: p.colour }} title={`${p.name}: ${p.tokens} tokens`} />
      ))}</div>
      <figcaption>{parts.map((p, i) => <span key={i}><i style={{ background: p.colour }} /> {p.name} {p.tokens.toLocaleString('en')}</span>)}</figcaption>
    </figure>
  );
}

// Prompt is the text as it goes into the prompt. What the other setting lacks is
// marked.
export function Prompt({ text, other }: { text: string; other?: string }) {
  return useMemo(() => {
    const others = other === undefined ? undefined : linesOf(other);
    return (
      <pre class="prompt" tabIndex={0} aria-label="Prompt text" dir="auto">
        {text.split('\n').map((line, i) => <span key={i} class={line.startsWith('#') ? 'line heading' : 'line'}>{others ? marked(line, others) : withIds(line)}{'\n'}</span>)}
      </pre>
    );
  }, [text, other]);
}

const id = /(\[[0-9a-f]{8}\])/;

// withIds makes links of the beginnings of ids in a line.
function withIds(line: string) {
  return line.split(id).map((part, i) => (i % 2 === 0 ? part : <a key={i} href={to('entity', part.slice(1, -1))}>{part}</a>));
}

// Lines are the lines of a text, and their words by the name that each line begins with.
interface Lines {
  whole: Set<string>;
  named: Map<string, Set<string>>;
}

const withoutIds = (line: string) => line.replace(/ ?\[[0-9a-f]{8}\]/g, '').trimEnd();

// nameOf returns what a line is about: what comes before its facts.
const nameOf = (line: string) => withoutIds(line).replace(/^[\s#>*-]+/, '').split(/ \(| — |: /)[0]!;

function linesOf(text: string): Lines {
  const lines = text.split('\n').map(withoutIds).filter((line) => line.trim());
  return { whole: new Set(lines), named: new Map(lines.map((line) => [nameOf(line), new Set(line.split(/\s+/))])) };
}

// marked marks a line that the other text lacks: all of it, or the words that its line
// about the same has not.
function marked(line: string, others: Lines) {
  if (!line.trim() || others.whole.has(withoutIds(line))) return withIds(line);
  const same = others.named.get(nameOf(line));
  if (!same) return <span class="only">{withIds(line)}</span>;
  return line.split(/(\s+)/).map((word, i) => (!word.trim() || same.has(word) || id.test(word) ? withIds(word) : <span key={i} class="only">{word}</span>));
}
