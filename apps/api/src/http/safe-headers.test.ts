import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { safeHeaders } from './safe-headers.ts'

test('every response has the strict security headers, also for unknown paths', async () => {
  const fastify = Fastify()
  await safeHeaders(fastify)
  fastify.get('/', () => ({}))
  for (const path of ['/', '/nothing']) {
    const { headers } = await fastify.inject(path)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    })
  }
})
