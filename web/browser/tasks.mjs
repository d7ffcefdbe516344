// Three tasks with the explorer and with the playground of a running demo, as somebody
// does them who knows both: node tasks.mjs http://127.0.0.1:8080
// Seconds are those that the pages took and, by the keystroke-level model, 1.3 for a
// click (.2) to which the pointer moves (1.1), and .2 for a key. What is changed is
// changed back.
import { launch } from './checks.mjs';

const origin = new URL(process.argv[2] ?? 'http://127.0.0.1:8080').origin;
const browser = await launch();

async function asked(query) {
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) });
  return (await response.json()).data;
}

// A Hand uses a page and counts what it does.
class Hand {
  clicks = 0;
  keys = 0;
  waited = 0;
  constructor(page) { this.page = page; }

  async click(target, position) {
    this.clicks += 1;
    await target.click({ position });
  }

  async drag(from, to) {
    this.clicks += 2; // to the card, and to the column
    await from.dragTo(to);
  }

  async type(text) {
    this.keys += text.length;
    await this.page.keyboard.insertText(text);
  }

  async press(...keys) {
    this.keys += keys.length;
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async wait(what) {
    const begun = performance.now();
    await what();
    this.waited += (performance.now() - begun) / 1000;
  }

  toString() { return `${this.clicks} clicks, ${this.keys} keys, ${(this.waited + 1.3 * this.clicks + 0.2 * this.keys).toFixed(0)} s`; }
}

const { tasks } = await asked('{ tasks(filter: { states: [BLOCKED] }, first: 1) { nodes { id title updatedAt project { id name } } } }');
const blocked = tasks.nodes[0];
const question = 'payments offline';

// explorer and playground each have the three tasks.
const explorer = {
  async lacks(hand, lacking) {
    await hand.wait(() => hand.page.locator('.prompt').waitFor());
    await hand.click(hand.page.locator('#q'));
    await hand.press('ControlOrMeta+A');
    await hand.type(question);
    await hand.press('Enter');
    await hand.wait(() => hand.page.waitForFunction((q) => new URL(location).searchParams.get('q') === q && document.querySelector('.side[aria-busy="false"]'), question));
    await hand.click(hand.page.getByLabel('What should be in it'));
    await hand.type(lacking.label);
    await hand.press('Enter');
    await hand.wait(() => hand.page.locator('.missing li', { hasText: 'there is no room for it: in from' }).first().waitFor());
  },
  async moves(hand) {
    await hand.wait(() => hand.page.locator('.prompt').waitFor());
    await hand.click(hand.page.getByRole('link', { name: 'Projects', exact: true }));
    await hand.wait(() => hand.page.locator('.cards li').first().waitFor());
    await hand.click(hand.page.getByRole('link', { name: blocked.project.name }).first());
    const card = (state) => hand.page.locator(`.column[aria-label="${state}"] .card`, { has: hand.page.locator(`a[href$="${blocked.id}"]`) });
    await hand.wait(() => card('blocked').waitFor());
    await hand.drag(card('blocked'), hand.page.locator('.column[aria-label="in progress"]'));
    await hand.wait(() => card('in progress').waitFor());
  },
  async changed(hand) {
    await hand.wait(() => hand.page.locator('.prompt').waitFor());
    await hand.click(hand.page.locator('#q'));
    await hand.press('ControlOrMeta+A');
    await hand.type('what changed this week?');
    await hand.press('Enter');
    await hand.wait(() => hand.page.locator('.prompt', { hasText: '# What changed' }).waitFor());
  },
};

const editor = (page) => page.locator('.graphiql-query-editor .monaco-editor').first();
const result = (page) => page.locator('.result-window .view-lines');

// run runs what is in the editor, and gives the answer.
async function run(hand) {
  const response = hand.page.waitForResponse(/\/graphql$/);
  await hand.press('ControlOrMeta+Enter');
  let answer;
  await hand.wait(async () => { answer = await (await response).json(); });
  if (!answer.data) throw new Error(JSON.stringify(answer.errors));
  return answer;
}

async function write(hand, text) {
  await hand.click(editor(hand.page), { x: 160, y: 60 });
  await hand.press('ControlOrMeta+A');
  await hand.type(text);
  return run(hand);
}

const playground = {
  async lacks(hand, lacking) {
    await hand.wait(() => result(hand.page).getByText('"data"').first().waitFor());
    for (let budget = 2000; ; budget *= 1.25) { // as the explorer does, to be right within a quarter
      const query = `query { contextDocument(input: {start: {topic: "${question}"}, maxTokens: ${Math.round(budget)}}) { nodes { entity { label } } } }`;
      if (budget > 2000) hand.keys -= query.length - 4; // only the number is written again
      const { data } = await write(hand, query);
      if (data.contextDocument.nodes.some((n) => n.entity.label === lacking.label)) return;
    }
  },
  async moves(hand) {
    await hand.wait(() => result(hand.page).getByText('"data"').first().waitFor());
    await write(hand, 'query { tasks(filter: {states: [BLOCKED]}) { nodes { id title updatedAt } } }');
    await hand.click(hand.page.locator('.result-window'), { x: 160, y: 60 }); // the id is copied: twice to select, and two keys
    hand.clicks += 1;
    hand.keys += 2;
    const { data } = await write(hand, `mutation { updateEntity(input: {task: {id: "${blocked.id}", state: IN_PROGRESS}}) { changed } }`);
    hand.keys -= blocked.id.length; // pasted
    if (!data?.updateEntity.changed) throw new Error('the task is not moved');
  },
  async changed(hand) {
    await hand.wait(() => result(hand.page).getByText('"data"').first().waitFor());
    const { data } = await write(hand, 'query { contextDocument(input: {start: {topic: "what changed this week?"}, maxTokens: 2000}) { text } }');
    if (!data.contextDocument.text.startsWith('# What changed')) throw new Error(data.contextDocument.text.slice(0, 40));
  },
};

const within = async (maxTokens) => (await asked(`{ contextDocument(input: { start: { topic: "${question}" }, maxTokens: ${maxTokens} }) { nodes { entity { id label } } } }`)).contextDocument.nodes.map((n) => n.entity);
const had = new Set((await within(2000)).map((e) => e.id));
const lacking = (await within(6000)).find((e) => !had.has(e.id));
const names = { lacks: 'find why an answer lacks something', moves: 'move a blocked task on', changed: 'see what changed this week' };
for (const [task, name] of Object.entries(names)) {
  for (const [page, [path, way]] of Object.entries({ explorer: ['/', explorer], playground: ['/playground', playground] })) {
    const hand = new Hand(await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage());
    await hand.page.goto(origin + path);
    await way[task](hand, lacking);
    console.log(`${name}, ${page}: ${hand}`);
    await hand.page.context().close();
    await asked(`mutation { updateEntity(input: { task: { id: "${blocked.id}", state: BLOCKED } }) { changed } }`);
  }
}
await browser.close();
