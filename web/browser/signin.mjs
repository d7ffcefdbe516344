// The explorer of a server that asks for a key, in a browser: node signin.mjs PATH/TO/dossier
// Who may only read sees no controls.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inaccessible, launch } from './checks.mjs';

const program = process.argv[2] ?? './dossier';
const secret = 'a secret of thirty-two characters!';
const dossier = spawn(program, ['demo', '--listen', '127.0.0.1:0', '--require-key', '--token', secret], { stdio: ['ignore', 'pipe', 'ignore'] });
const [line] = await once(createInterface(dossier.stdout), 'line');
const origin = line.match(/http:\/\/[^ ]*:[0-9]+/)[0];
const keyOf = (scope) => execFileSync(program, ['key', 'create', '--server', origin, '--key', secret, '--actor', scope, '--project', 'shoplane', '--scope', scope], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const browser = await launch();
const tally = { passed: 0, failed: 0 };
function check(what, ok, got = '') {
  tally[ok ? 'passed' : 'failed'] += 1;
  console.log(ok ? `ok    ${what}` : `FAIL  ${what}: ${got}`);
}

// signedIn opens a page and signs in by its form.
async function signedIn(key) {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${origin}/explorer/projects`);
  await page.getByLabel('Key or token').fill(key);
  await page.keyboard.press('Enter');
  return page;
}

const controls = '.board select, .card[draggable="true"], .field, .facts select, .add, .remove, .text button, .drop';

// settled waits for more than the least number of controls, or else for the answers of requests: a page that has
// loaded counts as idle while it waits for a further answer.
async function settled(page, least) {
  await page.waitForLoadState('networkidle');
  if (least) await page.locator(controls).nth(least).waitFor({ state: 'attached', timeout: 10_000 }).catch(() => {});
  else await page.waitForTimeout(500);
}

try {
  const asking = await signedIn('wrong');
  await asking.getByLabel('Key or token').waitFor();
  const problems = await inaccessible(asking);
  check('a wrong key is asked for again', problems.length === 0, problems.join('; '));
  for (const [scope, least] of [['read', 0], ['read,write', 10]]) {
    const page = await signedIn(keyOf(scope));
    await page.getByRole('link', { name: /^Shoplane/ }).first().click();
    await page.locator('.card').first().waitFor();
    await settled(page, least);
    const board = await page.locator(controls).count();
    await page.locator('.card a').first().click();
    await page.locator('.facts').waitFor();
    await settled(page, least);
    const entity = await page.locator(controls).count();
    await page.goto(`${origin}/explorer/sources`);
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await page.waitForLoadState('networkidle');
    const sources = await page.locator(controls).count();
    check(`a key with the scope ${scope} sees ${least ? 'controls' : 'no controls'}`, least ? board > least && entity > least : board + entity === 0, `${board} on the board, ${entity} on the entity`);
    check(`a key with the scope ${scope} sees no import`, sources === 0, `${sources} controls`);
    await page.context().close();
  }
} finally {
  await browser.close();
  dossier.kill('SIGTERM');
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
