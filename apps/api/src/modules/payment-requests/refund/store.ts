import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** Recorded before the money is set aside: a method may complete a return at once. */
export async function insertRefundReturns(tx: Tx, request: { id: string }, activityNumber: number, references: readonly string[]): Promise<void> {
  await sql`
    insert into refund_return (reference, payment_request_id, activity_number)
    select reference, ${request.id}, ${activityNumber} from unnest(${references}::text[]) as reference`.execute(tx)
}

interface CompletedReturn {
  subject: { accountId: string; paymentRequestId: string; activityNumber: number }
  /** Nothing else of the same refund is on its way. */
  isLast: boolean
}

/** Undefined for a return that belongs to no refund, or was completed before. Returns of one refund are serialised, so that one is the last. */
export async function completeRefundReturn(tx: Tx, reference: string, at: Date): Promise<CompletedReturn | undefined> {
  await sql`
    select from refund_return o join refund_return r on r.payment_request_id = o.payment_request_id and r.activity_number = o.activity_number
     where r.reference = ${reference} order by o.reference for no key update of o`.execute(tx)
  const { rows } = await sql<CompletedReturn['subject'] & { isLast: boolean }>`
    with completed as (
      update refund_return set completed_at = ${at} where reference = ${reference} and completed_at is null returning payment_request_id, activity_number)
    select r.merchant_account_id as "accountId", c.payment_request_id as "paymentRequestId", c.activity_number as "activityNumber",
           not exists (
             select from refund_return o
              where o.payment_request_id = c.payment_request_id and o.activity_number = c.activity_number and o.completed_at is null and o.reference <> ${reference})
             as "isLast"
      from completed c join payment_request r on r.id = c.payment_request_id`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { isLast, ...subject } = row
  return { subject, isLast }
}

/** Until the transaction ends, so that simultaneous refunds of one person count each other. */
export async function lockRefundsOf(tx: Tx, by: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('refunds-by:' || ${by}, 0))`.execute(tx)
}

/** What somebody has refunded at the shops of an account since a time. */
export async function selectRefundedBy(tx: Tx, { accountId, by, since }: { accountId: string; by: string; since: Date }): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from payment_activity
     where merchant_id in (select id from merchant where account_id = ${accountId}) and created_at > ${since} and type = 'refund' and created_by = ${by}`.execute(
    tx,
  )
  return rows[0]!.total
}

/** What a ledger account can spend. */
export async function selectAvailable(db: Db, account: string): Promise<bigint> {
  const { rows } = await sql<{ available: bigint }>`
    select greatest(balance - held_out, 0) as available from ledger.account where id = ${account}`.execute(db)
  return rows[0]?.available ?? 0n
}
