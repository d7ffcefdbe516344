// Runs clients of others against the MCP interface: the TypeScript SDK over
// standard input and output and over HTTP, the inspector's command line, and the
// scenarios of the conformance suite that need no tools of its own.
//
//	node clients.mjs BINARY DB URL
//
// BINARY serves DB over standard input and output; URL is a server of the same
// graph. Prints a line for each check, and ends with status 1 if one failed.
import { execFileSync, spawnSync } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [binary, db, url] = process.argv.slice(2)
const topic = 'what blocks the app-store submission?'
const scenarios = [
  'server-initialize', 'ping', 'completion-complete', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection',
]
let passed = 0
let failed = 0

function check(name, ok, got) {
  console.log(ok ? `ok: ${name}` : `FAILED: ${name}: ${got}`)
  ok ? passed++ : failed++
}

// document returns the text of the document that a client gets, after checks of
// everything that the client can do.
async function document(name, transport) {
  const errors = []
  const client = new Client({ name: 'dossier-test', version: '1' })
  client.onerror = (error) => errors.push(error.message)
  await client.connect(transport)
  const { tools } = await client.listTools()
  check(`${name}: tools`, tools.length === 14 && tools.every((tool) => !tool.outputSchema), tools.length)
  const { prompts } = await client.listPrompts()
  const names = prompts.map((prompt) => prompt.name)
  check(`${name}: prompts`, ['brief', 'next', 'risks'].every((view) => names.includes(view)) && prompts.every((prompt) => prompt.description), names)
  const { resourceTemplates } = await client.listResourceTemplates()
  check(`${name}: resource templates`, resourceTemplates.length === 3, resourceTemplates.length)

  const { resources } = await client.listResources()
  check(`${name}: the projects as resources`, resources.length === 3 && resources.some((r) => r.name.includes('Shoplane')), JSON.stringify(resources))

  const ready = await client.callTool({ name: 'find_ready_work', arguments: { project: 'shoplane', first: 1 } })
  check(`${name}: ready work`, ready.content[0].text.startsWith('# Tasks that can start'), JSON.stringify(ready))
  const hits = await client.callTool({ name: 'search_ontology', arguments: { query: 'offline queue', first: 2 } })
  check(`${name}: a result is one text`, hits.content.length === 1 && !hits.structuredContent, JSON.stringify(hits))
  const [, id] = hits.content[0].text.match(/\[([0-9a-f]{8})\]/)
  const entity = await client.readResource({ uri: `dossier://entity/${id}` })
  check(`${name}: an entity of a hit`, entity.contents[0].text.includes('Build the offline queue'), JSON.stringify(entity))
  const unknown = await client.callTool({ name: 'get_entity', arguments: { ids: ['offline queu'] } })
  check(`${name}: an error names the nearest`, unknown.isError && unknown.content[0].text.includes('69bf1307'), JSON.stringify(unknown))
  const completed = await client.complete({ ref: { type: 'ref/prompt', name: 'brief_me' }, argument: { name: 'project', value: 'shop' } })
  check(`${name}: completion`, completed.completion.values[0]?.startsWith('Shoplane'), JSON.stringify(completed))
  const prompt = await client.getPrompt({ name: 'brief_me', arguments: { project: 'shoplane' } })
  check(`${name}: a prompt`, prompt.messages[0].content.text.includes('Shoplane Pay'), JSON.stringify(prompt))

  const answer = await client.callTool({ name: 'get_context_document', arguments: { topic, max_tokens: 4000 } })
  const lines = answer.content[0].text.trimEnd().split('\n')
  const [, known] = lines.pop().match(/^known: (k\d+)/) ?? []
  const again = await client.callTool({ name: 'get_context_document', arguments: { topic, max_tokens: 4000, known: [known] } })
  check(`${name}: known is left out`, again.content[0].text.includes('known entit'), again.content[0].text)
  await client.close()
  check(`${name}: nothing but the protocol`, errors.length === 0, errors.join('; '))
  return lines.join('\n')
}

const texts = {
  stdio: await document('stdio', new StdioClientTransport({ command: binary, args: ['mcp', '--db', db], stderr: 'inherit' })),
  HTTP: await document('HTTP', new StreamableHTTPClientTransport(new URL(`${url}/mcp`))),
  'the command line': execFileSync(binary, ['context', topic, '--max-tokens', '4000', '--db', db], { encoding: 'utf8' }),
}
const response = await fetch(`${url}/graphql`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: `{ contextDocument(input: {start: {topic: ${JSON.stringify(topic)}}, maxTokens: 4000}) { text } }` }),
})
const graphql = (await response.json()).data.contextDocument.text
for (const [name, text] of Object.entries(texts)) {
  check(`the document of ${name} is that of GraphQL`, text.trimEnd() === graphql.trimEnd(), text)
}

const inspected = spawnSync('node_modules/.bin/mcp-inspector', ['--cli', binary, 'mcp', '--db', db, '--method', 'tools/call', '--tool-name', 'list_projects'],
  { encoding: 'utf8', cwd: import.meta.dirname })
check('the inspector calls a tool', inspected.status === 0 && inspected.stdout.includes('# Projects (3)'), inspected.stdout + inspected.stderr)

for (const scenario of scenarios) {
  const run = spawnSync('node_modules/.bin/conformance', ['server', '--url', `${url}/mcp`, '--scenario', scenario],
    { encoding: 'utf8', cwd: import.meta.dirname })
  check(`conformance: ${scenario}`, run.status === 0, run.stdout + run.stderr)
}

console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
