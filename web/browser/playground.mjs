// Opens the playground of a running server in a browser and uses it as a reader
// would: node playground.mjs http://127.0.0.1:8080 [--screenshot FILE]
// The browser is $CHROMIUM, else /usr/bin/chromium.
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
await check('every example has a tab', async () => {
  examples = await (await context.request.get(`${origin}/playground/examples.json`)).json();
  await tabs.nth(examples.length - 1).waitFor();
  expect((await tabs.count()) === examples.length, `${await tabs.count()} tabs for ${examples.length} examples`);
  expect(examples.length >= 6, `${examples.length} examples`);
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
    const { data, errors, asked } = await run();
    expect(!errors, JSON.stringify(errors));
    expect(data, 'no data');
    expect(asked.query === query, `another query was asked: ${asked.query}`);
    expect(query.includes(`query ${asked.operationName}`), `operation ${asked.operationName}`);
    expect(isDeepStrictEqual(asked.variables, variables), `variables ${JSON.stringify(asked.variables)}`);
  });
}

if (values.screenshot) {
  await check('the screenshot is taken', async () => {
    await open(1);
    await run();
    await page.screenshot({ path: values.screenshot });
  });
}

await check('a query can be formatted', async () => {
  await responseTo(page.getByRole('button', { name: /^Prettify/ }), /\/assets\/standalone-/);
});

await check('the editor marks an unknown field and nothing else', async () => {
  await open(0);
  await editor.locator('.view-line').last().click();
  await page.keyboard.insertText('query Wrong { noSuchField }');
  await page.waitForFunction(() => {
    const marks = globalThis.__MONACO.editor.getModelMarkers({});
    return marks.length > 0 && marks.every(({ message }) => message.includes('noSuchField'));
  });
  await editor.locator('.squiggly-error').first().waitFor();
  expect(page.workers().length > 0, 'no worker runs');
});

await check('no error on the console', () => expect(complaints.length === 0, complaints.join('\n      ')));
await check('no request to another origin', () => expect(strangers.length === 0, strangers.join(' ')));

await browser.close();
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed > 0 ? 1 : 0;
