// Runs every audit of graphql-http against the server at the URL given, prints
// what fails, ends with "N passed, N failed" and exits 1 when anything failed.
import { serverAudits } from 'graphql-http';

const url = process.argv[2];
if (!url) {
  console.error('usage: node audit.mjs URL');
  process.exit(2);
}

let passed = 0;
let failed = 0;
for (const audit of serverAudits({ url })) {
  const result = await audit.fn().catch((error) => ({
    status: 'error', id: audit.id, name: audit.name, reason: error.message,
  }));
  if (result.status === 'ok') {
    passed++;
    continue;
  }
  failed++;
  console.log(`${result.status} ${result.id} ${result.name}: ${result.reason}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
