import { randomUUID } from 'node:crypto'
import { parseCallback } from '@nikau/testing/banks'
import type { PaymentsEnvironment, Shop } from '../harness/payments-environment.ts'
import { pause } from '../harness/wait.ts'

/** How the sandbox bank misbehaves for each number of cents, and how such a payment may end. */
export const scenarios = [
  { cents: 0, name: 'NORMAL', outcomes: ['paid'] },
  { cents: 61, name: 'SLOW', outcomes: ['paid'] },
  { cents: 62, name: 'DOWN', outcomes: ['no consent'] },
  { cents: 63, name: 'DOWNPAY', outcomes: ['paid'] },
  { cents: 64, name: 'LOSE', outcomes: ['paid'] },
  { cents: 65, name: 'LOSECONS', outcomes: ['paid'] },
  { cents: 66, name: 'LATE', outcomes: ['declined'] },
  { cents: 67, name: 'REJECT', outcomes: ['declined'] },
  { cents: 68, name: 'PEND', outcomes: ['paid'] },
  { cents: 69, name: 'NOCODE', outcomes: ['cancelled'] },
  { cents: 70, name: 'BADSTATE', outcomes: ['unknown state'] },
  { cents: 71, name: 'ELSEWHERE', outcomes: ['paid'] },
  { cents: 72, name: 'TWICE', outcomes: ['paid'] },
  { cents: 73, name: 'EXPIRED', outcomes: ['expired'] },
  { cents: 74, name: 'TOKENERR', outcomes: ['paid'] },
  { cents: 75, name: 'STUCK', outcomes: ['authorized'] },
  { cents: 76, name: 'GARBLE', outcomes: ['paid'] },
  { cents: 77, name: 'MIXUP', outcomes: ['paid'] },
  { cents: 78, name: 'TOKENLOST', outcomes: ['bank-unavailable'] },
] as const

export type Scenario = (typeof scenarios)[number]

export interface CustomerRun {
  scenario: Scenario
  bank: string
  /** How to read it again. Undefined when the bank gave no consent. */
  path: string | undefined
  headers: Record<string, string>
  outcome: string
}

/** Where the money goes: to a shop's payment request, or into the customer's own wallet. */
export interface Destination {
  /** Starts a payment over this many cents. */
  start: (cents: number) => Promise<{ path: string; body: object }>
  headers: Record<string, string>
  /** The last part of the path that takes the bank's code. */
  finish: 'pay' | 'complete'
}

export function requestOf(shop: Shop): Destination {
  const start = async (cents: number) => ({
    path: '/api/one-off-payments',
    body: { paymentRequestId: await shop.createRequest(cents, { idempotencyKey: randomUUID() }) },
  })
  return { start, headers: {}, finish: 'pay' }
}

export function walletOf({ walletId, headers }: Awaited<ReturnType<PaymentsEnvironment['createPayer']>>): Destination {
  return { start: async (cents) => ({ path: '/api/bank-topups', body: { walletId, amount: String(cents) } }), headers, finish: 'complete' }
}

const bankNames = ['bnz', 'asb', 'westpac']
let runs = 0

/** One customer from the start of a payment or a top-up to the outcome, retrying as a browser does while servers are killed. */
export async function payFromBank(environment: PaymentsEnvironment, destinations: readonly Destination[], scenario: Scenario): Promise<CustomerRun> {
  const number = runs++
  const bank = bankNames[number % 3]!
  // There are an odd number of scenarios: in the next wave each has another destination.
  const { start, headers, finish } = destinations[number % destinations.length]!
  const { path, body } = await start((5 + (number % 7)) * 100 + scenario.cents)
  const run = (id: string | undefined, outcome: string): CustomerRun => ({ scenario, bank, path: id && `${path}/${id}`, headers, outcome })
  const call = (to: string, sent: object, accepted: number[] = [], cookie = '') => callUntilAnswered(environment, to, sent, accepted, { ...headers, cookie })
  const created = await call(path, { ...body, bank, idempotencyKey: randomUUID() }, scenario.name === 'DOWN' ? [503] : [])
  if (created.status !== 200) return run(undefined, created.body.message === 'BANK_UNAVAILABLE' ? 'no consent' : JSON.stringify(created.body))
  const { id, authorizationUrl } = created.body as { id: string; authorizationUrl: string }
  const { url, links } = await environment.banks.visit(authorizationUrl)
  const answer = parseCallback(links[0] ?? url)
  if (answer.code === undefined) {
    const cancelled = await call(`${path}/${id}/cancel`, {})
    return run(id, String(cancelled.body.failure))
  }
  const sent = { code: answer.code, idToken: answer.idToken }
  const pay = () => call(`${path}/${answer.state}/${finish}`, sent, [], created.cookie)
  const [first, second] = await Promise.all([pay(), links.length > 1 ? pay() : undefined])
  // One call may time out before the other; two final answers must be the same.
  const isFinal = (answer: typeof first) => answer.body.status !== 'authorized'
  if (second && isFinal(first) && isFinal(second) && JSON.stringify(second.body) !== JSON.stringify(first.body))
    return run(id, `two answers: ${JSON.stringify([first.body, second.body])}`)
  // An unknown top-up is refused as another person's would be.
  if (first.status === 404 || first.body.message === 'FORBIDDEN') return run(id, 'unknown state')
  if (first.status !== 200) return run(id, String(first.body.reason ?? first.body.message))
  const outcome = String(first.body.failure ?? first.body.status)
  return run(id, await waitForOutcome(environment, `${path}/${id}`, headers, outcome, scenario.name === 'STUCK' ? 4000 : 40_000))
}

/** A customer whose payment is pending at the bank reads it again. */
export async function waitForOutcome(
  environment: PaymentsEnvironment,
  path: string,
  headers: Record<string, string>,
  status: string,
  timeoutMs: number,
): Promise<string> {
  const deadline = Date.now() + timeoutMs
  let seen = status
  while (seen === 'authorized' && Date.now() < deadline) {
    await pause(200)
    const answer = await environment.call('GET', path, headers).catch(() => undefined)
    if (answer?.status === 200) seen = String(answer.body.failure ?? answer.body.status)
  }
  return seen
}

async function callUntilAnswered(environment: PaymentsEnvironment, path: string, body: object, accepted: number[] = [], headers: Record<string, string> = {}) {
  const deadline = Date.now() + 150_000
  for (;;) {
    const answer = await environment.call('POST', path, headers, body).catch(() => undefined)
    const isAnswer = answer && (answer.status < 500 || (accepted.includes(answer.status) && answer.body.message === 'BANK_UNAVAILABLE'))
    if (isAnswer) return answer
    if (Date.now() > deadline) throw new Error(`no answer to ${path} in 150 s: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    await pause(150)
  }
}
