import * as z from 'zod/mini'
import { challengeAnswerExample, challengeExample, notificationExamples, scannedAnswerExample, scannedExample } from './examples/events.ts'
import { scannedCode, scannedCodeAnswer } from './fixed-codes.ts'
import { type Json, toJsonSchema } from './openapi-schemas.ts'
import { type NotificationType, webhookChallenge, webhookChallengeAnswer, webhookEvents, webhookNotification } from './webhooks.ts'

interface Call {
  summary: string
  body: z.ZodMiniType
  example: unknown
  answer?: { schema: z.ZodMiniType; example: unknown }
}

const calls: [string, Call][] = [
  ...Object.entries(webhookEvents).map(([type, { when, data }]): [string, Call] => [
    type,
    { summary: when, body: notificationSchema(type as NotificationType, data), example: notificationExamples[type as NotificationType] },
  ]),
  [
    'webhook:challenge',
    {
      summary: 'Sent to a new address before anything else. It proves that it wants the events by answering with the value',
      body: webhookChallenge,
      example: challengeExample,
      answer: { schema: webhookChallengeAnswer, example: challengeAnswerExample },
    },
  ],
  [
    'fixed-code:scanned',
    {
      summary: 'Sent to the target of a fixed code when a customer scans it. Answer within three seconds with a new payment request',
      body: scannedCode,
      example: scannedExample,
      answer: { schema: scannedCodeAnswer, example: scannedAnswerExample },
    },
  ],
]

/** What deliveries of a type carry. */
export function notificationSchema(type: NotificationType, data: z.ZodMiniType) {
  return z.extend(webhookNotification, { type: z.literal(type), data })
}

/** What Nikau sends to addresses of merchants. */
export function webhookPaths(schemas: Json): Json {
  return Object.fromEntries(
    calls.map(([name, { summary, body, example, answer }]) => [
      name,
      {
        post: {
          operationId: name.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary,
          tags: ['webhooks'],
          security: [{ webhookSignature: [] }],
          requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body, schemas), example } } },
          responses: answer
            ? { 200: { description: 'Taken', content: { 'application/json': { schema: toJsonSchema(answer.schema, schemas), example: answer.example } } } }
            : { '2XX': { description: 'Taken. With any other answer, or none within five seconds, it is sent again' } },
        },
      },
    ]),
  )
}
