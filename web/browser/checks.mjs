// What every view of the explorer has to be, for any data.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// launch starts the browser, $CHROMIUM or else /usr/bin/chromium.
export const launch = (...more) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...more],
});

// watch keeps in complaints what a page says on the console, what is refused, and what
// it asks of other hosts.
export function watch(page, origin, complaints) {
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && complaints.push(m.text()));
  page.on('pageerror', (e) => complaints.push(e.message));
  page.on('dialog', (d) => {
    complaints.push(`a dialog: ${d.message()}`);
    void d.dismiss();
  });
  page.on('response', (r) => r.status() >= 400 && complaints.push(`${r.status()} ${r.url()}`));
  page.on('request', (r) => /^https?:/.test(r.url()) && new URL(r.url()).origin !== origin && complaints.push(`asks ${r.url()}`));
}

// inaccessible returns the violations that axe calls serious or critical.
export async function inaccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`);
}

// unfit returns by how much a page is wider than its window.
export async function unfit(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return width > 0 ? [`the page is ${width} px wider than the window`] : [];
}

const mostStops = 150; // of Tab in a view: those of long lists are alike

// unreachable goes through a view by Tab and returns what is wrong: controls that are
// not reached, focus that cannot be seen, and where Tab does not go on.
export async function unreachable(page) {
  const controls = await page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    const seen = all.filter((e) => !e.disabled && e.checkVisibility() && e.tabIndex >= 0);
    seen.forEach((e, i) => { e.dataset.stop = i; });
    document.activeElement?.blur();
    getSelection().removeAllRanges();
    return seen.length;
  });
  await page.locator('.skip').focus();
  const problems = [];
  let last = -1;
  for (let i = 0; i < Math.min(controls, mostStops) - 1; i++) {
    const stop = await page.evaluate(() => {
      const e = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(e.type === 'file' ? e.parentElement : e);
      return { at: Number(e.dataset.stop ?? -1), html: e.outerHTML.slice(0, 120), visible: e.className === 'skip' || (outlineStyle !== 'none' && outlineWidth !== '0px') };
    });
    if (stop.at !== last + 1) problems.push(`Tab goes from ${last} to ${stop.at}: ${stop.html}`);
    if (!stop.visible) problems.push(`the focus is not seen on ${stop.html}`);
    if (problems.length > 3) break;
    last = stop.at;
    await page.keyboard.press('Tab');
  }
  return problems;
}
