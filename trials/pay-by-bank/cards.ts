import type { Farmlands } from '@nikau/testing/farmlands'
import { medianOf, until } from '../messages/outside.ts'
import type { World } from '../payments/world.ts'
import type { Shop } from './customer.ts'

type Must = (condition: unknown, what: string) => void

const verifyPath = '/api/auth/verify-farmlands-card'
const assetType = 'farmlands.nzd.test'
const card = (number: string, cvv = '123') => ({ number, expiry: '12/30', cvv })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What the cents of an amount make the company do; 0 is nothing. */
const sentinels = [0, 61, 62, 64, 67, 76]

/** Cards are paid with while the API, the worker and the card company are killed, one after another and again. Then the company's book is held against ours. */
export async function cards(world: World, company: Farmlands, shop: Shop, must: Must, quick: boolean): Promise<void> {
  await company.control('settings', { slowMs: 2500 })
  const waves = quick ? 3 : 12
  const ends = new Map<string, number>()
  for (let wave = 0; wave < waves; wave++) {
    const customers = Array.from({ length: 24 }, async (_, n) => {
      // A card each: who is killed while looking at one leaves a try that counts as wrong, and a few of those lock it.
      const number = `6005097${String(wave).padStart(4, '0')}${String(n).padStart(5, '0')}`
      await company.control('cards', { number, limitCents: 10_000_000, mobile: '+64275559001', email: 'trial@farm.example', trusted: n % 4 !== 0 })
      return await customer(world, shop, { amount: 1000 * (n + 1) + sentinels[n % 6]!, number, cancels: n % 8 === 5 })
    })
    const ended = Promise.allSettled(customers)
    for (const victim of [wave % 2 === 0 ? 'api' : 'work', 'company'] as const) {
      await pause(300 + Math.random() * 900)
      if (victim === 'company') await company.restart()
      else {
        await world.kill(victim)
        await world.up(victim)
      }
    }
    for (const result of await ended) {
      must(result.status === 'fulfilled', `a customer did not come to an end: ${result.status === 'rejected' ? String(result.reason) : ''}`)
      if (result.status === 'fulfilled') ends.set(result.value, (ends.get(result.value) ?? 0) + 1)
    }
  }
  console.log(`cards: ${waves * 24} customers, ${waves * 2} kills -9: ${[...ends].map(([end, count]) => `${count} ${end}`).join(', ')}`)
  await compareCards(world, company, must)
}

async function customer(world: World, shop: Shop, wish: { amount: number; number: string; cancels: boolean }): Promise<string> {
  const paymentRequestId = await shop.ask(wish.amount)
  const token = await verified(world, paymentRequestId, wish.number)
  if (wish.cancels) void world.call('POST', `/api/payment-requests/${paymentRequestId}/cancel`, shop.till, {}).catch(() => undefined)
  const headers = { authorization: `Bearer ${token.accessToken}` }
  const body = { assetType, assetId: token.assetId, externalPaymentRef: token.externalPaymentRef, idempotencyKey: paymentRequestId }
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await world.call('POST', `/api/payment-requests/${paymentRequestId}/pay`, headers, body).catch(() => undefined)
    if (answer?.status === 200) return 'paid'
    if (answer && answer.status < 500 && answer.body.message !== 'PAYMENT_UNCONFIRMED') return String(answer.body.message)
    if (Date.now() > deadline) throw new Error(`no outcome of ${paymentRequestId}: ${JSON.stringify(answer?.body)}`)
    await pause(100)
  }
}

/** A code that was used up by an answer that was lost is asked for anew. */
async function verified(world: World, paymentRequestId: string, number: string): Promise<Record<string, string>> {
  const insist = async (body: object) => {
    for (;;) {
      const answer = await world.call('POST', verifyPath, {}, { ...body, paymentRequestId }).catch(() => undefined)
      if (answer && answer.status < 500) return answer.body
      await pause(100)
    }
  }
  for (let turn = 0; turn < 20; turn++) {
    const shown = await insist({ challengeType: 'verify-farmlands-card', params: card(number) })
    if (shown.accessToken !== undefined) return shown
    const { rows } = await world.database.pool.query<{ body: string | null }>(`select body from message where key like $1 and body is not null limit 1`, [
      `card-code:${String(shown.sessionId)}:%`,
    ])
    const otp = /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0]
    if (otp === undefined) continue
    const given = await insist({ challengeType: 'verify-farmlands-otp', params: { otp }, sessionId: shown.sessionId })
    if (given.accessToken !== undefined) return given
  }
  throw new Error(`the card was never verified for ${paymentRequestId}`)
}

interface Row {
  id: string
  step: string
  failure: string | null
  amount: string
  status: string
  refunded: string
}

async function compareCards(world: World, company: Farmlands, must: Must): Promise<void> {
  const open = async () => {
    const { rows } = await world.database.pool.query<{ n: string }>(
      `select (select count(*) from card_payment where step = 'charge') + (select count(*) from card_refund where step = 'refund') as n`,
    )
    return Number(rows[0]!.n)
  }
  must(await until(async () => (await open()) === 0, 240_000), `${await open()} charges or refunds are undecided`)
  const { rows } = await world.database.pool.query<Row>(
    `select c.id, c.step, c.failure, c.amount, r.status, (select coalesce(sum(f.amount), 0) from card_refund f where f.card_payment_id = c.id and f.step = 'done') as refunded
       from card_payment c join payment_request r on r.id = c.payment_request_id`,
  )
  const charges = Map.groupBy(await company.charges(), ({ key }) => key)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const key of charges.keys()) must(known.has(key), `the company has a charge ${key} that nobody here asked for`)
  for (const row of rows) {
    const [charge, ...more] = charges.get(row.id) ?? []
    const where = `${row.id} (${row.step} ${row.failure ?? ''}, request ${row.status})`
    const charged = charge?.status === 'approved'
    must(more.length === 0, `${where}: charged ${more.length + 1} times`)
    must(charge === undefined || charge.cents === Number(row.amount), `${where}: another amount at the company`)
    must(charged === (row.step === 'paid' || row.failure === 'returned'), `${where}: ${charge?.status ?? 'nothing'} at the company`)
    must(row.step !== 'paid' || row.status === 'paid', `${where}: paid, and its request is not`)
    must(!charged || charge.refundedCents === Number(row.refunded), `${where}: the company gave back ${charge?.refundedCents}, the books ${row.refunded}`)
    must(row.failure !== 'returned' || charge?.refundedCents === Number(row.amount), `${where}: has not come back whole`)
  }
  const owed = [...charges.values()].flat().filter(({ status }) => status === 'approved').reduce((sum, one) => sum + one.cents - one.refundedCents, 0) // prettier-ignore
  const { rows: books } = await world.database.pool.query<{ clearing: string; aside: string }>(
    `select coalesce(sum(balance) filter (where id like 'card:farmlands:%'), 0) as clearing, coalesce(sum(balance) filter (where id like 'card-refunds:%'), 0) as aside from ledger.account`,
  )
  must(Number(books[0]!.clearing) === -owed, `the company owes ${owed} cents and the books say ${-Number(books[0]!.clearing)}`)
  must(Number(books[0]!.aside) === 0, `${books[0]!.aside} cents have not gone back to cards`)
  console.log(`cards: ${rows.length} payments, ${charges.size} charges at the company; it owes ${owed} cents, as the books say`)
}

/** Thieves: CVCs and codes guessed from many addresses and sessions, and whether time tells a card that exists from one that does not. */
export async function thieves(world: World, company: Farmlands, shop: Shop, must: Must, quick: boolean): Promise<void> {
  const guesses = quick ? 1000 : 10_000
  const asked = await Promise.all(Array.from({ length: 200 }, () => shop.ask(500)))
  const target = '6005097000000099'
  await company.control('cards', { number: target, cvc: '777', mobile: '+64275559099' })
  let [looked, hits, next] = [0, 0, 0]
  const guess = async () => {
    while (next < guesses) {
      const n = next++
      const headers = { 'x-forwarded-for': `198.51.100.${n % 100}` }
      const body = { challengeType: 'verify-farmlands-card', params: card(target, String(n % 1000).padStart(3, '0')), paymentRequestId: asked[n % 200] }
      const answer = await world.call('POST', verifyPath, headers, body)
      if (answer.status === 200) hits++
      if (answer.body.message === 'CARD_VERIFICATION_FAILED') looked++
    }
  }
  await Promise.all(Array.from({ length: 16 }, guess))
  must(looked <= 5 && hits <= 1, `${looked} guesses at one CVC were looked at, ${hits} hit`)

  await compareTimes(world, company, shop, must, quick ? 150 : 500)
  console.log(`cards: ${guesses} guesses at one CVC from 100 addresses on 200 requests, ${looked} looked at, ${hits} hits`)
}

/** Closer than this nobody can tell through a network. */
const barMs = 5
/** Of cards, all weighed together: what a busy machine adds by chance gets less with each, a true difference does not. */
const mostRounds = 4

async function compareTimes(world: World, company: Farmlands, shop: Shop, must: Must, count: number): Promise<void> {
  // Those that were guessed at on take no more failures.
  const fresh = await Promise.all(Array.from({ length: 200 }, () => shop.ask(500)))
  const times: Record<'unknown' | 'wrong', number[]> = { unknown: [], wrong: [] }
  const difference = () => Math.abs(medianOf(times.unknown) - medianOf(times.wrong))
  let round = 0
  do {
    const numbers = Array.from({ length: count }, (_, n) => round * count + n)
    for (const n of numbers) await company.control('cards', { number: `60050980${String(n).padStart(8, '0')}`, cvc: '777' })
    for (const n of numbers) await both(n)
  } while (difference() >= barMs && ++round < mostRounds)
  must(difference() < barMs, `a card that exists is told by ${difference().toFixed(2)} ms`)
  console.log(`cards: unknown card ${medianOf(times.unknown).toFixed(2)} ms, wrong CVC ${medianOf(times.wrong).toFixed(2)} ms (n = ${times.wrong.length} each)`)

  /** One card that there is none of and one with another CVC, in turn first. */
  async function both(n: number): Promise<void> {
    for (const kind of n % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const)) {
      const number = `600509${kind === 'unknown' ? '81' : '80'}${String(n).padStart(8, '0')}`
      const began = performance.now()
      const answer = await world.call(
        'POST',
        verifyPath,
        {},
        { challengeType: 'verify-farmlands-card', params: card(number), paymentRequestId: fresh[n % 200] },
      )
      times[kind].push(performance.now() - began)
      must(answer.body.message === 'CARD_VERIFICATION_FAILED', `${kind}: ${JSON.stringify(answer.body)}`)
    }
  }
}
