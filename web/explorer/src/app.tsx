import { server, to, useRoute, type Route } from './route';
import { Calls } from './views/calls';
import { Connect } from './views/connect';
import { Context } from './views/context';
import { Entity } from './views/entity';
import { Graph } from './views/graph';
import { Lenses } from './views/lenses';
import { List } from './views/list';
import { Project } from './views/project';
import { Projects } from './views/projects';
import { Records } from './views/records';
import { Search } from './views/search';
import { Sources } from './views/sources';

const views: Record<string, (props: { route: Route }) => preact.JSX.Element> = {
  context: ({ route }) => <Context route={route} />,
  projects: ({ route }) => <Projects after={route.params.get('after') ?? ''} />,
  project: ({ route }) => <Project key={route.id} id={route.id} />,
  entity: ({ route }) => <Entity key={route.id} id={route.id} />,
  graph: ({ route }) => <Graph key={route.id} route={route} />,
  list: ({ route }) => <List key={route.id} route={route} />,
  calls: () => <Calls />,
  sources: () => <Sources />,
  records: ({ route }) => <Records route={route} />,
  lenses: ({ route }) => <Lenses route={route} />,
  connect: () => <Connect />,
};

const tabs = [
  ['context', 'Context'], ['projects', 'Projects'], ['calls', 'Calls'], ['sources', 'Sources'], ['records', 'Records'], ['lenses', 'Lenses'], ['connect', 'Connect an agent'],
] as const;

export function App() {
  const route = useRoute();
  const View = views[route.view];
  return (
    <>
      <a class="skip" href="#view">Skip to the content</a>
      <header class="top">
        <a class="brand" href={to('context')}>Dossier</a>
        <nav aria-label="Views">{tabs.map(([view, name]) => (
          <a key={view} href={to(view)} aria-current={route.view === view ? 'page' : undefined}>{name}</a>
        ))}<a href={`${server}/playground`} target="_blank" rel="noopener">GraphQL</a></nav>
        <Search />
      </header>
      <main id="view">{View ? <View route={route} /> : <p class="problem">There is no such page. <a href={to('context')}>Ask a question</a>.</p>}</main>
    </>
  );
}
