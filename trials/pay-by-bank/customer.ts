import { randomUUID } from 'node:crypto'
import { answerOf, type Banks } from '@nikau/testing/banks'
import type { World } from '../payments/world.ts'

export type Shop = Awaited<ReturnType<World['shop']>>

/** What the sandbox does at each number of cents, and how a payment of it may end. */
export const sentinels = [
  { cents: 0, word: 'well', ends: ['paid'] },
  { cents: 61, word: 'SLOW', ends: ['paid'] },
  { cents: 62, word: 'DOWN', ends: ['no consent'] },
  { cents: 63, word: 'DOWNPAY', ends: ['paid'] },
  { cents: 64, word: 'LOSE', ends: ['paid'] },
  { cents: 65, word: 'LOSECONS', ends: ['paid'] },
  { cents: 66, word: 'LATE', ends: ['declined'] },
  { cents: 67, word: 'REJECT', ends: ['declined'] },
  { cents: 68, word: 'PEND', ends: ['paid'] },
  { cents: 69, word: 'NOCODE', ends: ['cancelled'] },
  { cents: 70, word: 'BADSTATE', ends: ['unknown state'] },
  { cents: 71, word: 'ELSEWHERE', ends: ['paid'] },
  { cents: 72, word: 'TWICE', ends: ['paid'] },
  { cents: 73, word: 'EXPIRED', ends: ['expired'] },
  { cents: 74, word: 'TOKENERR', ends: ['paid'] },
  { cents: 75, word: 'STUCK', ends: ['authorized'] },
  { cents: 76, word: 'GARBLE', ends: ['paid'] },
  { cents: 77, word: 'MIXUP', ends: ['paid'] },
  { cents: 78, word: 'TOKENLOST', ends: ['bank-unavailable'] },
] as const

export type Sentinel = (typeof sentinels)[number]

export interface Run {
  sentinel: Sentinel
  bank: string
  requestId: string
  /** None where the bank gave no consent. */
  id: string | undefined
  end: string
}

const bankNames = ['bnz', 'asb', 'westpac']
let runs = 0

/** One customer from the request to the end, insisting as a browser with its owner does while servers come and go. */
export async function shopAndPay(world: World, banks: Banks, shop: Shop, sentinel: Sentinel): Promise<Run> {
  const number = runs++
  const bank = bankNames[number % 3]!
  const requestId = await shop.ask((5 + (number % 7)) * 100 + sentinel.cents, { idempotencyKey: randomUUID() })
  const run = (id: string | undefined, end: string): Run => ({ sentinel, bank, requestId, id, end })
  const body = { paymentRequestId: requestId, bank, idempotencyKey: randomUUID() }
  const made = await insist(world, '/api/one-off-payments', body, sentinel.word === 'DOWN' ? [503] : [])
  if (made.status !== 200) return run(undefined, made.body.message === 'BANK_UNAVAILABLE' ? 'no consent' : JSON.stringify(made.body))
  const { id, authorizationUrl } = made.body as { id: string; authorizationUrl: string }
  const { url, links } = await banks.visit(authorizationUrl)
  const answer = answerOf(links[0] ?? url)
  if (answer.code === undefined) {
    const ended = await insist(world, `/api/one-off-payments/${id}/cancel`, {})
    return run(id, String(ended.body.failure))
  }
  const call = { code: answer.code, ...(number % 2 === 0 && { idToken: answer.idToken }) }
  const pay = () => insist(world, `/api/one-off-payments/${answer.state}/pay`, call)
  const [first, second] = await Promise.all([pay(), links.length > 1 ? pay() : undefined])
  // One may have stopped waiting before the other; two last words must be the same.
  const isLast = (answer: typeof first) => answer.body.status !== 'authorized'
  if (second && isLast(first) && isLast(second) && JSON.stringify(second.body) !== JSON.stringify(first.body))
    return run(id, `two answers: ${JSON.stringify([first.body, second.body])}`)
  if (first.status === 404) return run(id, 'unknown state')
  if (first.status !== 200) return run(id, String(first.body.reason ?? first.body.message))
  return run(id, await lastWord(world, id, String(first.body.status), sentinel.word === 'STUCK' ? 4000 : 40_000))
}

/** A customer who was told that the bank is still at it looks again. */
export async function lastWord(world: World, id: string, status: string, milliseconds: number): Promise<string> {
  const deadline = Date.now() + milliseconds
  let seen = status
  while (seen === 'authorized' && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const answer = await world.call('GET', `/api/one-off-payments/${id}`, {}).catch(() => undefined)
    if (answer?.status === 200) seen = String(answer.body.failure ?? answer.body.status)
  }
  return seen
}

async function insist(world: World, path: string, body: object, enough: number[] = []) {
  const deadline = Date.now() + 150_000
  for (;;) {
    const answer = await world.call('POST', path, {}, body).catch(() => undefined)
    const isAnswer = answer && (answer.status < 500 || (enough.includes(answer.status) && answer.body.message === 'BANK_UNAVAILABLE'))
    if (isAnswer) return answer
    if (Date.now() > deadline) throw new Error(`no answer to ${path} in 150 s: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
