import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenLinks } from './links.ts'
import { type OpenApi, referencePages } from './reference.ts'

const call = {
  operationId: 'createThing',
  summary: 'Create a <thing>',
  tags: ['things'],
  security: [{ merchantKey: [] }],
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 60 },
            parts: { type: 'array', items: { type: 'object', properties: { qty: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } } },
          },
        },
      },
    },
  },
  responses: {
    '200': { description: 'Success', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
    '403': { description: 'FORBIDDEN, THING_LIMIT_EXCEEDED' },
  },
}
const document: OpenApi = {
  info: { title: 'Nikau' },
  paths: { '/api/things': { post: call } },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } } } } },
}
const pageOf = (source: string, from = document) => referencePages(from).find((page) => page.source === source)?.text

test('a call has its address, caller, fields, answer and refusals', () => {
  const page = pageOf('reference/things.md')
  expect(page).toContain('POST /api/things')
  expect(page).toContain('Create a &lt;thing\\>. For an API key.')
  expect(page).toContain('| `name` | text, at most 60 characters | yes |')
  expect(page).toContain('| `parts[].qty` | text or whole number |  |')
  expect(page).toContain('[Thing](/reference/schemas.md#Thing)')
  expect(page).toContain('| 403 | `FORBIDDEN`, `THING_LIMIT_EXCEEDED` |')
  expect(pageOf('reference/schemas.md')).toContain('## Thing {#Thing}')
})

test('servers, examples and webhooks are shown when the document has them, and not missed when it has not', () => {
  expect(pageOf('reference/webhooks.md')).toBeUndefined()
  expect(pageOf('reference/README.md')).toContain('`pnpm dev` prints the address')
  const media = { schema: { type: 'object', properties: { id: { type: 'string' } } }, examples: { paid: { value: { id: 'n_1' } } } }
  const more: OpenApi = {
    ...document,
    servers: [{ url: 'https://api.nikau.example', description: 'Live' }],
    webhooks: { 'payment-request:paid': { post: { summary: 'Paid', requestBody: { content: { 'application/json': media } }, responses: {} } } },
  }
  expect(pageOf('reference/README.md', more)).toContain('- `https://api.nikau.example`: Live')
  expect(pageOf('reference/webhooks.md', more)).toContain('"id": "n_1"')
})

test('a link or an anchor that leads nowhere, and what is loaded from elsewhere, is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nikau-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'guides'))
  writeFileSync(join(folder, 'index.html'), '<h1 id="top">A</h1><a class="x" href="/guides/b#here">b</a><a href="#top">t</a><a href="https://x.example">x</a>')
  writeFileSync(join(folder, 'guides/b.html'), '<h1 id="here">B</h1><a class="y" href="../index">a</a>')
  expect(brokenLinks(folder)).toEqual([])
  writeFileSync(join(folder, 'index.html'), '<a href="/guides/b#there">b</a><a href="/guides/c">c</a><script async src="https://cdn.example/a.js"></script>')
  expect(brokenLinks(folder)).toEqual([expect.stringContaining('cdn.example'), 'index.html: links to /guides/b#there', 'index.html: links to /guides/c'])
})
