import { addDays, calendarDate, momentAt } from '@nikau/contract/nz-time'
import { createHash } from 'node:crypto'
import { ledgerAccountOf } from '../assets/index.ts'
import type { QuotaKey } from '../quotas/index.ts'
import { type PastPayment, payerSeenByMerchant } from '../payment-requests/index.ts'
import { maskPhone, type Movement, testMoney } from '../wallets/index.ts'
import { maskedNumber } from './bank-numbers.ts'
import type { Character } from './people.ts'
import type { OpenShop } from './shops.ts'

/** Where the demo world's real money comes from and goes to. */
export const bank = { id: 'demo:bank', unit: 'nzd.main', kind: 'bank clearing' }

/** One movement of a story: what the ledger is to post and when. */
export interface Planned {
  at: Date
  reference: string
  from: string
  to: string
  amount: bigint
  movement: Movement
  /** What it counts against; `back` gives back what a movement at that time used. */
  quota?: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'> & { back?: Date }
  /** Of a payment: the request that it paid. */
  payment?: PastPayment
  /** Of a refund: the payment that it gives back. */
  refundOf?: PastPayment
}

export interface Cast {
  people: ReadonlyMap<string, Character>
  shops: readonly OpenShop[]
  /** Whose shops they are. */
  shopkeeper: string
  /** Hēmi's credit line. */
  creditLine: string
  now: Date
}

/** Opaque, and the same each time. */
const idOf = (reference: string) => createHash('sha256').update(reference).digest('base64url').slice(0, 22)

/** What one person does, told movement by movement. Times are days ago and an hour of the day in Auckland. */
export function teller(cast: Cast, who: string, told: Planned[]) {
  const me = cast.people.get(who)!
  const today = calendarDate(cast.now)
  const mine = { accountId: me.accountId, assetType: 'nikau.nzd.main' }
  let count = 0
  const next = () => `demo:${who}:${++count}`
  const when = (daysAgo: number, hour: number, minute = 0) => {
    const at = momentAt(addDays(today, -daysAgo), hour, minute)
    return at < cast.now ? at : cast.now
  }
  const shop = (name: string) => {
    const found = cast.shops.find((one) => one.name === name)
    if (!found) throw new Error(`there is no demo shop ${name}`)
    return found
  }

  const topUp = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: me.wallet, srcParty: maskedNumber(who) }
    told.push({ at, reference, from: bank.id, to: ledgerAccountOf(me.wallet), amount, movement, quota: { ...mine, type: 'topup' } })
  }
  const withdraw = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { withdrawalId: idOf(reference), srcWalletId: me.wallet, destParty: maskedNumber(who) }
    told.push({ at, reference, from: ledgerAccountOf(me.wallet), to: bank.id, amount, movement, quota: { ...mine, type: 'spend' } })
  }
  const pay = (at: Date, to: OpenShop, amount: bigint, from = me.wallet) => {
    const reference = next()
    const onCredit = from === cast.creditLine
    const payment = {
      requestId: idOf(reference),
      configId: to.configId!,
      amount,
      askedAt: new Date(at.getTime() - 20_000),
      createdBy: `crn::user:${cast.shopkeeper}`,
      payer: { personId: me.personId, accountId: me.accountId },
      asset: onCredit ? { id: from, type: 'farmlands.nzd.main', description: 'Farmlands Card' } : { id: from, type: 'nikau.nzd.main', description: 'NZD' },
    }
    const movement = { paymentRequestId: payment.requestId, srcWalletId: from, destWalletId: to.wallet, srcParty: payerSeenByMerchant, destParty: to.name }
    const counts = onCredit ? {} : { quota: { ...mine, type: 'spend' as const } }
    told.push({ at, reference, from: ledgerAccountOf(from), to: ledgerAccountOf(to.wallet), amount, movement, payment, ...counts })
    return { payment, at, to }
  }
  const refund = (at: Date, { payment, at: paidAt, to }: ReturnType<typeof pay>) => {
    const movement = {
      paymentRequestId: payment.requestId,
      srcWalletId: to.wallet,
      destWalletId: me.wallet,
      srcParty: to.name,
      destParty: payerSeenByMerchant,
    }
    const quota = { ...mine, type: 'spend' as const, back: paidAt }
    const { amount } = payment
    told.push({ at, reference: next(), from: ledgerAccountOf(to.wallet), to: ledgerAccountOf(me.wallet), amount, movement, quota, refundOf: payment })
  }
  const send = (at: Date, to: string, amount: bigint) => {
    const reference = next()
    const other = cast.people.get(to)!
    const movement = {
      assetTransferId: idOf(reference),
      srcWalletId: me.wallet,
      destWalletId: other.wallet,
      srcParty: maskPhone(me.phone),
      destParty: maskPhone(other.phone),
    }
    told.push({ at, reference, from: ledgerAccountOf(me.wallet), to: ledgerAccountOf(other.wallet), amount, movement, quota: { ...mine, type: 'spend' } })
  }
  const repay = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: cast.creditLine, srcParty: maskedNumber(who) }
    told.push({ at, reference, from: bank.id, to: ledgerAccountOf(cast.creditLine), amount, movement })
  }
  const playMoney = (at: Date, amount: bigint) => {
    const reference = next()
    const movement = { topupId: idOf(reference), destWalletId: me.testWallet, srcParty: 'Test money' }
    const quota = { accountId: me.accountId, assetType: 'nikau.nzd.test', type: 'topup' as const }
    told.push({ at, reference, from: testMoney.id, to: ledgerAccountOf(me.testWallet), amount, movement, quota })
  }
  return { me, when, shop, topUp, withdraw, pay, refund, send, repay, playMoney }
}

export function mia(cast: Cast, told: Planned[]): void {
  const { when, shop, topUp, pay, refund, send, playMoney } = teller(cast, 'mia', told)
  const coffee = [shop('Three Lamps Coffee Roasters'), shop('Karangahape Vinyl and Tea'), shop('Maungawhau Bakehouse')]
  for (let week = 8; week >= 1; week--) {
    const monday = week * 7
    topUp(when(monday, 8, 5), 10000n)
    coffee.forEach((place, i) => pay(when(monday - i * 2, 8, 40 + i), place, 580n + BigInt(week * 10)))
    pay(when(monday - 5, 17, 35), shop('Kererū Grocer'), 4215n + BigInt(week * 137))
  }
  const book = pay(when(9, 13, 12), shop('Pōhutukawa Books'), 3499n)
  refund(when(6, 11, 2), book)
  send(when(4, 19, 20), 'tama', 2000n)
  pay(when(1, 18, 45), shop('Dominion Road Dumpling Kitchen'), 2650n)
  pay(when(0, 0, 20), shop('Sunny Corner Dairy'), 780n)
  playMoney(when(2, 10), 5000n)
}

export function tama(cast: Cast, told: Planned[]): void {
  const { when, shop, topUp, pay, send, playMoney } = teller(cast, 'tama', told)
  topUp(when(34, 9), 15000n)
  pay(when(33, 12, 30), shop('Pōhutukawa Books'), 5800n)
  pay(when(21, 15), shop('Karangahape Vinyl and Tea'), 4290n)
  pay(when(11, 17, 10), shop('Sunny Corner Dairy'), 1270n)
  send(when(3, 20), 'mia', 1500n)
  pay(when(2, 12, 5), shop('Britomart Noodle House'), 2480n)
  playMoney(when(2, 10), 5000n)
}

export function hemi(cast: Cast, told: Planned[]): void {
  const { when, shop, topUp, pay, repay } = teller(cast, 'hemi', told)
  topUp(when(50, 7), 40000n)
  pay(when(49, 12), shop('Garden Place Espresso'), 1150n)
  pay(when(48, 9, 30), shop('Maniapoto Saddlery and Stockfoods'), 84050n, cast.creditLine)
  pay(when(35, 14), shop('Piako Farm Supplies'), 126390n, cast.creditLine)
  repay(when(20, 6), 150000n)
  pay(when(16, 10, 15), shop('Piako Farm Supplies'), 98775n, cast.creditLine)
  pay(when(9, 16), shop('Selwyn Stock and Station'), 25000n, cast.creditLine)
  pay(when(8, 12, 40), shop('Raglan Longboard and Repair'), 12900n)
  pay(when(1, 7, 50), shop('Garden Place Espresso'), 1180n)
}

/** A power user's three years, exactly this many movements. Each is a pure function of its number, so that the story is always the same. */
export function priya(cast: Cast, told: Planned[], movements = 10_000): void {
  const { when, topUp, pay, refund, withdraw } = teller(cast, 'priya', told)
  const shops = cast.shops.filter((shop) => shop.configId !== undefined).slice(0, 40)
  const days = 1095
  const dice = (n: number, sides: number) => Number((BigInt(n + 1) * 2_654_435_761n) % 4_294_967_296n) % sides
  let balance = 0n
  let last: ReturnType<typeof pay> | undefined
  const begin = told.length
  for (let day = days; day >= 1; day--) {
    const due = Math.floor((movements * (days - day + 1)) / days)
    // Lately each movement has a minute of its own, earlier a day has one moment and long ago a week: fewer calls, sooner posted.
    if (day > 180 && day % 7 !== 0) continue
    const sinceMorning = told.length - begin
    for (let n = sinceMorning; n < due; n++) {
      const share = (n - sinceMorning) / (due - sinceMorning)
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
