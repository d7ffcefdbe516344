// Opens the playground of a running server in a browser and uses it as a reader
// would: node playground.mjs http://127.0.0.1:8080 [--screenshot FILE]
// The browser is $CHROMIUM, else /usr/bin/chromium.
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { screenshot: { type: 'string' } } });
const origin = new URL(positionals[0] ?? 'http://127.0.0.1:8080').origin;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const context = await browser.newContext({ viewport: { width: 1400, height: 850 } });
const page = await context.newPage();
page.setDefaultTimeout(30_000);

const complaints = [];
const strangers = [];
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
page.on('pageerror', (error) => complaints.push(error.message));
context.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`));
context.on('request', (request) => {
  const asked = new URL(request.url());
  if (/^https?:$/.test(asked.protocol) && asked.origin !== origin) strangers.push(asked.href);
});

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

const tabs = page.getByRole('tablist').getByRole('tab');
const editor = page.locator('.graphiql-query-editor .monaco-editor').first();
const result = page.locator('.result-window .view-lines');

// open waits, because GraphiQL takes over a tab's operation 100 ms after its text.
async function open(index) {
  await tabs.nth(index).click();
  await page.waitForTimeout(500);
}

// responseTo clicks and gives the answer from the address that the click asks.
async function responseTo(button, address) {
  const [response] = await Promise.all([page.waitForResponse(address), button.click()]);
  return response;
}

// run executes the open tab and gives the server's answer once it is shown.
async function run() {
  const response = await responseTo(page.locator('.graphiql-execute-button'), /\/graphql$/);
  const body = await response.json();
  await result.getByText(body.errors ? '"errors"' : '"data"').first().waitFor();
  return { ...body, asked: response.request().postDataJSON() };
}

await check('the editor opens', async () => {
  await page.goto(`${origin}/playground`);
  await editor.locator('.view-line').first().waitFor();
});

let examples = [];
let plain = 0; // the tab of the example without variables
await check('every example has a tab', async () => {
  examples = await (await context.request.get(`${origin}/playground/examples.json`)).json();
  await tabs.nth(examples.length - 1).waitFor();
  expect((await tabs.count()) === examples.length, `${await tabs.count()} tabs for ${examples.length} examples`);
  plain = examples.findIndex(({ name }) => name === 'projects');
  expect(examples.length >= 8, `${examples.length} examples`);
});

await check('the first tab is a context document, with its text beside it', async () => {
  expect(examples[0].name === 'context', `the first example is ${examples[0].name}`);
  const text = page.locator('.prompt-text pre');
  await text.first().waitFor();
  expect((await text.first().textContent()).startsWith('# '), 'the panel has no prompt text');
  await page.getByRole('button', { name: 'Hide Prompt text' }).click();
});

await check('the schema is downloaded as SDL', async () => {
  const address = await page.getByRole('link', { name: 'The schema as SDL' }).getAttribute('href');
  const response = await context.request.get(new URL(address, origin).href);
  expect(response.ok() && (await response.text()).includes('type Query'), `status ${response.status()}`);
});

await check('the page says what it is and shows an answer', async () => {
  await page.locator('header p').getByText('Dossier keeps projects as a graph').waitFor();
  await result.getByText('"data"').first().waitFor();
});

await check('the documentation shows the schema', async () => {
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).first().click();
  await page.locator('.graphiql-doc-explorer').getByText('projects', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
});

for (const [index, { name, query, variables }] of examples.entries()) {
  await check(`the example ${name} runs`, async () => {
    await open(index);
    if (query.includes('\nsubscription ')) {
      await page.locator('.graphiql-execute-button').click();
      await result.getByText('"projectChanges"').first().waitFor();
      await page.locator('.graphiql-execute-button').click(); // stops it
      return;
    }
    const { data, errors, asked } = await run();
    expect(!errors, JSON.stringify(errors));
    expect(data, 'no data');
    expect(asked.query === query, `another query was asked: ${asked.query}`);
    expect(new RegExp(`(query|mutation) ${asked.operationName}`).test(query), `operation ${asked.operationName}`);
    expect(isDeepStrictEqual(asked.variables ?? undefined, variables), `variables ${JSON.stringify(asked.variables)}`);
  });
}

if (values.screenshot) {
  await check('the screenshot is taken', async () => {
    await open(plain);
    await run();
    await page.screenshot({ path: values.screenshot });
  });
}

await check('the tree of fields adds one to the query', async () => {
  await open(plain);
  await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
  const tree = page.locator('.graphiql-explorer-root');
  await tree.getByText('Projects', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Hide GraphiQL Explorer' }).click();
});

await check('the prompt text of an answer is shown as text', async () => {
  await open(examples.findIndex(({ name }) => name === 'context'));
  const { data } = await run();
  await page.getByRole('button', { name: 'Show Prompt text' }).click();
  const panel = page.locator('.prompt-text');
  const text = data.contextDocument?.text;
  if (text) expect((await panel.locator('pre').first().textContent()) === text, 'the panel has another text');
  else await panel.getByText('Run a query').waitFor();
  await page.getByRole('button', { name: 'Hide Prompt text' }).click();
});

await check('the query is copied as curl', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await open(plain);
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.startsWith(`curl -s '${origin}/graphql'`) && copied.includes('query Projects'), copied);
  const answer = JSON.parse(execFileSync('sh', ['-c', copied], { encoding: 'utf8' }));
  expect(answer.data, JSON.stringify(answer));
});

await check('the query is copied by a page over plain HTTP', async () => {
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.evaluate(() => delete navigator.clipboard); // the one of the browser is in the prototype
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.startsWith('curl -s'), copied);
});

await check('a 502 is explained in words', async () => {
  await page.route('**/graphql', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }));
  await open(plain);
  await page.locator('.graphiql-execute-button').click();
  await result.getByText('a proxy answers').first().waitFor();
  await page.unroute('**/graphql');
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('502')));
});

await check('390 px are enough for the query and its answer', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(plain);
  await run();
  for (const part of ['.graphiql-query-editor', '.result-window', '.graphiql-tabs']) {
    const { width, height } = await page.locator(part).first().boundingBox();
    expect(width > 250 && height > 30, `${part} is ${Math.round(width)} × ${Math.round(height)}`);
  }
  const bottom = async (part) => page.locator(part).first().evaluate((element) => element.getBoundingClientRect().bottom);
  const top = async (part) => page.locator(part).first().evaluate((element) => element.getBoundingClientRect().top);
  expect((await bottom('.graphiql-editor-tools')) <= (await top('.result-window')), 'the answer covers the variables');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow <= 390, `the page is ${overflow} px wide`);
  if (values.screenshot) await page.screenshot({ path: values.screenshot.replace('.png', '-390.png') });
  await page.setViewportSize({ width: 1400, height: 850 });
});

await check('a query can be formatted', async () => {
  await responseTo(page.getByRole('button', { name: /^Prettify/ }), /\/assets\/standalone-/);
});

await check('the editor marks an unknown field and nothing else', async () => {
  await open(plain);
  await editor.locator('.view-line').last().click();
  await page.keyboard.insertText('query Wrong { noSuchField }');
  await page.waitForFunction(() => {
    const marks = globalThis.__MONACO.editor.getModelMarkers({});
    return marks.length > 0 && marks.every(({ message }) => message.includes('noSuchField'));
  });
  await editor.locator('.squiggly-error').first().waitFor();
  expect(page.workers().length > 0, 'no worker runs');
});

await check('a subscription shows what comes', async () => {
  const { project } = examples.find(({ variables }) => variables?.project).variables;
  await open(plain);
  await editor.locator('.view-line').last().click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(`subscription Follow { projectChanges(projectId: "${project}", after: "0.0") { cursor resync event { operation } } }`);
  await page.keyboard.press('ControlOrMeta+Enter'); // before the editor has parsed it
  await result.getByText('"projectChanges"').first().waitFor();
  await page.locator('.graphiql-execute-button').click(); // stops it
});

await check('no error on the console', () => expect(complaints.length === 0, complaints.join('\n      ')));
await check('no request to another origin', () => expect(strangers.length === 0, strangers.join(' ')));

await browser.close();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
