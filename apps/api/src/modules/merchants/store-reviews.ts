import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { nameSkeleton } from './names.ts'

export interface ReviewFinding {
  reason: 'protected-name' | 'similar-name' | 'gst-number-in-use'
  /** The name, or the id of the merchant. */
  found: string
}

/** Live merchants are checked one after the other, so that two of the same name or number cannot pass each other. */
export async function lockReviews(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('merchant reviews', 0))`.execute(tx)
}

/** A live merchant of another verified business whose name looks the same. One in review holds no name, so an impostor blocks nobody. */
export async function selectSimilarMerchant(tx: Tx, of: { accountId: string; name: string }): Promise<string | undefined> {
  const skeleton = nameSkeleton(of.name)
  // Merchants from before skeletons were stored have none.
  const result = await sql<{ id: string; name: string }>`
    select m.id, m.name from merchant m join business b on b.account_id = m.account_id and b.status = 'verified'
     where not m.test and m.status = 'active' and m.account_id <> ${of.accountId} and (m.name_skeleton = ${skeleton} or m.name_skeleton is null)`.execute(tx)
  return result.rows.find(({ name }) => nameSkeleton(name) === skeleton)?.id
}

/** A live merchant of another account with the same GST number. */
export async function selectMerchantWithGstNumber(tx: Tx, of: { accountId: string; gstNumber: string }): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from merchant where not test and status = 'active' and gst_number = ${of.gstNumber} and account_id is distinct from ${of.accountId} limit 1`.execute(
    tx,
  )
  return result.rows[0]?.id
}

export async function insertReviews(tx: Tx, merchantId: string, findings: readonly ReviewFinding[], at: Date): Promise<void> {
  for (const { reason, found } of findings)
    await sql`insert into merchant_review (merchant_id, reason, found, opened_at) values (${merchantId}, ${reason}, ${found}, ${at})`.execute(tx)
}

export interface OpenReviewRow extends ReviewFinding {
  merchantId: string
  name: string
  accountId: string
  gstNumber: string | null
  openedAt: Date
}

/** Oldest first. */
export async function selectOpenReviews(db: Db): Promise<OpenReviewRow[]> {
  const result = await sql<OpenReviewRow>`
    select r.merchant_id as "merchantId", m.name, m.account_id as "accountId", m.gst_number as "gstNumber", r.reason, r.found, r.opened_at as "openedAt"
      from merchant_review r join merchant m on m.id = r.merchant_id where r.cleared_at is null order by r.opened_at, r.id`.execute(db)
  return result.rows
}

/** Closes the merchant's open reviews and activates it; false if it has none. */
export async function closeReviews(tx: Tx, merchantId: string, by: { operator: string; note: string; at: Date }): Promise<boolean> {
  const result = await sql`
    update merchant_review set cleared_at = ${by.at}, operator = ${by.operator}, note = ${by.note}
     where merchant_id = ${merchantId} and cleared_at is null`.execute(tx)
  if (!result.numAffectedRows) return false
  await sql`update merchant set status = 'active' where id = ${merchantId}`.execute(tx)
  return true
}
