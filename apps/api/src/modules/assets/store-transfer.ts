import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { insertTokenActivity, setStatus } from './store.ts'

export interface SentToken {
  assetId: string
  /** The sender's account. */
  accountId: string
  /** The other party, as the account may see it. */
  party: string
  posting: bigint
  at: Date
}

/** A sent token leaves its owner's list while its transfer waits, in the transaction of its posting. False if it is not theirs to send. */
export async function moveTokenToEscrow(tx: Db, token: SentToken): Promise<boolean> {
  const result = await sql<{ id: string }>`
    update asset set status = 'in-escrow' where id = ${token.assetId} and account_id = ${token.accountId} and status = 'active' returning id`.execute(tx)
  if (result.rows.length === 0) return false
  await insertTokenActivity(tx, { ...token, action: 'sent' })
  return true
}

/** The recipient owns the token from now on. `party` is the sender. */
export async function giveToken(tx: Db, token: SentToken & { recipientAccountId: string }): Promise<void> {
  const { assetId, recipientAccountId } = token
  const result = await sql`
    update asset set status = 'active', account_id = ${recipientAccountId} where id = ${assetId} and status = 'in-escrow'`.execute(tx)
  if (result.numAffectedRows !== 1n) throw new Error('the token is not in escrow')
  await insertTokenActivity(tx, { ...token, accountId: recipientAccountId, action: 'received' })
}

/** The sender has the token again. One that has expired meanwhile is archived: its unit is back with the issuer. */
export async function returnToken(tx: Db, token: SentToken, expired: boolean): Promise<void> {
  if (!(await setStatus(tx, token.assetId, 'in-escrow', expired ? 'archived' : 'active'))) throw new Error('the token is not in escrow')
  await insertTokenActivity(tx, { ...token, action: 'returned' })
}
