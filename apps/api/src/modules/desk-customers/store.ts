import type { revealReasons } from '@nikau/contract/desk/customers'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Term } from './term.ts'

// Names and contact details come from functions of the database (db/routines/operating-people.sql), which know the operator by the secret of
// their session and mask what they answer.

/** The secret of the session, and the time of the call. */
export interface Asking {
  secretHash: Buffer
  now: Date
}

export interface FoundRow {
  accountId: string
  personId: string
  maskedName: string | null
  maskedPhone: string
  joinedAt: Date
  closed: boolean
  frozen: boolean
}

/** One more than is shown, if there are more. */
export async function selectFound(db: Db, { secretHash, now }: Asking, { by, term }: Term): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select account_id as "accountId", person_id as "personId", masked_name as "maskedName", masked_phone as "maskedPhone", joined_at as "joinedAt", closed, frozen
      from desk_find_customers(${secretHash}, ${now}, ${by}, ${term})`.execute(db)
  return rows
}

export interface IdentityRow {
  accountId: string
  personId: string
  maskedName: string | null
  maskedPhone: string
  phoneVerified: boolean
  maskedEmail: string | null
  emailVerified: boolean
  joinedAt: Date
  lastSignedInAt: Date | null
  closedAt: Date | null
  passkeys: number
}

export async function selectIdentity(db: Db, { secretHash, now }: Asking, accountId: string): Promise<IdentityRow | undefined> {
  const { rows } = await sql<IdentityRow>`
    select account_id as "accountId", person_id as "personId", masked_name as "maskedName", masked_phone as "maskedPhone", phone_verified as "phoneVerified",
      masked_email as "maskedEmail", email_verified as "emailVerified", joined_at as "joinedAt", last_signed_in_at as "lastSignedInAt", closed_at as "closedAt", passkeys
      from desk_customer(${secretHash}, ${now}, ${accountId})`.execute(db)
  return rows[0]
}

export interface SessionRow {
  id: string
  device: string
  firstUsedAt: Date
  lastUsedAt: Date
  isNew: boolean
}

export async function selectSessions(db: Db, { secretHash, now }: Asking, accountId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, device, first_used_at as "firstUsedAt", last_used_at as "lastUsedAt", is_new as "isNew" from desk_sessions_of(${secretHash}, ${now}, ${accountId})`.execute(
    db,
  )
  return rows
}

export interface Contact {
  givenName: string | null
  familyName: string | null
  phone: string
  email: string | null
}

/** Writes who saw it and why, and answers it, in one transaction. */
export async function revealContact(
  db: Db,
  { secretHash, now }: Asking,
  asked: { accountId: string; endpoint: string; reason: (typeof revealReasons)[number]; reference: string },
): Promise<Contact | { refused: 'NOT_FOUND' | 'OWN_ACCOUNT' | 'REVEAL_LIMIT' } | null> {
  const { rows } = await sql<{ answer: Awaited<ReturnType<typeof revealContact>> }>`
    select desk_reveal_contact(${secretHash}, ${now}, ${asked.accountId}, ${asked.endpoint}, ${asked.reason}, ${asked.reference}) as answer`.execute(db)
  return rows[0]!.answer
}

export async function countReveals(db: Db, { secretHash, now }: Asking): Promise<{ hour: number; day: number }> {
  return (await sql<{ hour: number; day: number }>`select hour, day from desk_reveals_made(${secretHash}, ${now})`.execute(db)).rows[0]!
}

export interface WalletRow {
  id: string
  type: string
  status: string
  posted: bigint
  held: bigint
}

export async function selectWallets(db: Db, accountId: string, test: boolean): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select a.id, a.type, a.status, l.balance as posted, l.held_out as held
      from asset a join ledger.account l on l.id = 'asset:' || a.id
     where a.account_id = ${accountId} and a.category = 'money' and (a.type like '%.test') = ${test} order by a.place, a.id`.execute(db)
  return rows
}

export async function countTokens(db: Db, accountId: string, test: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from asset where account_id = ${accountId} and category <> 'money' and status = 'active' and (type like '%.test') = ${test}`.execute(
    db,
  )
  return rows[0]!.count
}

export interface TransferRow {
  id: string
  type: string
  reference: string
  amount: bigint
  status: string
  at: Date
}

/** The last ten. */
export async function selectTransfers(db: Db, accountId: string, test: boolean): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select id, type, reference, amount, status, created_at as at from funds_transfer
     where account_id = ${accountId} and (liveness = 'test') = ${test} order by created_at desc, id desc limit 10`.execute(db)
  return rows
}

export async function selectNotes(db: Db, accountId: string): Promise<{ operator: string; name: string; at: Date; note: string }[]> {
  const { rows } = await sql<{ operator: string; name: string; at: Date; note: string }>`
    select n.operator, o.name, n.at, n.note from account_note n join operator o on o.id = n.operator
     where n.account_id = ${accountId} order by n.id desc limit 50`.execute(db)
  return rows
}

export interface MovementRow {
  posting: bigint
  walletId: string
  amount: bigint
  at: Date
  topupId: string | null
  withdrawalId: string | null
  paymentRequestId: string | null
  assetTransferId: string | null
  outgoingPaymentId: string | null
  adjustmentId: string | null
  returned: boolean
  party: string | null
}

/** On all wallets of the account, newest first. */
export async function selectMovements(
  db: Db,
  accountId: string,
  { test, before, limit }: { test: boolean; before: bigint | undefined; limit: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select e.posting, w.id as "walletId", e.amount, e.at, m.topup_id as "topupId", m.withdrawal_id as "withdrawalId", m.payment_request_id as "paymentRequestId",
      m.asset_transfer_id as "assetTransferId", m.outgoing_payment_id as "outgoingPaymentId", m.adjustment_id as "adjustmentId", coalesce(m.returned, false) as returned,
      case when e.amount < 0 then m.dest_party else m.src_party end as party
      from asset w
      join ledger.account l on l.id = 'asset:' || w.id
      cross join lateral (
        select e.posting, e.amount, e.at from ledger.entry e
         where e.account = l.no and (${before ?? null}::bigint is null or e.posting < ${before ?? null}::bigint) order by e.version desc limit ${limit}) e
      left join movement m on m.posting = e.posting
     where w.account_id = ${accountId} and w.category = 'money' and (w.type like '%.test') = ${test}
     order by e.posting desc limit ${limit}`.execute(db)
  return rows
}

export interface LookRow {
  number: bigint
  at: Date
  operator: string
  name: string | null
  endpoint: string
  kind: 'looked' | 'acted' | 'refused'
  detail: Record<string, string>
  reason: string | null
}

/** What operators looked at or did about the account, newest first. */
export async function selectLooks(db: Db, accountId: string, { before, limit }: { before: bigint | undefined; limit: number }): Promise<LookRow[]> {
  const { rows } = await sql<LookRow>`
    select a.no as number, a.at, a.operator::text as operator, o.name, a.endpoint, a.kind, a.detail, a.reason
      from desk_audit a left join operator o on o.id = a.operator
     where a.subject = ${`account:${accountId}`} and a.operator is not null and (${before ?? null}::bigint is null or a.no < ${before ?? null}::bigint)
     order by a.no desc limit ${limit}`.execute(db)
  return rows
}

export interface RevealRow {
  at: Date
  operator: string
  name: string | null
  accountId: string
  reason: (typeof revealReasons)[number]
  reference: string
  open: boolean
}

/** Newest first. */
export async function selectReveals(db: Db, { from, until }: { from: Date; until: Date }): Promise<RevealRow[]> {
  const { rows } = await sql<RevealRow>`
    select a.at, a.operator::text as operator, o.name, split_part(a.subject, ':', 2) as "accountId", a.reason, a.detail ->> 'reference' as reference,
      exists (select from operator_exception e where e.id::text = a.detail ->> 'reference' and e.opened_at <= a.at and coalesce(e.closed_at > a.at, true)) as open
      from desk_audit a left join operator o on o.id = a.operator
     where a.at >= ${from} and a.at < ${until} and a.kind = 'looked' and a.detail ? 'group' order by a.no desc`.execute(db)
  return rows
}
