import type { Clock, Db, Tx } from '@nikau/runtime'
import type { KeyTill } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { refusalOfCharge } from './limits.ts'
import { insertSale, lockTill, selectKeyOfSale, selectSale } from './store-sales.ts'

/** Before the request of a charge is made. Holds the till's lock until the transaction ends. */
export async function startSale(
  tx: Tx,
  deps: { clock: Clock },
  till: KeyTill,
  charge: { key: string; amount: bigint },
): Promise<Refusal<'SALE_ABANDONED' | 'TILL_LIMIT_EXCEEDED'> | undefined> {
  const exceeded = await refusalOfCharge(tx, deps, till, charge.amount)
  return (await selectSale(tx, till.id, charge.key)) ? refuse('SALE_ABANDONED') : exceeded
}

export async function recordSale(tx: Tx, { clock }: { clock: Clock }, till: KeyTill, sale: { key: string; paymentRequestId: string }): Promise<void> {
  await insertSale(tx, { tillId: till.id, ...sale, at: clock.now() })
}

/** The request that the till made with a key. */
export async function findSale(db: Db, till: KeyTill, key: string): Promise<string | undefined> {
  return (await selectSale(db, till.id, key))?.paymentRequestId ?? undefined
}

/** The key that the till made a request with. */
export async function findKeyOfSale(db: Db, till: KeyTill, paymentRequestId: string): Promise<string | undefined> {
  return await selectKeyOfSale(db, till.id, paymentRequestId)
}

/** The request that the till made with a key; if there is none, the key makes none any more. Waits for a charge that is being made. */
export async function abandonKey(tx: Tx, { clock }: { clock: Clock }, till: KeyTill, key: string): Promise<string | undefined> {
  await lockTill(tx, till.id)
  const sale = await selectSale(tx, till.id, key)
  if (!sale) await insertSale(tx, { tillId: till.id, key, paymentRequestId: null, at: clock.now() })
  return sale?.paymentRequestId ?? undefined
}
