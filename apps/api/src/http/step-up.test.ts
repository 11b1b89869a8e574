import { endpoint } from '@nikau/contract'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, silent, testDatabase } from '@nikau/testing'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { authenticator } from './authenticate.ts'
import { bind, type MerchantKey } from './bind.ts'
import { handleErrors } from './errors.ts'
import { createEventStreams } from './event-stream.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createStepUpCheck } from './step-up.ts'
import { createTokenVerifier } from './tokens.ts'

const database = await testDatabase()
const tokens = await createTokenVerifier({ database, url: database.url, clock: systemClock, log: silent })
const limiter = createRateLimiter(database.db, systemClock)
const fastify = Fastify()
handleErrors(fastify, silent)
const server = {
  fastify,
  limiter,
  authenticate: authenticator(
    tokens,
    {
      merchantOf: async () => ({ accountId: 'a', accountName: 'A', keyName: 'till', rights: 'account-owner', test: true }),
      isCached: () => true,
      close: async () => {},
    },
    { bearerOf: async () => undefined },
    () => false,
  ),
  stepUp: createStepUpCheck({ db: database.db, clock: systemClock, maxAge: 300 }),
  tills: async (key: MerchantKey) => key,
  keyUses: { used: () => {} },
  wallClock: systemClock,
  streams: createEventStreams(fastify),
  log: silent,
}
const common = {
  method: 'POST',
  access: 'person-or-key',
  summary: 'x',
  body: z.object({ amount: z.int() }),
  answer: z.object({ done: z.boolean() }),
  refusals: {},
} as const
let done = 0
bind(server, endpoint({ ...common, path: '/always', stepUp: 'always' }), async () => ({ done: ++done > 0 }))
bind(server, endpoint({ ...common, path: '/over', stepUp: 'conditional' }), async ({ body, requireStepUp }) =>
  body.amount > 100 ? ((await requireStepUp()) ?? { done: ++done > 0 }) : { done: ++done > 0 },
)
afterAll(async () => {
  await fastify.close()
  await limiter.close()
  await tokens.close()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const call = async (headers: Record<string, string>, url = '/always', amount = 1) => {
  const before = done
  const response = await fastify.inject({ method: 'POST', url, headers, payload: { amount } })
  return { status: response.statusCode, body: response.json() as unknown, ran: done > before }
}
const asked = (acr: string) => ({
  status: 403,
  body: { statusCode: 403, error: 'Forbidden', message: 'SIGN_IN_AGAIN', signIn: { acr, maxAge: 300 } },
  ran: false,
})
const allowed = { status: 200, body: { done: true }, ran: true }

async function signedIn(minutes: number, amr = ['sms']) {
  const { personId } = await createPerson(database)
  const token = await createAccessToken(database, personId, undefined, { signedInAt: minutesAgo(minutes), amr })
  const headers = { authorization: `Bearer ${token}` }
  const sessionUid = (await tokens.personOf(token))!.sessionUid!
  const stepUp = (acr: string, at = new Date()) =>
    sql`insert into identity.step_up (session_uid, person_id, acr, authenticated_at) values (${sessionUid}, ${personId}, ${acr}, ${at})
      on conflict (session_uid) do update set acr = excluded.acr, authenticated_at = excluded.authenticated_at`.execute(database.owner.db)
  const addPasskey = () =>
    sql`insert into identity.passkey (id, person_id, public_key, counter, backed_up, name) values (${personId}, ${personId}, '', 0, false, 'Phone')`.execute(
      database.owner.db,
    )
  return { headers, stepUp, addPasskey }
}

test('a sign-in of the last five minutes is enough; an older one is asked for a code and nothing runs [SEC-4]', async () => {
  expect(await call((await signedIn(4)).headers)).toEqual(allowed)
  expect(await call((await signedIn(6)).headers)).toEqual(asked('code'))
})

test('a step-up makes the session recent again, for five minutes [SEC-4]', async () => {
  const person = await signedIn(50 * 24 * 60)
  expect(await call(person.headers)).toEqual(asked('code'))
  await person.stepUp('code')
  expect(await call(person.headers)).toEqual(allowed)
  await person.stepUp('code', minutesAgo(6))
  expect(await call(person.headers)).toEqual(asked('code'))
})

test('a person with a passkey is asked for it: a code by SMS alone is not enough [SEC-4]', async () => {
  const person = await signedIn(1)
  await person.addPasskey()
  expect(await call(person.headers)).toEqual(asked('passkey'))
  await person.stepUp('code')
  expect(await call(person.headers)).toEqual(asked('passkey'))
  await person.stepUp('two-codes')
  expect(await call(person.headers)).toEqual(allowed)
  await person.stepUp('passkey')
  expect(await call(person.headers)).toEqual(allowed)
  const byPasskey = await signedIn(1, ['pop', 'user'])
  await byPasskey.addPasskey()
  expect(await call(byPasskey.headers)).toEqual(allowed)
})

test("another session's step-up does not count [SEC-4]", async () => {
  const [one, other] = [await signedIn(10), await signedIn(10)]
  await one.stepUp('passkey')
  expect(await call(other.headers)).toEqual(asked('code'))
})

test('a conditional endpoint asks only when its use case does [SEC-4]', async () => {
  const { headers } = await signedIn(10)
  expect(await call(headers, '/over', 100)).toEqual(allowed)
  expect(await call(headers, '/over', 101)).toEqual(asked('code'))
})

test('an API key is not asked', async () => {
  expect(await call({ 'x-api-key': 'k_0123456789abcdefghijklmnop' })).toEqual(allowed)
})
