// Opens the explorer of a running server in a browser and uses it as a reader
// would: node explorer.mjs http://127.0.0.1:8080 [--screenshots FOLDER]
// With --screenshots each view is looked at in four ways instead of two. The server
// must have entities and need no sign-in; what is changed is changed back. The
// browser is $CHROMIUM, else /usr/bin/chromium.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inaccessible, launch, unfit, unreachable, watch } from './checks.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { screenshots: { type: 'string' } } });
const origin = new URL(positionals[0] ?? 'http://127.0.0.1:8080').origin;
const browser = await launch();
const complaints = [];

async function open(width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  watch(page, origin, complaints);
  return page;
}

const tally = { passed: 0, failed: 0 };
async function check(what, action) {
  try {
    await action();
    tally.passed += 1;
    console.log(`ok    ${what}`);
  } catch (error) {
    tally.failed += 1;
    console.log(`FAIL  ${what}: ${error.message}`);
  }
}

function expect(holds, text) {
  if (!holds) throw new Error(text);
}

async function asked(query, variables) {
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query, variables }) });
  const { data, errors } = await response.json();
  expect(!errors, JSON.stringify(errors));
  return data;
}

// changed sets fields of the task, as somebody else would.
const changed = (fields) => asked('mutation ($input: EntityUpdate!) { updateEntity(input: $input) { changed } }', { input: { task: { id: task.id, ...fields } } });

const projectNamed = async (name) => (await asked('{ projects(first: 200) { nodes { id label } } }')).projects.nodes.find((p) => p.label === name);

async function removed(project) {
  expect(project, 'it is not there');
  await asked(`mutation { deleteEntity(input: { id: "${project.id}" }) { changed } }`);
}

// called calls a tool as an agent does.
async function called(name, given) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const response = await fetch(`${origin}/mcp`, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify(body) });
  return (await response.json()).result;
}

// none expects that there are no problems.
const none = (problems) => expect(problems.length === 0, problems.join('; '));

const store = await asked('{ tasks(first: 1, filter: { states: [TODO] }) { nodes { id title stateKey projectId full { description } } } }');
const task = store.tasks.nodes[0];
const project = { id: task.projectId };
const views = {
  context: `/explorer/context?q=${encodeURIComponent(task.title)}`, projects: '/explorer/projects', project: `/explorer/project/${project.id}`,
  entity: `/explorer/entity/${task.id}`, graph: `/explorer/graph/${project.id}`, list: `/explorer/list/${project.id}?kind=TASK&filter={"states":["TODO"]}`,
  calls: '/explorer/calls', sources: '/explorer/sources', records: '/explorer/records', lenses: '/explorer/lenses', connect: '/explorer/connect',
};
const ready = {
  context: '.prompt', projects: '.cards li', project: '.card', entity: '.facts', graph: '.drawing canvas', connect: 'pre',
  list: '.list tbody tr', calls: 'h1', sources: '.drop', records: '.records .chips, .records p', lenses: '.matrix[aria-busy="false"]',
};

const page = await open(1440, 'light');
await check('/ leads to an example that is answered', async () => {
  await page.goto(origin);
  await page.waitForSelector('.prompt');
  expect(new URL(page.url()).searchParams.get('q'), `no question in ${page.url()}`);
  expect((await page.locator('.prompt').innerText()).startsWith('# '), 'the prompt text is not shown');
  expect(await page.locator('.pieces tbody tr').count() > 0, 'no piece has a reason');
});
await check('the prompt text is that of GraphQL', async () => {
  await page.goto(origin + views.context);
  await page.waitForSelector('.prompt');
  const { contextDocument } = await asked(`{ contextDocument(input: {start: {topic: ${JSON.stringify(task.title)}}, maxTokens: 2000}) { text } }`);
  expect((await page.locator('.prompt').textContent()).trimEnd() === contextDocument.text.trimEnd(), 'the texts differ');
});
await check('the budget slider asks again', async () => {
  const before = await page.locator('.budget output').innerText();
  await page.locator('.budget input').fill('200');
  await page.waitForFunction((was) => {
    const now = document.querySelector('.budget output').textContent;
    return now !== was && now.includes(' of ');
  }, before);
  await page.waitForFunction(() => document.querySelector('.side').getAttribute('aria-busy') === 'false');
  const [used, limit] = (await page.locator('.budget output').innerText()).replaceAll(',', '').match(/\d+/g).map(Number);
  expect(limit < 500 && used <= limit, `${used} of ${limit} tokens`);
});
await check('two settings side by side mark what differs', async () => {
  await page.goto(`${origin}${views.context}&compare=on&budget2=200`);
  await page.waitForFunction(() => document.querySelectorAll('.prompt').length === 2);
  await page.waitForSelector('.prompt .only');
});
await check('cards of overdue tasks are marked', async () => {
  const { tasks } = await asked('query ($id: ID!) { tasks(projectId: $id, first: 1, filter: { overdue: true }) { totalCount } }', { id: project.id });
  await page.goto(origin + views.project);
  await page.waitForSelector('.card');
  await page.waitForLoadState('networkidle');
  const marked = await page.locator('.card .alarm').count();
  expect(tasks.totalCount > 0 ? marked > 0 && marked <= tasks.totalCount : marked === 0, `${marked} of ${tasks.totalCount}`);
});
await check('a reason opens its path', async () => {
  await page.goto(origin + views.context);
  await page.locator('.pieces button').first().click();
  await page.waitForSelector('.paths');
});
await check('what is left out has the budget from which on it is in', async () => {
  await page.goto(`${origin}${views.context}&budget=200`);
  const said = page.locator('.omitted li .hint', { hasText: 'in from' }).first();
  await said.waitFor();
  const [budget] = (await said.innerText()).replaceAll(',', '').match(/\d+/).map(Number);
  const id = (await page.locator('.omitted li', { hasText: 'in from' }).first().locator('a').getAttribute('href')).split('/').at(-1);
  const { contextDocument } = await asked('query ($input: ContextInput!) { contextDocument(input: $input) { nodes { entity { id } } } }', { input: { start: { topic: task.title }, maxTokens: budget } });
  expect(contextDocument.nodes.some((n) => n.entity.id === id), `it is not in ${budget} tokens`);
});
await check('what is missing has its reason', async () => {
  await page.goto(`${origin}${views.context}&kinds=RISK`);
  await page.getByLabel('What should be in it').fill(task.title);
  await page.keyboard.press('Enter');
  await page.locator('.missing li', { hasText: 'tasks are not among the kinds' }).first().waitFor();
});
await check('search finds by keyboard', async () => {
  await page.locator('body').click({ position: { x: 5, y: 300 } });
  await page.keyboard.press('/');
  await page.keyboard.type(task.title);
  await page.waitForSelector('#hits li');
  await page.keyboard.press('Enter');
  await page.waitForURL(/explorer\/(entity|project)\//);
});
await check('back returns to the view before', async () => {
  await page.goBack();
  await page.waitForSelector('.question');
});
await check('a condition of a question is changed as a chip', async () => {
  await page.goto(`${origin}/explorer/context?q=which+tasks+are+blocked%3F`);
  await page.locator('.readas').getByRole('button', { name: 'states: blocked', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('TODO');
  await page.keyboard.press('Enter');
  await page.waitForURL(/explorer\/list/);
  await page.locator('.list tbody .state.todo').first().waitFor();
  expect(await page.locator('.list tbody .state.blocked').count() === 0, 'others are in the list');
});
await check('a state is changed in place', async () => {
  await page.goto(origin + views.entity);
  const state = page.locator('.facts select.state');
  await state.waitFor();
  await state.selectOption('in_progress');
  await page.waitForFunction(() => document.querySelector('.history')?.textContent.includes('in_progress'));
  const { entity } = await asked(`{ entity(id: "${task.id}") { stateKey } }`);
  expect(entity.stateKey === 'in_progress', `the state is ${entity.stateKey}`);
  await state.selectOption('todo');
  await page.waitForFunction(() => document.querySelector('.facts select.state').value === 'todo');
});
await check('a card moves by keyboard, and others see it', async () => {
  const other = await page.context().newPage();
  await other.goto(origin + views.project);
  await page.goto(origin + views.project);
  const card = (where, state) => where.locator(`.column[aria-label="${state}"] .card a[href$="${task.id}"]`);
  await card(page, 'todo').focus();
  await other.waitForTimeout(500); // both follow the changes by then
  await page.keyboard.press('Alt+ArrowRight');
  await card(other, 'in progress').waitFor();
  await card(page, 'in progress').waitFor();
  await page.waitForFunction((id) => document.activeElement.getAttribute('href')?.endsWith(id), task.id);
  await called('update_entities', { entities: [{ id: task.id, state_key: 'todo' }] });
  await card(other, 'todo').waitFor();
  await card(page, 'todo').waitFor();
  expect((await other.locator('.live').innerText()).includes('state'), 'the change is not named');
  await other.close();
});
await check('a card is dragged to another state', async () => {
  await page.goto(origin + views.project);
  const card = (state) => page.locator(`.column[aria-label="${state}"] .card`, { has: page.locator(`a[href$="${task.id}"]`) });
  await card('todo').dragTo(page.locator('.column[aria-label="cancelled"]'));
  await card('cancelled').waitFor();
  await card('cancelled').dragTo(page.locator('.column[aria-label="todo"]'));
  await card('todo').waitFor();
});
await check('a conflict shows both versions, and loses none', async () => {
  await page.goto(origin + views.entity);
  await page.getByRole('button', { name: /^Change title/ }).click();
  await changed({ title: 'Theirs' });
  await page.locator('.inline input').fill('Mine');
  await page.keyboard.press('Enter');
  const conflict = page.locator('.conflict');
  await conflict.waitFor();
  const text = await conflict.innerText();
  expect(text.includes('Theirs') && text.includes('Mine'), text);
  expect((await asked(`{ entity(id: "${task.id}") { label } }`)).entity.label === 'Theirs', 'it was overwritten');
  await conflict.getByRole('button', { name: 'Make my change' }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
  await changed({ title: task.title });
  await page.getByRole('heading', { name: task.title }).waitFor();
});
await check('a text is edited, and [[ links an entity', async () => {
  await page.goto(origin + views.entity);
  await page.locator('.text').first().getByRole('button').click();
  await page.locator('.cm-content').waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\neither/or [[');
  const { mentionCandidates } = await asked('query ($id: ID!) { mentionCandidates(prefix: "a", projectId: $id, first: 8) { id label } }', { id: project.id });
  await page.keyboard.type(mentionCandidates.find((e) => e.id !== task.id).label.slice(0, 6));
  await page.locator('.cm-tooltip-autocomplete li').first().waitFor();
  await page.waitForTimeout(150); // the editor ignores Enter right after it has opened the list
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.locator('.links .rel', { hasText: '→ references' }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.text .markdown')?.textContent.includes('either/or [['));
  await page.locator('.links li', { hasText: '→ references' }).first().getByRole('button').click();
  await changed({ description: task.full.description });
});
await check('the page sees that an agent has called, and shows what it asked', async () => {
  await page.goto(`${origin}/explorer/connect`);
  await page.waitForSelector('.connect summary');
  await called('get_context_document', { topic: task.title, max_tokens: 700 });
  await page.waitForSelector('.called.yes');
  await page.getByRole('link', { name: 'What it asked' }).click();
  await page.getByRole('link', { name: task.title }).first().click();
  await page.waitForSelector('.prompt');
  expect(new URL(page.url()).searchParams.get('budget') === '700', page.url());
});
await check('each copy gives the prompt that is shown', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const shown = (await page.locator('.prompt').textContent()).trimEnd();
  const copied = async (name) => {
    await page.getByRole('button', { name, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const fromCurl = JSON.parse(execFileSync('sh', ['-c', await copied('as curl')], { encoding: 'utf8' }));
  expect(fromCurl.data.contextDocument.text.trimEnd() === shown, 'curl gives another text');
  const [query, variables] = (await copied('as GraphQL')).split('# variables');
  expect((await asked(query, JSON.parse(variables))).contextDocument.text.trimEnd() === shown, 'GraphQL gives another text');
  const call = JSON.parse(await copied('as MCP call'));
  const answer = await called(call.name, call.arguments);
  expect(!answer.isError && answer.content[0].text.startsWith(shown.slice(0, 40)), answer.content[0].text.slice(0, 200));
  if (process.env.DOSSIER) {
    const command = (await copied('as command')).replace(/^dossier/, process.env.DOSSIER);
    expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd() === shown, 'the command gives another text');
  }
});
await check('a file is imported after a preview', async () => {
  await page.goto(`${origin}/explorer/sources`);
  const id = `dropped${Date.now()}`; // what was deleted here, an import leaves so
  const lines = [{ kind: 'project', id, name: id }, { kind: 'task', id: `${id}/1`, project_id: id, title: 'Read it' }, { kind: 'task', id: `${id}/2` }];
  await page.getByLabel('Choose a file').setInputFiles({ name: 'some.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.map((l) => JSON.stringify(l)).join('\n')) });
  const preview = page.locator('.preview');
  await preview.waitFor();
  expect(/1 project/.test(await preview.innerText()) && /1 line is rejected/.test(await preview.innerText()), await preview.innerText());
  expect(!await projectNamed(id), 'the preview wrote');
  await page.locator('.drop').getByRole('button', { name: 'Import' }).click();
  await preview.getByText(/^Imported from/).waitFor();
  await removed(await projectNamed(id));
});
await check('a folder of notes is imported after a preview', async () => {
  await page.goto(`${origin}/explorer/sources`);
  const folder = mkdtempSync(join(tmpdir(), 'notes-'));
  writeFileSync(join(folder, 'first.md'), '# The first note\n\nSee [[second]] and [[lost]].\n');
  writeFileSync(join(folder, 'second.md'), '# The second note\n');
  const name = `Notes of ${Date.now()}`;
  await page.getByLabel('Project').fill(name);
  await page.getByLabel('Choose a folder').setInputFiles(folder);
  await page.locator('.preview', { hasText: '2 documents' }).waitFor();
  await page.locator('.preview', { hasText: 'first.md:3: lost: [[lost]]' }).waitFor();
  await page.locator('.drop').getByRole('button', { name: 'Import' }).click();
  await page.getByText(/^Imported from/).waitFor();
  await removed(await projectNamed(name));
});
await check('an unknown page and an unknown entity say so', async () => {
  await page.goto(`${origin}/explorer/nowhere`);
  await page.waitForSelector('.problem');
  await page.goto(`${origin}/explorer/entity/00000000-0000-4000-8000-000000000000`);
  await page.waitForSelector('.problem');
});

const ways = [[1440, 'light'], [390, 'dark'], ...(values.screenshots ? [[1440, 'dark'], [390, 'light']] : [])];
for (const [width, scheme] of ways) {
  const sized = await open(width, scheme);
  for (const [name, path] of Object.entries(views)) {
    await check(`${name} at ${width}, ${scheme}`, async () => {
      await sized.goto(origin + path);
      await sized.waitForSelector(ready[name]);
      none([...await unfit(sized), ...await inaccessible(sized)]);
      if (width > 1000) none(await unreachable(sized));
      await sized.waitForTimeout(values.screenshots ? 300 : 0);
      if (values.screenshots) await sized.screenshot({ path: join(values.screenshots, `${name}-${width}-${scheme}.png`) });
    });
  }
  await sized.context().close();
}
await check('no console message, no failed request and none to another host', () => none(complaints));

await browser.close();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
