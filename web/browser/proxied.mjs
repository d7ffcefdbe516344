// The pages of a server below a path of a proxy, in a browser, with and without
// the proxy removing the path: node proxied.mjs PATH/TO/dossier
// The browser is $CHROMIUM, else /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const base = '/tools/dossier';
const dossier = spawn(process.argv[2] ?? './dossier', ['demo', '--listen', '127.0.0.1:0', '--base-path', base], { stdio: ['ignore', 'pipe', 'ignore'] });
const [line] = await once(createInterface(dossier.stdout), 'line');
const behind = line.match(/http:\/\/[^ ]*:[0-9]+/)[0];

// proxy passes on what is below the path, as path says, and nothing else.
async function proxy(path) {
  const server = createServer((incoming, response) => {
    if (!incoming.url.startsWith(`${base}/`)) return response.writeHead(404).end('of another program');
    const passed = request(behind + path(incoming.url), { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    return incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const proxies = { 'that keeps the path': await proxy((url) => url), 'that removes it': await proxy((url) => url.slice(base.length)) };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const tally = { passed: 0, failed: 0 };
function check(what, ok, got = '') {
  tally[ok ? 'passed' : 'failed'] += 1;
  console.log(ok ? `ok    ${what}` : `FAIL  ${what}: ${got}`);
}

try {
  for (const [name, server] of Object.entries(proxies)) {
    const url = `http://127.0.0.1:${server.address().port}${base}`;
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const failed = [];
    page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByText('Shoplane Pay').first().waitFor();
    check(`the explorer behind a proxy ${name}`, page.url() === `${url}/explorer/projects`, page.url());
    await page.reload();
    await page.getByText('Shoplane Pay').first().waitFor();
    await page.goto(`${url}/explorer/connect`);
    await page.getByText(`${url}/mcp`).first().waitFor();
    check(`addresses for agents behind a proxy ${name}`, true);
    await page.goto(`${url}/playground`);
    await page.getByText('"contextDocument"').first().waitFor();
    check(`the playground behind a proxy ${name}`, failed.length === 0, failed.join(' '));
    await page.close();
  }
} finally {
  await browser.close();
  dossier.kill('SIGTERM');
  Object.values(proxies).forEach((server) => server.close());
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 ? 1 : 0);
