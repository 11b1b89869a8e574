import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenLinks } from './links.ts'
import { type OpenApi, referencePages } from './reference.ts'

const call = {
  operationId: 'createThing',
  summary: 'Create a <thing>',
  tags: ['things'],
  security: [{ merchantKey: ['things:write'] }],
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
  },
}
const document: OpenApi = {
  info: { title: 'Nikau' },
  paths: { '/api/things': { post: call } },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'string' } } } } },
}
/** The document of the product, which `pnpm openapi --check` compares with the contract. */
const real = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as OpenApi
const pageOf = (source: string, from = document) => referencePages(from).find((page) => page.source === source)?.text

test('a call has its address, caller, fields and answer', () => {
  const page = pageOf('reference/things.md')
  expect(page).toContain('POST /api/things')
  expect(page).toContain('Create a &lt;thing\\>. For an API key with the scope `things:write`.')
  expect(page).toContain('| `name` | text, at most 60 characters | yes |')
  expect(page).toContain('| `parts[].qty` | text or whole number |  |')
  expect(page).toContain('[Thing](/reference/schemas.md#Thing)')
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

/** The section of a call, up to the next. */
function sectionOf(operationId: string): string {
  const page = referencePages(real).find(({ text }) => text.includes(`{#${operationId}}`))!.text
  return page.slice(page.indexOf(`{#${operationId}}`)).split('\n## ')[0]!
}

test('each call of the document has a row for every code of every status, shared answers included', () => {
  const calls = Object.values(real.paths).flatMap((methods) => Object.values(methods))
  expect(calls.length).toBeGreaterThan(100)
  for (const { operationId, responses } of calls) {
    const rows = [...sectionOf(operationId!).matchAll(/^\| (\d{3}) \| `(\w+)` \| (.*) \|$/gm)].map(([, status, code, means]) => ({ status, code, means }))
    const expected = Object.entries(responses)
      .filter(([status]) => status !== '200')
      .flatMap(([status, response]) => {
        const { content } = response.$ref === undefined ? response : real.components.responses![response.$ref.split('/').at(-1)!]!
        return Object.keys(content!['application/json']!.examples!).map((code) => ({ status, code }))
      })
    expect(rows.map(({ status, code }) => ({ status, code }))).toEqual(expected)
    expect(rows.filter(({ means }) => means === '')).toEqual([])
  }
  expect(sectionOf('createPaymentRequest')).toContain(
    '| 403 | `TILL_LIMIT_EXCEEDED` | Above a limit of the till: `limit` says which, `left` what is left today. |',
  )
})

test('each call of the document names its callers, the scopes of a key and the headers of its answers in words', () => {
  const section = sectionOf('createPaymentRequest')
  expect(section).toContain('For an API key with the scope `payments:write`, or a staff till where a person has signed on.')
  expect(section).toContain('**Headers of the answer**: `X-Request-Id`, `Retry-After` with 429 and 503.')
  expect(sectionOf('createApiKey')).toContain('For a signed-in person, or an API key with all rights.')
  expect(sectionOf('declineAssetTransfer')).toContain('For a signed-in person, or the holder of the link to a transfer.')
  expect(pageOf('reference/README.md', real)).toContain('| `Retry-After` | Seconds to wait before the call is repeated |')
})

test('the page of webhooks has what the receiver answers', () => {
  const page = pageOf('reference/webhooks.md', real)!
  const challenge = page.slice(page.indexOf('## `webhook:challenge`')).split('\n## ')[0]!.trimEnd()
  expect(challenge).toContain('**Your answer**: `200`.')
  expect(challenge).toContain('[WebhookChallengeAnswer](/reference/schemas.md#WebhookChallengeAnswer)')
  expect(challenge).toMatch(/"challenge": "\w+"\n}\n```$/)
  expect(page).toContain('**Your answer**: `2XX`. Taken. With any other answer, or none within five seconds, it is sent again.')
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
