import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

interface OfflineSet {
  id: string
  accountId: string
  sessionUid: string
  limit: bigint
  createdAt: Date
}

export async function insertOfflineSet(tx: Tx, s: OfflineSet): Promise<void> {
  await sql`
    insert into offline_code_set (id, account_id, session_uid, spend_limit, created_at)
    values (${s.id}, ${s.accountId}, ${s.sessionUid}, ${s.limit}, ${s.createdAt})`.execute(tx)
}

/** Ends the live sets of an account, or of one device. Waits for payments by one that have begun. */
export async function endOfflineSets(tx: Tx, of: { accountId: string; sessionUid?: string }, at: Date): Promise<void> {
  await sql`
    update offline_code_set set ended_at = greatest(created_at, ${at}) where id in (
      select id from offline_code_set
       where account_id = ${of.accountId} and ended_at is null and (${of.sessionUid ?? null}::text is null or session_uid = ${of.sessionUid ?? null})
       order by id for update)`.execute(tx)
}

/** The set of a scanned code, unless it has ended. A freeze since it was made has ended it too. An end waits for the payment. */
export async function shareLiveSet(tx: Tx, id: string): Promise<Pick<OfflineSet, 'limit' | 'createdAt'> | undefined> {
  const { rows } = await sql<Pick<OfflineSet, 'limit' | 'createdAt'>>`
    select s.spend_limit as limit, s.created_at as "createdAt" from offline_code_set s
     where s.id = ${id} and s.ended_at is null
       and not exists (select from account_freeze_event f where f.account_id = s.account_id and f.action = 'frozen' and f.at >= s.created_at)
       for share`.execute(tx)
  return rows[0]
}

/** Ends the codes that no till has scanned yet. */
export async function endCodes(tx: Tx, accountId: string, at: Date): Promise<void> {
  await sql`
    update patron_code set ended_at = greatest(created_at, ${at}) where id in (
      select id from patron_code where account_id = ${accountId} and used_at is null and ended_at is null order by id for update)`.execute(tx)
}

interface TillPayment {
  paymentRequestId: string
  accountId: string
  personId: string
  counter: string
  amount: bigint
  posting: bigint
  at: Date
  set: Pick<OfflineSet, 'limit' | 'createdAt'> | undefined
}

export async function insertTillPayment(tx: Tx, p: TillPayment): Promise<void> {
  await sql`
    insert into till_payment (payment_request_id, account_id, person_id, counter, amount, posting, paid_at, set_created_at, set_limit)
    values (${p.paymentRequestId}, ${p.accountId}, ${p.personId}, ${p.counter}, ${p.amount}, ${p.posting}, ${p.at}, ${p.set?.createdAt ?? null},
      ${p.set?.limit ?? null})`.execute(tx)
}

/** The newest request that a person's code has paid without approval since that time. */
export async function selectPaidSince(db: Db, personId: string, since: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select payment_request_id as id from till_payment where person_id = ${personId} and paid_at > ${since} order by paid_at desc limit 1`.execute(db)
  return rows[0]?.id
}

interface OfflinePayment {
  createdAt: Date
  usedAt: Date
  shownAt: Date
  limit: bigint
}

/** A person's payment by offline code. To ask for it is to show it: the first time stays. */
export async function showOfflinePayment(db: Db, paymentRequestId: string, personId: string, at: Date): Promise<OfflinePayment | undefined> {
  const columns = sql`set_created_at as "createdAt", paid_at as "usedAt", shown_at as "shownAt", set_limit as limit`
  const { rows } = await sql<OfflinePayment & { shownAt: Date | null }>`
    select ${columns} from till_payment
     where payment_request_id = ${paymentRequestId} and person_id = ${personId} and set_created_at is not null`.execute(db)
  if (!rows[0] || rows[0].shownAt !== null) return rows[0]
  const shown = await sql<OfflinePayment>`
    update till_payment set shown_at = coalesce(shown_at, ${at}) where payment_request_id = ${paymentRequestId} returning ${columns}`.execute(db)
  return shown.rows[0]
}

/** The payment by patron code to report; undefined for an unknown request. */
export async function selectCodePayment(
  db: Db,
  paymentRequestId: string,
): Promise<{ accountId: string | null; isByCode: boolean; merchantId: string; merchantName: string; test: boolean; amount: bigint } | undefined> {
  const { rows } = await sql<NonNullable<Awaited<ReturnType<typeof selectCodePayment>>>>`
    select r.patron_account_id as "accountId", r.merchant_id as "merchantId", r.merchant_name as "merchantName", r.test, r.amount,
           r.terms ? 'patronCodeId' and exists (select from payment p where p.payment_request_id = r.id and p.returned_at is null) as "isByCode"
      from payment_request r where r.id = ${paymentRequestId}`.execute(db)
  return rows[0]
}

export async function selectContact(db: Db, personId: string): Promise<{ phone: string; email: string | null } | undefined> {
  const { rows } = await sql<{ phone: string; email: string | null }>`select phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return rows[0]
}
