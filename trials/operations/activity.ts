import { randomUUID } from 'node:crypto'
import { parseCallback } from '@nikau/testing/banks'
import { until } from '../harness/wait.ts'
import type { OperationsEnvironment } from './environment.ts'
import { type Customer, inParallel, type Merchant } from './people.ts'

export interface Plan {
  topUps: number
  withdrawals: number
  payments: number
  bankPayments: number
  cardPayments: number
}

/** Cents that make the sandbox bank misbehave, and how often out of a hundred. */
const debitCents = [61, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 81, 82, 83, 84]
const creditCents = [66, 67, 69, 81, 82, 83, 84]
const onlineCents = [63, 64, 66, 67, 68, 76]
const cardCents = [62, 64, 67, 76]

export type Random = (below: number) => number

function amountOf(random: Random, dollars: number, special: readonly number[]): number {
  const pick = random(100)
  return (5 + random(dollars)) * 100 + (pick < special.length ? special[pick]! : random(60))
}

interface Paid {
  requestId: string
  amount: number
  merchant: Merchant
  /** Of a payment from a wallet. */
  customer?: Customer
}

/** What people and shops do, and what has been paid so far and may be refunded. */
export function createActivity(environment: OperationsEnvironment, customers: readonly Customer[], merchants: readonly Merchant[], random: Random) {
  const pick = <T>(list: readonly T[]) => list[random(list.length)]!
  const refundable: Paid[] = []
  const pending: Paid[] = []
  const barcode = '470000001'

  async function payByBank(merchant: Merchant, amount: number): Promise<void> {
    const paymentRequestId = await merchant.createRequest(amount, { idempotencyKey: randomUUID() })
    const bank = pick(['bnz', 'asb', 'westpac'])
    const created = await environment.callUntilAnswered('POST', '/api/one-off-payments', {}, { paymentRequestId, bank, idempotencyKey: randomUUID() })
    if (created.status !== 200) return
    const { url, links } = await environment.banks.visit(created.body.authorizationUrl)
    const { code, idToken, state } = parseCallback(links[0] ?? url)
    if (code === undefined) return
    await environment.callUntilAnswered('POST', `/api/one-off-payments/${state}/pay`, { cookie: created.cookie ?? '' }, { code, idToken })
    pending.push({ requestId: paymentRequestId, amount, merchant })
  }

  async function payByCard(merchant: Merchant, amount: number): Promise<void> {
    const requestId = await merchant.createRequest(amount, { barcode })
    await environment.callUntilAnswered('GET', `/api/payment-requests/${requestId}`, merchant.till)
    pending.push({ requestId, amount, merchant })
  }

  /** Notes what has been paid meanwhile by bank or card; the rest stays pending. */
  async function readPending(): Promise<void> {
    await inParallel(pending.splice(0), async (one) => {
      const { body } = await environment.callUntilAnswered('GET', `/api/payment-requests/${one.requestId}`, one.merchant.till)
      if (body.status === 'paid') {
        one.merchant.totals.paid += one.amount
        refundable.push(one)
      } else if (body.status === 'new') pending.push(one)
    })
  }

  async function refundSome(count: number): Promise<void> {
    const chosen = Array.from({ length: Math.min(count, refundable.length) }, () => refundable.splice(random(refundable.length), 1)[0]!)
    await inParallel(chosen, async ({ requestId, amount, merchant, customer }) => {
      const part = random(2) === 0 ? amount : 1 + random(amount)
      if (!(await merchant.refund(requestId, part))) return
      merchant.totals.refunded += part
      if (customer) customer.totals.refunded += part
    })
    refundable.splice(0, Math.max(0, refundable.length - 2000)) // later than this nobody refunds
  }

  return {
    pending,
    readPending,
    async start() {
      await environment.cardCompany.control('cards', { number: '6005097000000001', barcode, limitCents: 1_000_000_000, trusted: true })
    },
    async day(plan: Plan): Promise<void> {
      const tasks: (() => Promise<unknown>)[] = []
      const add = (count: number, task: () => Promise<unknown>) => tasks.push(...Array.from({ length: count }, () => task))
      add(plan.topUps, () => pick(customers).topUp(amountOf(random, 60, debitCents)))
      add(plan.withdrawals, () => pick(customers).withdraw(amountOf(random, 10, creditCents)))
      add(plan.payments, async () => {
        const [customer, merchant, amount] = [pick(customers), pick(merchants), 100 + random(2500)]
        const requestId = await merchant.createRequest(amount)
        if (!(await customer.pay(requestId, amount))) return
        merchant.totals.paid += amount
        refundable.push({ requestId, amount, merchant, customer })
      })
      add(plan.bankPayments, () => payByBank(pick(merchants), amountOf(random, 8, onlineCents)))
      add(plan.cardPayments, () => payByCard(pick(merchants), amountOf(random, 40, cardCents)))
      await inParallel(tasks, async (task) => void (await task()))
      await readPending()
      await refundSome(Math.ceil(plan.payments / 12))
    },
    /** Waits for card payments that are being charged. */
    settled: () => until(async () => (await environment.query(`select from card_payment where step = 'charge'`)).length === 0, 30_000),
  }
}
