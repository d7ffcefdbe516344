// What the server reads into this store, how the last time went, and the import of
// files that are dropped on the page.
import { graphql } from '../gql';
import type { SourcesQuery } from '../gql/graphql';
import { count, kinds } from '../kinds';
import { Mark, Problem, useEvery, useQuery } from '../parts';
import { to } from '../route';
import { Drop } from './drop';

const sourcesQuery = graphql(`
  query Sources { viewer { isAdmin } sources { name format path projectId readAt counts { kind count } conflicts problems withheld error } }
`);

type Source = NonNullable<SourcesQuery['sources']>[number];

export function Sources() {
  const { data, error, again } = useQuery(sourcesQuery, {}, { round: useEvery(3000) });
  if (error && !data) return <Problem error={error} />;
  return (
    <section class="sources">
      <h1>Sources</h1>
      <p class="hint">Where the entities come from. A server in a folder with <code>dossier.yaml</code> reads its sources when they change: fields that people and agents changed here are kept, and what was changed on both sides is a conflict.</p>
      {data?.sources?.length === 0 && <p>This server reads no sources by itself. <code>dossier init</code> in a folder of notes, decisions or a tracker writes the file that names them.</p>}
      <div class="cards">{data?.sources?.map((s) => <Card key={s.name} source={s} />)}</div>
      {data?.viewer?.isAdmin && <Drop onImported={again} />}
    </section>
  );
}

function Card({ source }: { source: Source }) {
  return (
    <section>
      <h2>{source.projectId ? <a href={to('project', source.projectId)} dir="auto">{source.name}</a> : <bdi>{source.name}</bdi>}</h2>
      <p class="hint">{source.format}, {source.path === '.' ? 'the folder itself' : <code>{source.path}</code>}, {source.readAt ? `read ${source.readAt.slice(0, 16).replace('T', ' ')} UTC` : 'not read yet'}</p>
      <p class="counts">{source.counts.map((c) => <span key={c.kind}><Mark kind={c.kind} /> {count(c.count, kinds[c.kind].name, kinds[c.kind].plural)}</span>)}</p>
      {source.error && <p class="problem">{source.error}</p>}
      {source.withheld > 0 && <p class="warning">{count(source.withheld, 'entity', 'entities')} vanished, more than half of it, and were kept; <code>dossier sync --force</code> deletes them.</p>}
      <Texts name="Conflicts" texts={source.conflicts} />
      <Texts name="Not read" texts={source.problems} />
    </section>
  );
}

function Texts({ name, texts }: { name: string; texts: string[] }) {
  if (texts.length === 0) return null;
  return <details open><summary>{name} ({texts.length})</summary><ul>{texts.map((t, i) => <li key={i} dir="auto">{t}</li>)}</ul></details>;
}
