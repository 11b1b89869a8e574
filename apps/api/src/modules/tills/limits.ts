import { defaultTillLimits, type TillLimits } from '@nikau/contract/tills'
import { cents } from '@nikau/money'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { KeyTill, Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf, recordAudit, recordForOwners } from '../accounts/index.ts'
import { reachesMerchant } from '../merchants/index.ts'
import { type LimitRow, lockTill, selectLimits, selectShop, sumOfSales, upsertLimits } from './store-sales.ts'

type Exceeded = Refusal<'TILL_LIMIT_EXCEEDED'>

export async function limitsOf(db: Db, merchantId: string): Promise<TillLimits> {
  const { perPayment, perDay, refund } = (await selectLimits(db, merchantId)) ?? defaultTillLimits
  return { perPayment: cents(perPayment), perDay: cents(perDay), refund: cents(refund) }
}

export async function readLimits(db: Db, person: Person, merchantId: string): Promise<TillLimits | Refusal<'FORBIDDEN'>> {
  return (await shopOf(db, person, merchantId)) ? await limitsOf(db, merchantId) : refuse('FORBIDDEN')
}

export async function updateLimits(
  { db, clock }: { db: Db; clock: Clock },
  { actor, source }: { actor: Person; source: Source },
  merchantId: string,
  limits: TillLimits,
): Promise<TillLimits | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx) => {
    const shop = await shopOf(tx, actor, merchantId)
    if (!shop) return refuse('FORBIDDEN')
    const [at, before] = [clock.now(), await limitsOf(tx, merchantId)]
    await upsertLimits(tx, merchantId, limits, at)
    await recordAudit(tx, shop.accountId, {
      action: 'till-limits-changed',
      actor,
      source,
      at,
      subject: merchantId,
      before: asText(before),
      after: asText(limits),
    })
    if (isRaised(before, limits))
      await recordForOwners(tx, shop.accountId, { kind: 'till-limits-raised', actor, source, at, detail: { merchant: shop.name, ...asText(limits) } })
    return limits
  })
}

const isRaised = (before: LimitRow, after: LimitRow) => after.perPayment > before.perPayment || after.perDay > before.perDay || after.refund > before.refund

const asText = (limits: LimitRow) => ({ perPayment: String(limits.perPayment), perDay: String(limits.perDay), refund: String(limits.refund) })

/** The shop, if the person sets it up. */
export async function shopOf(db: Db, person: Person, merchantId: string) {
  const shop = await selectShop(db, merchantId)
  const reach = shop && (await reachOf(db, person, shop.accountId, 'settings:write'))
  return reach && reachesMerchant(reach, shop) ? shop : undefined
}

/**
 * Refuses a charge above what the till may ask for at once or in a day. The till is locked, so that charges at the same time are added
 * up one after the other; what waits to be paid counts, so that a day never takes more.
 */
export async function refusalOfCharge(tx: Tx, { clock }: { clock: Clock }, till: KeyTill, amount: bigint): Promise<Exceeded | undefined> {
  await lockTill(tx, till.id)
  const now = clock.now()
  const limits = await limitsOf(tx, till.merchantId)
  const left = limits.perDay - (await sumOfSales(tx, till.id, { from: instantAt(calendarDate(now)), now }))
  const limit = amount > limits.perPayment ? 'payment' : amount > left ? 'day' : undefined
  return limit && refuse('TILL_LIMIT_EXCEEDED', { limit, left: String(left > 0n ? left : 0n) })
}

/** `total`: everything given back of the payment, with this refund. */
export async function refusalOfTillRefund(tx: Tx, till: KeyTill, { total, amount }: { total: bigint; amount: bigint }): Promise<Exceeded | undefined> {
  const { refund } = await limitsOf(tx, till.merchantId)
  const left = refund - (total - amount)
  return amount > left ? refuse('TILL_LIMIT_EXCEEDED', { limit: 'refund', left: String(left > 0n ? left : 0n) }) : undefined
}
