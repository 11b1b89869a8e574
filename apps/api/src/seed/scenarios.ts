import { cents } from '@nikau/money'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { createHash } from 'node:crypto'
import { ledgerAccountOf } from '../modules/assets/index.ts'
import type { PastSend } from '../modules/asset-transfers/index.ts'
import { maskAlias } from '../modules/payees/index.ts'
import type { QuotaKey } from '../modules/quotas/index.ts'
import { walletPayerLabel } from '../modules/payment-requests/index.ts'
import { type Movement, testMoney } from '../modules/wallets/index.ts'
import { maskedBankAccount } from './bank-accounts.ts'
import type { PastPayment } from './history.ts'
import type { SeededPerson } from './people.ts'
import type { SeededShop } from './shops.ts'

/** The counter-account of seeded live top-ups and withdrawals. It also marks a database as seeded. */
export const seedBank = { id: 'seed:bank', unit: 'nzd.main', kind: 'bank clearing' }

/** One posting of a scenario and its time. */
export interface PlannedPosting {
  at: Date
  reference: string
  from: string
  to: string
  amount: bigint
  movement: Movement
  /** The quota it consumes; `back` restores what a movement at that time consumed. */
  quota?: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'> & { back?: Date }
  /** The request that a payment pays. */
  payment?: PastPayment
  /** The payment that a refund returns. */
  refundOf?: PastPayment
  send?: Omit<PastSend, 'posting' | 'at'>
}

export interface ScenarioContext {
  people: ReadonlyMap<string, SeededPerson>
  shops: readonly SeededShop[]
  /** The owner of the shops. */
  shopkeeper: string
  /** Hēmi's credit line. */
  creditLine: string
  now: Date
}

/** Opaque and deterministic. */
const idOf = (reference: string) => createHash('sha256').update(reference).digest('base64url').slice(0, 22)

/** Functions that plan one person's postings. Times are days ago and an hour of the day in Auckland. */
export function poster(scenario: ScenarioContext, who: string, planned: PlannedPosting[]) {
  const me = scenario.people.get(who)!
  const today = calendarDate(scenario.now)
  const mine = { accountId: me.accountId, assetType: 'nikau.nzd.main' }
  let count = 0
  const next = () => `seed:${who}:${++count}`
  const when = (daysAgo: number, hour: number, minute = 0) => {
    const at = instantAt(addDays(today, -daysAgo), hour, minute)
    return at < scenario.now ? at : scenario.now
  }
  const shop = (name: string) => {
    const found = scenario.shops.find((one) => one.name === name)
    if (!found) throw new Error(`no seeded shop is named ${name}`)
    return found
  }

  const topUp = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: me.wallet, srcParty: maskedBankAccount(who) }
    planned.push({ at, reference, from: seedBank.id, to: ledgerAccountOf(me.wallet), amount, movement, quota: { ...mine, type: 'topup' } })
  }
  const withdraw = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { withdrawalId: idOf(reference), srcWalletId: me.wallet, destParty: maskedBankAccount(who) }
    planned.push({ at, reference, from: ledgerAccountOf(me.wallet), to: seedBank.id, amount, movement, quota: { ...mine, type: 'spend' } })
  }
  const pay = (at: Date, to: SeededShop, amount: bigint, from = me.wallet) => {
    const reference = next()
    const onCredit = from === scenario.creditLine
    const payment = {
      requestId: idOf(reference),
      configId: to.configId!,
      amount,
      requestedAt: new Date(at.getTime() - 20_000),
      createdBy: `crn::user:${scenario.shopkeeper}`,
      payer: { personId: me.personId, accountId: me.accountId },
      asset: onCredit ? { id: from, type: 'farmlands.nzd.main', description: 'Farmlands Card' } : { id: from, type: 'nikau.nzd.main', description: 'NZD' },
    }
    const movement = { paymentRequestId: payment.requestId, srcWalletId: from, destWalletId: to.wallet, srcParty: walletPayerLabel, destParty: to.name }
    const counts = onCredit ? {} : { quota: { ...mine, type: 'spend' as const } }
    planned.push({ at, reference, from: ledgerAccountOf(from), to: ledgerAccountOf(to.wallet), amount, movement, payment, ...counts })
    return { payment, at, to }
  }
  const refund = (at: Date, { payment, at: paidAt, to }: ReturnType<typeof pay>) => {
    const movement = {
      paymentRequestId: payment.requestId,
      srcWalletId: to.wallet,
      destWalletId: me.wallet,
      srcParty: to.name,
      destParty: walletPayerLabel,
    }
    const quota = { ...mine, type: 'spend' as const, back: paidAt }
    const { amount } = payment
    planned.push({ at, reference: next(), from: ledgerAccountOf(to.wallet), to: ledgerAccountOf(me.wallet), amount, movement, quota, refundOf: payment })
  }
  const send = (at: Date, to: string, amount: bigint, message: string) => {
    const reference = next()
    const recipient = scenario.people.get(to)!
    const id = idOf(reference)
    const movement = {
      assetTransferId: id,
      srcWalletId: me.wallet,
      destWalletId: recipient.wallet,
      srcParty: me.shownName,
      destParty: maskAlias(recipient.phone),
    }
    planned.push({
      at,
      reference,
      from: ledgerAccountOf(me.wallet),
      to: ledgerAccountOf(recipient.wallet),
      amount,
      movement,
      quota: { ...mine, type: 'spend' },
      send: { id, sender: me, recipient, value: cents(amount), message },
    })
  }
  const repay = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: scenario.creditLine, srcParty: maskedBankAccount(who) }
    planned.push({ at, reference, from: seedBank.id, to: ledgerAccountOf(scenario.creditLine), amount, movement })
  }
  const topUpTest = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: me.testWallet, srcParty: 'Test money' }
    const quota = { accountId: me.accountId, assetType: 'nikau.nzd.test', type: 'topup' as const }
    planned.push({ at, reference, from: testMoney.id, to: ledgerAccountOf(me.testWallet), amount, movement, quota })
  }
  return { me, when, shop, topUp, withdraw, pay, refund, send, repay, topUpTest }
}

export function mia(scenario: ScenarioContext, planned: PlannedPosting[]): void {
  const { when, shop, topUp, pay, refund, send, topUpTest } = poster(scenario, 'mia', planned)
  const coffee = [shop('Three Lamps Coffee Roasters'), shop('Karangahape Vinyl and Tea'), shop('Maungawhau Bakehouse')]
  for (let week = 8; week >= 1; week--) {
    const monday = week * 7
    topUp(when(monday, 8, 5), 10000n)
    coffee.forEach((place, i) => pay(when(monday - i * 2, 8, 40 + i), place, 580n + BigInt(week * 10)))
    pay(when(monday - 5, 17, 35), shop('Kererū Grocer'), 4215n + BigInt(week * 137))
  }
  const book = pay(when(9, 13, 12), shop('Pōhutukawa Books'), 3499n)
  refund(when(6, 11, 2), book)
  send(when(4, 19, 20), 'tama', 2000n, 'Half the concert')
  pay(when(1, 18, 45), shop('Dominion Road Dumpling Kitchen'), 2650n)
  pay(when(0, 0, 20), shop('Sunny Corner Dairy'), 780n)
  topUpTest(when(2, 10), 5000n)
}

export function tama(scenario: ScenarioContext, planned: PlannedPosting[]): void {
  const { when, shop, topUp, pay, send, topUpTest } = poster(scenario, 'tama', planned)
  topUp(when(34, 9), 15000n)
  pay(when(33, 12, 30), shop('Pōhutukawa Books'), 5800n)
  pay(when(21, 15), shop('Karangahape Vinyl and Tea'), 4290n)
  pay(when(11, 17, 10), shop('Sunny Corner Dairy'), 1270n)
  send(when(3, 20), 'mia', 1500n, 'Fish and chips')
  pay(when(2, 12, 5), shop('Britomart Noodle House'), 2480n)
  topUpTest(when(2, 10), 5000n)
}

export function hemi(scenario: ScenarioContext, planned: PlannedPosting[]): void {
  const { when, shop, topUp, pay, repay } = poster(scenario, 'hemi', planned)
  topUp(when(50, 7), 40000n)
  pay(when(49, 12), shop('Garden Place Espresso'), 1150n)
  pay(when(48, 9, 30), shop('Maniapoto Saddlery and Stockfoods'), 84050n, scenario.creditLine)
  pay(when(35, 14), shop('Piako Farm Supplies'), 126390n, scenario.creditLine)
  repay(when(20, 6), 150000n)
  pay(when(16, 10, 15), shop('Piako Farm Supplies'), 98775n, scenario.creditLine)
  pay(when(9, 16), shop('Selwyn Stock and Station'), 25000n, scenario.creditLine)
  pay(when(8, 12, 40), shop('Raglan Longboard and Repair'), 12900n)
  pay(when(1, 7, 50), shop('Garden Place Espresso'), 1180n)
}

/** A power user's three years, exactly this many movements. Each is a pure function of its number, so that every run plans the same. */
export function priya(scenario: ScenarioContext, planned: PlannedPosting[], movements = 10_000): void {
  const { when, topUp, pay, refund, withdraw } = poster(scenario, 'priya', planned)
  const shops = scenario.shops.filter((shop) => shop.configId !== undefined).slice(0, 40)
  const days = 1095
  const dice = (n: number, sides: number) => Number((BigInt(n + 1) * 2_654_435_761n) % 4_294_967_296n) % sides
  let balance = 0n
  let last: ReturnType<typeof pay> | undefined
  const firstIndex = planned.length
  for (let day = days; day >= 1; day--) {
    const due = Math.floor((movements * (days - day + 1)) / days)
    // Recent movements each have a minute of their own, older ones share a day or a week: fewer calls, faster seeding.
    if (day > 180 && day % 7 !== 0) continue
    const plannedBefore = planned.length - firstIndex
    for (let n = plannedBefore; n < due; n++) {
      const share = (n - plannedBefore) / (due - plannedBefore)
      const at = day <= 30 ? when(day, 8, Math.floor(share * 720) + dice(n, 60)) : when(day, 18, 30)
      const amount = BigInt(250 + dice(n, 900))
      if (balance < 5000n) {
        topUp(at, 20000n)
        balance += 20000n
      } else if (last && n % 29 === 0) {
        refund(at, last)
        balance += last.payment.amount
        last = undefined
      } else if (n % 211 === 0) {
        withdraw(at, 2500n)
        balance -= 2500n
      } else {
        last = pay(at, shops[dice(n, shops.length)]!, amount)
        balance -= amount
      }
    }
  }
}
