// Takes the pictures of the documentation from a running demo:
// node pictures.mjs http://127.0.0.1:8080
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const origin = new URL(process.argv[2] ?? 'http://127.0.0.1:8080').origin;
const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });

async function picture(name, path, ready) {
  await page.goto(origin + path);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${docs}${name}.png` });
}

const answer = await fetch(`${origin}/graphql`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query: '{ projects(first: 1) { nodes { id } } }' }) });
const { id } = (await answer.json()).data.projects.nodes[0];
await picture('explorer', '/', '.prompt');
await picture('explorer-board', `/explorer/project/${id}`, '.card');
await picture('explorer-graph', `/explorer/graph/${id}?nodes=45`, '.drawing canvas');
await browser.close();
