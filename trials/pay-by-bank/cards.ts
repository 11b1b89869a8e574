import type { PaymentsEnvironment, Shop } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause, until } from '../harness/wait.ts'

export const verifyPath = '/api/auth/verify-farmlands-card'
const assetType = 'farmlands.nzd.test'
export const cardDetails = (number: string, cvv = '123') => ({ number, expiry: '12/30', cvv })

/** Cents that make the sandbox company misbehave; 0 does not. */
const faultCents = [0, 61, 62, 64, 67, 76]

/** Card payments while the API, the worker and the card company are killed in turn. Then the company's charges are reconciled with the ledger. */
export async function payByCard(environment: PaymentsEnvironment, shop: Shop, check: Check, quick: boolean): Promise<void> {
  const company = environment.cardCompany
  await company.control('settings', { slowMs: 2500 })
  const waves = quick ? 3 : 12
  const outcomes = new Map<string, number>()
  for (let wave = 0; wave < waves; wave++) {
    const customers = Array.from({ length: 24 }, async (_, n) => {
      // Each customer has a card: a verification that is killed counts as a wrong attempt, and a few of those lock the card.
      const number = `6005097${String(wave).padStart(4, '0')}${String(n).padStart(5, '0')}`
      await company.control('cards', { number, limitCents: 10_000_000, mobile: '+64275559001', email: 'trial@farm.example', trusted: n % 4 !== 0 })
      return await payWithCard(environment, shop, { amount: 1000 * (n + 1) + faultCents[n % 6]!, number, cancels: n % 8 === 5 })
    })
    const ended = Promise.allSettled(customers)
    for (const victim of [wave % 2 === 0 ? 'api' : 'work', 'company'] as const) {
      await pause(300 + Math.random() * 900)
      if (victim === 'company') await company.restart()
      else {
        await environment.processes.kill(victim)
        await environment.processes.ready(victim)
      }
    }
    for (const result of await ended) {
      check(result.status === 'fulfilled', `a customer got no outcome: ${result.status === 'rejected' ? String(result.reason) : ''}`)
      if (result.status === 'fulfilled') outcomes.set(result.value, (outcomes.get(result.value) ?? 0) + 1)
    }
  }
  console.log(`cards: ${waves * 24} customers, ${waves * 2} kills -9: ${[...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`)
  await reconcileCards(environment, check)
}

async function payWithCard(environment: PaymentsEnvironment, shop: Shop, plan: { amount: number; number: string; cancels: boolean }): Promise<string> {
  const paymentRequestId = await shop.createRequest(plan.amount)
  const token = await verifyCard(environment, paymentRequestId, plan.number)
  if (plan.cancels) void environment.call('POST', `/api/payment-requests/${paymentRequestId}/cancel`, shop.merchantHeaders, {}).catch(() => undefined)
  const headers = { authorization: `Bearer ${token.accessToken}` }
  const body = { assetType, assetId: token.assetId, externalPaymentRef: token.externalPaymentRef, idempotencyKey: paymentRequestId }
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await environment.call('POST', `/api/payment-requests/${paymentRequestId}/pay`, headers, body).catch(() => undefined)
    if (answer?.status === 200) return 'paid'
    if (answer && answer.status < 500 && answer.body.message !== 'PAYMENT_UNCONFIRMED') return String(answer.body.message)
    if (Date.now() > deadline) throw new Error(`no outcome of ${paymentRequestId}: ${JSON.stringify(answer?.body)}`)
    await pause(100)
  }
}

/** Requests a new code when the answer to the previous one was lost. */
async function verifyCard(environment: PaymentsEnvironment, paymentRequestId: string, number: string): Promise<Record<string, string>> {
  const callUntilAnswered = async (body: object) => {
    for (;;) {
      const answer = await environment.call('POST', verifyPath, {}, { ...body, paymentRequestId }).catch(() => undefined)
      if (answer && answer.status < 500) return answer.body
      await pause(100)
    }
  }
  for (let attempt = 0; attempt < 20; attempt++) {
    const challenge = await callUntilAnswered({ challengeType: 'verify-farmlands-card', params: cardDetails(number) })
    if (challenge.accessToken !== undefined) return challenge
    const { rows } = await environment.database.pool.query<{ body: string | null }>(`select body from message where key like $1 and body is not null limit 1`, [
      `card-code:${String(challenge.sessionId)}:%`,
    ])
    const otp = /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0]
    if (otp === undefined) continue
    const answer = await callUntilAnswered({ challengeType: 'verify-farmlands-otp', params: { otp }, sessionId: challenge.sessionId })
    if (answer.accessToken !== undefined) return answer
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

async function reconcileCards(environment: PaymentsEnvironment, check: Check): Promise<void> {
  const open = async () => {
    const { rows } = await environment.database.pool.query<{ n: string }>(
      `select (select count(*) from card_payment where step = 'charge') + (select count(*) from card_refund where step = 'refund') as n`,
    )
    return Number(rows[0]!.n)
  }
  check(await until(async () => (await open()) === 0, 240_000), `${await open()} charges or refunds are undecided`)
  const { rows } = await environment.database.pool.query<Row>(
    `select c.id, c.step, c.failure, c.amount, r.status, (select coalesce(sum(f.amount), 0) from card_refund f where f.card_payment_id = c.id and f.step = 'done') as refunded
       from card_payment c join payment_request r on r.id = c.payment_request_id`,
  )
  const charges = Map.groupBy(await environment.cardCompany.charges(), ({ key }) => key)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const key of charges.keys()) check(known.has(key), `the company has a charge ${key} that we did not request`)
  for (const row of rows) {
    const [charge, ...more] = charges.get(row.id) ?? []
    const where = `${row.id} (${row.step} ${row.failure ?? ''}, request ${row.status})`
    const charged = charge?.status === 'approved'
    check(more.length === 0, `${where}: charged ${more.length + 1} times`)
    check(charge === undefined || charge.cents === Number(row.amount), `${where}: the company charged another amount`)
    check(charged === (row.step === 'paid' || row.failure === 'returned'), `${where}: ${charge?.status ?? 'nothing'} at the company`)
    check(row.step !== 'paid' || row.status === 'paid', `${where}: paid, and its request is not`)
    check(!charged || charge.refundedCents === Number(row.refunded), `${where}: the company refunded ${charge?.refundedCents}, the ledger ${row.refunded}`)
    check(row.failure !== 'returned' || charge?.refundedCents === Number(row.amount), `${where}: was not refunded in full`)
  }
  const owed = [...charges.values()].flat().filter(({ status }) => status === 'approved').reduce((sum, charge) => sum + charge.cents - charge.refundedCents, 0) // prettier-ignore
  const { rows: ledger } = await environment.database.pool.query<{ clearing: string; refunds: string }>(
    `select coalesce(sum(balance) filter (where id like 'card:farmlands:%'), 0) as clearing, coalesce(sum(balance) filter (where id like 'card-refunds:%'), 0) as refunds from ledger.account`,
  )
  check(Number(ledger[0]!.clearing) === -owed, `the company owes ${owed} cents and the ledger says ${-Number(ledger[0]!.clearing)}`)
  check(Number(ledger[0]!.refunds) === 0, `${ledger[0]!.refunds} cents were not refunded to cards`)
  console.log(`cards: ${rows.length} payments, ${charges.size} charges at the company; it owes ${owed} cents, as the ledger says`)
}
