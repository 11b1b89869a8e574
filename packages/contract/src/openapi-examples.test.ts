import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from './endpoints.ts'
import { challengeAnswerExample, challengeExample, notificationExamples, scannedAnswerExample, scannedExample } from './examples/events.ts'
import { examples } from './examples/index.ts'
import { scannedCode, scannedCodeAnswer } from './fixed-codes.ts'
import { openApi } from './openapi.ts'
import { notificationSchema } from './openapi-webhooks.ts'
import { notificationTypes, webhookChallenge, webhookChallengeAnswer, webhookEvents } from './webhooks.ts'

// Examples are decoded and encoded by the schemas of the calls: what is missing, misspelt, not known to the schema or of another form fails.

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

function expectOnWire(schema: z.ZodMiniType, value: unknown, what: string): void {
  const json = asJson(value)
  const decoded = z.safeDecode(schema, json)
  expect({ what, issues: decoded.error?.issues }).toEqual({ what, issues: undefined })
  expect({ what, json: asJson(z.encode(schema, decoded.data)) }).toEqual({ what, json })
}

test('every call of a key has an example of what is sent and answered, as its schemas have it', () => {
  const forKeys = Object.values(endpoints).filter(({ access }) => access.endsWith('key'))
  expect(forKeys.length).toBeGreaterThan(60)
  expect(forKeys.filter((endpoint) => !examples.has(endpoint)).map(({ path }) => path)).toEqual([])
  for (const [{ path, method, params, query, body, answer, files }, example] of examples) {
    const what = `${method} ${path}`
    if (params) expectOnWire(params, example.params, what)
    else expect(example).not.toHaveProperty('params')
    // Once or several times is decoded as several.
    if (query) expect({ what, issues: z.safeDecode(query, asJson(example.query ?? {})).error?.issues }).toEqual({ what, issues: undefined })
    if (body) expectOnWire(body, example.body, what)
    else expect(example).not.toHaveProperty('body')
    if (!files) expectOnWire(answer, example.answer, what)
  }
})

test('every event has an example with its own data, and so has what its receiver answers', () => {
  for (const type of notificationTypes) expectOnWire(notificationSchema(type, webhookEvents[type].data), notificationExamples[type], type)
  expectOnWire(webhookChallenge, challengeExample, 'challenge')
  expectOnWire(webhookChallengeAnswer, challengeAnswerExample, 'challenge')
  expectOnWire(scannedCode, scannedExample, 'scanned')
  expectOnWire(scannedCodeAnswer, scannedAnswerExample, 'scanned')
  const { webhooks } = openApi() as { webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { example: { type: string } } } } } }> }
  expect(Object.keys(webhooks)).toEqual([...notificationTypes, 'webhook:challenge', 'fixed-code:scanned'])
  for (const [type, { post }] of Object.entries(webhooks)) expect(post.requestBody.content['application/json'].example.type).toBe(type)
})

test('the document has the examples with their calls', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> }
  for (const [{ path, method }, example] of examples) {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as {
      requestBody?: { content: { 'application/json': { example: unknown } } }
      responses: { 200: { content: Record<string, { example?: unknown }> } }
    }
    expect(operation.requestBody?.content['application/json'].example).toEqual(example.body)
    if (example.answer !== undefined) expect(operation.responses[200].content['application/json']!.example).toEqual(example.answer)
  }
})
