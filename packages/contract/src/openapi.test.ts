import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { commonRefusals } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { errorTexts } from './error-texts.ts'
import { openApi } from './openapi.ts'
import { endpointPermissions, keyMayUse, keyScopes, offeredKeyScopes } from './roles.ts'

interface Response {
  $ref?: string
  description: string
  headers: object
  content: Record<string, { examples: Record<string, { $ref: string }> }>
}
interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  responses: Record<string, Response>
}
interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: object
  components: { responses: Record<string, Response>; examples: Record<string, { value: { statusCode: number; error: string; message: string } }> }
}
const document = openApi() as unknown as Document
const operationOf = (name: string) => {
  const { path, method } = endpoints[name]!
  return document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
}
const responseOf = ({ responses }: Operation, status: number) => {
  const response = responses[String(status)]!
  return response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)!]!
}

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  const text = JSON.stringify(document)
  const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!))
  expect(references.size).toBeGreaterThan(100)
  const find = (path: string) => path.split('/').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
  expect([...references].filter((path) => find(path) === undefined)).toEqual([])
  // It names no host but examples and the reader's own machine.
  const hosts = [...text.matchAll(/https?:\/\/([^/"\\\s:`]+)/g)].map(([, host]) => host!)
  expect(hosts.filter((host) => !/^(?:localhost|\{host\}|[\w.-]+\.example)$/.test(host))).toEqual([])
})

test('the document lists every endpoint with its statuses', () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = operationOf(name)
    expect(operation.operationId).toBe(name)
    for (const status of [200, 400, 429, 500, 503, ...Object.values(endpoint.refusals)]) expect(operation.responses).toHaveProperty(String(status))
  }
})

test('every code that a call can be refused with has a cause of its own, in the answer of its status', () => {
  const codes = new Set([...Object.keys(commonRefusals), ...Object.values(endpoints).flatMap(({ refusals }) => Object.keys(refusals))])
  expect([...codes].filter((code) => errorTexts[code] === undefined)).toEqual([])
  expect(Object.keys(errorTexts).filter((code) => !codes.has(code))).toEqual([])
  const texts = Object.values(errorTexts)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  for (const [name, { refusals }] of Object.entries(endpoints))
    for (const [code, status] of Object.entries(refusals)) {
      const response = responseOf(operationOf(name), status)
      expect(response.description).toContain(`- \`${code}\`: ${errorTexts[code]}`)
      const example = response.content['application/json']!.examples[code]!.$ref.split('/').at(-1)!
      expect(document.components.examples[example]!.value).toMatchObject({
        statusCode: status,
        error: expect.stringMatching(/^[A-Z]/),
        message: /^BAD|^UNAUTH/.test(code) ? expect.any(String) : code,
      })
    }
})

test('the scopes that are listed with a call are what a key needs, no more and no less', () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const scheme = operationOf(name).security.find((one) => 'merchantKey' in one)
    const isForKeys = endpoint.access.endsWith('key') && !endpoint.path.startsWith('/api/tills/')
    expect({ name, isForKeys: scheme !== undefined }).toEqual({ name, isForKeys })
    if (!scheme) continue
    const permission = endpointPermissions[name] as Exclude<(typeof endpointPermissions)[string], 'self'>
    const listed = scheme['merchantKey']!
    const enough = keyScopes.filter((scope) => keyMayUse([scope], permission))
    // Any key, one scope, or all rights.
    expect({ name, enough }).toEqual({ name, enough: listed.length === 0 ? keyScopes : listed[0] === 'account-owner' ? [] : listed })
    expect(keyMayUse('account-owner', permission)).toBe(true)
  }
  expect(operationOf('refundPaymentRequest').security).toContainEqual({ merchantKey: ['refunds:write'] })
  expect(operationOf('createApiKey').security).toContainEqual({ merchantKey: ['account-owner'] })
})

test('the portal offers the scopes that a call of keys needs, and no other', () => {
  const needed = Object.keys(endpoints).flatMap((name) => operationOf(name).security.flatMap((scheme) => scheme['merchantKey'] ?? []))
  expect(offeredKeyScopes).toEqual(keyScopes.filter((scope) => needed.includes(scope)))
})
