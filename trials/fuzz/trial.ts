import { readFileSync } from 'node:fs'
import { violations } from '@nikau/ledger'
import type { TrialContext } from '../harness/trial.ts'
import { type Operation, operationsOf } from './document.ts'
import { hostile, valueFor } from './values.ts'

// Calls every endpoint of the published OpenAPI document with valid, almost valid and hostile input. No answer may be a server
// error, no unknown field may be accepted, memory must not grow, and the ledger's invariants must hold afterwards.

const calls = Number(process.env.CALLS ?? 20_000)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const maxGrowthMb = 50

export async function run({ check, paymentsEnvironment }: TrialContext): Promise<void> {
  const environment = await paymentsEnvironment()
  const FARMLANDS = JSON.stringify([environment.cardCompany.entry({ timeoutMs: 15_000 })])
  // With a small heap garbage is collected at once, so the process grows only by what it retains.
  const smallHeap = '--max-old-space-size=120 --max-semi-space-size=8'
  await environment.processes.restartWith({ NODE_OPTIONS: smallHeap, FARMLANDS, FARMLANDS_WAIT_MS: '2000' }, 'api')
  await environment.processes.restartWith({ FARMLANDS }, 'work')
  const random = generator(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

  const shop = await environment.createShop(['nikau.nzd.test', 'external.test', 'farmlands.nzd.test'])
  const payer = await environment.createPayer(100_000)
  const requests = await Promise.all(Array.from({ length: 20 }, () => shop.createRequest(500)))
  /** Ids that exist, so that a call gets past the first lookup. */
  const known: Record<string, string[]> = {
    id: [...requests, shop.merchantId, shop.configId, payer.walletId],
    accountId: [shop.accountId, payer.accountId],
    merchantId: [shop.merchantId],
    merchantAccountId: [shop.accountId],
    configId: [shop.configId],
    paymentRequestId: requests,
    // Well-formed cards and codes, some of which exist.
    number: ['6005091000000001', '6005091000000006', '6005099999999999'],
    expiry: ['12/30', '1230'],
    cvv: ['123', '321'],
    otp: ['000000', '123456'],
    assetId: [payer.walletId, shop.walletId],
    walletId: [payer.walletId, shop.walletId],
    name: ['till'],
  }
  const trusted = await environment.callOk(
    'POST',
    '/api/auth/verify-farmlands-card',
    {},
    {
      challengeType: 'verify-farmlands-card',
      params: { number: '6005091000000006', expiry: '12/30', cvv: '123' },
      paymentRequestId: requests[0],
    },
  )
  const cardToken = { authorization: `Bearer ${String(trusted.accessToken)}` }
  const callers = [{}, payer.headers, shop.owner.headers, shop.merchantHeaders, cardToken] as Record<string, string>[]
  const operations = operationsOf(await environment.callOk('GET', '/openapi.json', {}))
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${environment.processes.pidOf('api')}/status`, 'utf8'))![1]) / 1024
  const statuses = new Map<number, number>()
  const times: number[] = []
  let unknownFields = 0

  async function fuzz(operation: Operation): Promise<void> {
    const kind = random()
    const how = kind < 0.4 ? 'valid' : kind < 0.75 ? 'near' : 'hostile'
    const make = (schema: unknown, name: string) =>
      how === 'hostile' || (how === 'near' && random() < 0.25) ? pick(hostile)() : valueFor(schema as never, name, { random, known })
    const text = (value: unknown) =>
      encodeURIComponent(typeof value === 'string' ? value.replaceAll(/[\ud800-\udfff]/g, '') : (JSON.stringify(value) ?? '')).slice(0, 3000)
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(make(operation.params[name], name)) || 'x')
    const query = Object.entries(operation.query).flatMap(([name, one]) => (one.required || random() < 0.5 ? [`${name}=${text(make(one.schema, name))}`] : []))
    const body =
      operation.body === undefined
        ? undefined
        : how === 'hostile'
          ? pick(hostile)()
          : valueFor(operation.body as never, 'body', { random, known, ...(how === 'near' && { spoil: hostile }) })
    const withUnknown = how === 'near' && body !== null && typeof body === 'object' && !Array.isArray(body) && random() < 0.2
    const sent = withUnknown ? { ...body, [pick(['status', 'balance', 'settlement', 'liveness', 'zzz', 'constructor'])]: 'x' } : body
    const payload = sent === undefined ? undefined : how === 'hostile' && random() < 0.2 ? pick(broken) : JSON.stringify(sent)
    const began = performance.now()
    const response = await fetch(`${environment.origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`, {
      method: operation.method,
      headers: { ...pick(callers), ...(payload !== undefined && { 'content-type': pick(contentTypes) }) },
      ...(payload !== undefined && { body: payload }),
      signal: AbortSignal.timeout(20_000),
    }).catch((error: unknown) => error as Error)
    if (response instanceof Error) return check(false, `${operation.method} ${path.slice(0, 80)}: ${response.message} ${JSON.stringify(response.cause)}`)
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const answer = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    times.push(performance.now() - began)
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status >= 500)
      check(
        false,
        `${response.status} ${operation.method} ${path.slice(0, 120)}?${query.join('&').slice(0, 300)} ${payload?.slice(0, 300) ?? ''} ${answer.slice(0, 200)}`,
      )
    if (withUnknown && response.status === 200) {
      unknownFields++
      check(false, `an unknown field was accepted by ${operation.method} ${operation.path}: ${payload?.slice(0, 300)}`)
    }
  }

  let before = 0
  for (let done = 0; done < calls; done += 50) {
    if (done >= calls / 4 && before === 0) before = rss()
    await Promise.all(Array.from({ length: 50 }, () => fuzz(pick(operations))))
    // A call may have disabled a key that later calls need.
    if (done % 1000 === 0) await environment.database.pool.query('update api_key set enabled = true where not enabled')
  }
  const grown = rss() - before
  check(grown <= maxGrowthMb, `memory grew by ${grown.toFixed(0)} MB`)
  for (const broken of await violations(environment.database.db)) check(false, `${broken.invariant}: ${JSON.stringify(broken.broken)}`)
  await environment.processes.restartWith({}, 'api', 'work')

  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
  const byStatus = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`).join(', ') // prettier-ignore
  console.log(`${calls} calls to ${operations.length} endpoints (SEED=${seed}): ${byStatus}`)
  console.log(
    `unknown fields accepted: ${unknownFields}; memory after the first quarter ${before.toFixed(0)} MB, at the end ${grown >= 0 ? '+' : ''}${grown.toFixed(0)} MB; p99 ${p99.toFixed(0)} ms`,
  )
}

const contentTypes = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
]
const broken = [
  '{',
  '{"a":',
  '[[[[[[[[',
  '{"__proto__":{"x":1}}',
  '{"amount":"1","amount":"2"}',
  '\u0000',
  '"',
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `{"a":"${'x'.repeat(300_000)}"}`,
  '{"a":1e309}',
  '{"constructor":{"prototype":{"x":1}}}',
]

/** Seeded, so that a failure can be repeated. */
function generator(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
