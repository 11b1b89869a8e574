import type { Liveness } from '@nikau/contract/amounts'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { type OneOffBank, oneOffBankNames } from '@nikau/contract/one-off-banks'
import type { Cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { TransferType } from './rules.ts'

export interface TransferRow {
  id: string
  type: TransferType
  accountId: string
  walletId: string
  /** Null for a top-up that its owner approved at `bank`. */
  bankAccountId: string | null
  bank: OneOffBank | null
  liveness: Liveness
  amount: Cents
  status: 'created' | 'requested' | 'done' | 'failed'
  failure: FundsTransferFailure | null
  reference: string
  code: string | null
  posting: bigint
  createdAt: Date
  createdBy: string
  updatedAt: Date
  sentAt: Date | null
  settledAt: Date | null
  held: boolean
  /** Of a held top-up that went back, or was to. */
  returnPaymentId: string | null
  doneAt: Date | null
  failedAt: Date | null
  reversedAt: Date | null
  /** Of the bank account, or else the name of the bank. */
  maskedNumber: string
}

const bankName = sql.raw(
  `case t.bank ${Object.entries(oneOffBankNames)
    .map(([bank, name]) => `when '${bank}' then '${name}'`)
    .join(' ')} end`,
)

const transfers = sql`
  select t.id, t.type, t.account_id as "accountId", t.wallet_id as "walletId", t.bank_account_id as "bankAccountId", t.bank, t.liveness, t.amount, t.status,
         t.failure, t.reference, t.code, t.posting, t.created_at as "createdAt", t.created_by as "createdBy", t.updated_at as "updatedAt",
         t.sent_at as "sentAt", t.settled_at as "settledAt", t.held, t.return_payment_id as "returnPaymentId", t.done_at as "doneAt", t.failed_at as "failedAt", t.reversed_at as "reversedAt",
         coalesce(b.masked_number, ${bankName}) as "maskedNumber"
    from funds_transfer t left join bank_account b on b.id = t.bank_account_id`

export async function selectTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id}`.execute(db)).rows[0]
}

/** Every change locks the row. Lock order: a caller that needs the bank account's verification locks that account first. */
export async function lockTransfer(tx: Tx, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id} for no key update of t`.execute(tx)).rows[0]
}

export async function selectByReference(db: Db, reference: string): Promise<{ id: string; bankAccountId: string } | undefined> {
  const result = await sql<{ id: string; bankAccountId: string }>`
    select id, bank_account_id as "bankAccountId" from funds_transfer where reference = ${reference} and bank_account_id is not null`.execute(db)
  return result.rows[0]
}

export async function selectBankAccountOfTransfer(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`select bank_account_id as id from funds_transfer where id = ${id}`.execute(db)
  return rows[0]?.id ?? undefined
}

export interface BankAccountRow {
  id: string
  accountId: string
  type: string
  liveness: Liveness
  archived: boolean
  verified: boolean
  directDebit: boolean
  maskedNumber: string
  createdAt: Date
}

const bankAccounts = sql`
  select id, account_id as "accountId", type, liveness, status = 'archived' as archived, verified_at is not null as verified,
         debit_slot is not null as "directDebit", masked_number as "maskedNumber", created_at as "createdAt"
    from bank_account`

/** A shared lock on the bank account of a transfer: it is neither verified nor unlinked until the transaction ends. */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${bankAccounts} where id = ${id} for share`.execute(tx)).rows[0]
}

/** An exclusive lock, so that concurrent new transfers get the same statement code. */
export async function lockBankAccountForTransfer(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${bankAccounts} where id = ${id} for no key update`.execute(tx)).rows[0]
}

export interface NewTransfer {
  id: string
  type: TransferType
  accountId: string
  walletId: string
  bankAccountId: string | null
  bank: OneOffBank | null
  liveness: Liveness
  amount: Cents
  reference: string
  code: string | null
  posting: bigint
  at: Date
  by: string
  /** When it was sent to the bank already. */
  sentAt: Date | null
}

export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<void> {
  await sql`
    insert into funds_transfer (id, type, account_id, wallet_id, bank_account_id, bank, liveness, amount, status, reference, code, posting, created_at, created_by,
      updated_at, sent_at)
    values (${transfer.id}, ${transfer.type}, ${transfer.accountId}, ${transfer.walletId}, ${transfer.bankAccountId}, ${transfer.bank}, ${transfer.liveness},
      ${transfer.amount}, ${transfer.sentAt ? 'requested' : 'created'}, ${transfer.reference}, ${transfer.code}, ${transfer.posting}, ${transfer.at},
      ${transfer.by}, ${transfer.sentAt ?? transfer.at}, ${transfer.sentAt})`.execute(tx)
}

export interface TransferChange {
  status: TransferRow['status']
  failure?: FundsTransferFailure
  sentAt?: Date
  settledAt?: Date
  held?: boolean
  doneAt?: Date
  failedAt?: Date
  reversedAt?: Date
}

/** Sets the given fields and keeps the others. */
export async function updateTransfer(tx: Tx, id: string, change: TransferChange, at: Date): Promise<void> {
  await sql`
    update funds_transfer set status = ${change.status}, failure = coalesce(${change.failure ?? null}, failure), sent_at = coalesce(${change.sentAt ?? null}, sent_at),
      settled_at = coalesce(${change.settledAt ?? null}, settled_at), held = coalesce(${change.held ?? null}, held), done_at = coalesce(${change.doneAt ?? null}, done_at),
      failed_at = coalesce(${change.failedAt ?? null}, failed_at), reversed_at = coalesce(${change.reversedAt ?? null}, reversed_at), updated_at = ${at}
     where id = ${id}`.execute(tx)
}

/** The money of a held top-up goes back to its bank account. */
export async function markReturned(tx: Tx, id: string, outgoingPaymentId: string, at: Date): Promise<void> {
  await sql`
    update funds_transfer set status = 'failed', failure = 'returned', failed_at = ${at}, held = false, return_payment_id = ${outgoingPaymentId}, updated_at = ${at}
     where id = ${id}`.execute(tx)
}

/** Keeps the payment that came back, so that it is not sent again by itself. */
export async function holdAgain(tx: Tx, outgoingPaymentId: string, at: Date): Promise<{ id: string; bankAccountId: string } | undefined> {
  const { rows } = await sql<{ id: string; bankAccountId: string }>`
    update funds_transfer set status = 'requested', failure = null, failed_at = null, held = true, updated_at = ${at}
     where return_payment_id = ${outgoingPaymentId} returning id, bank_account_id as "bankAccountId"`.execute(tx)
  return rows[0]
}

const maxListed = 500

export async function selectByPerson(db: Db, personId: string, type: TransferType): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} join account_member m on m.account_id = t.account_id
     where m.person_id = ${personId} and m.role = 'account-owner' and t.type = ${type} order by t.created_at desc, t.id limit ${maxListed}`.execute(db)
  return result.rows
}

export async function selectByAccount(db: Db, accountId: string, type: TransferType): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.account_id = ${accountId} and t.type = ${type} order by t.created_at desc, t.id limit ${maxListed}`.execute(db)
  return result.rows
}

/** The top-ups of bank accounts since a time, newest first. */
export async function selectRecentTopUps(db: Db, bankAccountIds: readonly string[], since: Date): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.bank_account_id = any (${bankAccountIds}::text[]) and t.type = 'topup' and t.created_at >= ${since}
     order by t.created_at desc, t.id`.execute(db)
  return result.rows
}

/** The last top-up of each bank account that did not fail, those since a time, and those not debited yet; newest first. */
export async function selectDebits(db: Db, bankAccountIds: readonly string[], since: Date): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.bank_account_id = any (${bankAccountIds}::text[]) and t.type = 'topup' and t.status <> 'failed'
       and (t.created_at >= ${since} or t.status = 'created' or t.created_at = (
         select max(l.created_at) from funds_transfer l where l.bank_account_id = t.bank_account_id and l.type = 'topup' and l.status <> 'failed'))
     order by t.created_at desc, t.id`.execute(db)
  return result.rows
}

/** Locks the held top-ups of a bank account, oldest first. */
export async function lockHeld(tx: Tx, bankAccountId: string): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.bank_account_id = ${bankAccountId} and t.held and t.status = 'requested' order by t.created_at, t.id for no key update of t`.execute(
    tx,
  )
  return result.rows
}

/** Top-ups that are neither done nor failed. */
export async function countPendingTopUps(tx: Tx, bankAccountId: string): Promise<number> {
  const result = await sql<{ count: bigint }>`
    select count(*) as count from funds_transfer
     where bank_account_id = ${bankAccountId} and type = 'topup' and status in ('created', 'requested')`.execute(tx)
  return Number(result.rows[0]!.count)
}

/** Transfers and account checks with their codes: a check has its own in the particulars, after the word CODE. */
const codesOf = (bankAccountId: string) => sql`(
  select id, code, created_at, sent_at, status = 'created' as waiting from funds_transfer where bank_account_id = ${bankAccountId}
  union all
  select id, substr(particulars, 6), created_at, sent_at, status = 'waiting' from outgoing_payment
   where bank_account_id = ${bankAccountId} and purpose = 'account-check') c`

/** The statement code of the last transfer or account check sent, if that was since a time. */
export async function selectLiveCode(tx: Tx, bankAccountId: string, since: Date): Promise<string | undefined> {
  const result = await sql<{ code: string }>`
    select code from ${codesOf(bankAccountId)} where sent_at >= ${since} order by sent_at desc, created_at desc, id desc limit 1`.execute(tx)
  return result.rows[0]?.code
}

/** The statement code of the newest transfer or account check that is waiting to be sent or was sent since a time. */
export async function selectCurrentCode(tx: Tx, bankAccountId: string, since: Date): Promise<string | undefined> {
  const result = await sql<{ code: string }>`
    select code from ${codesOf(bankAccountId)} where waiting or sent_at >= ${since} order by created_at desc, id desc limit 1`.execute(tx)
  return result.rows[0]?.code
}

/** Serialises the withdrawals of an account. Lock order: account, then bank account. */
export async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
}

export interface UnverifiedWithdrawal {
  at: Date
  /** To the same number, through this or an earlier link. */
  sameNumber: boolean
}

/** The account's withdrawals since a time to bank accounts that are not verified, newest first. */
export async function selectUnverifiedWithdrawals(tx: Tx, to: BankAccountRow, since: Date): Promise<UnverifiedWithdrawal[]> {
  const result = await sql<UnverifiedWithdrawal>`
    select t.created_at as at, b.fingerprint = target.fingerprint as "sameNumber"
      from funds_transfer t join bank_account b on b.id = t.bank_account_id join bank_account target on target.id = ${to.id}
     where t.account_id = ${to.accountId} and t.type = 'withdrawal' and t.created_at >= ${since} and b.verified_at is null
     order by t.created_at desc`.execute(tx)
  return result.rows
}

/** What the account has withdrawn to bank accounts that were linked since a time, without what came back. */
export async function sumToNewPayees(tx: Tx, to: BankAccountRow, linkedSince: Date): Promise<bigint> {
  const result = await sql<{ total: bigint }>`
    select coalesce(sum(t.amount), 0)::bigint as total from funds_transfer t join bank_account b on b.id = t.bank_account_id
     where t.account_id = ${to.accountId} and t.type = 'withdrawal' and t.liveness = ${to.liveness} and t.status <> 'failed'
       and b.created_at > ${linkedSince}`.execute(tx)
  return result.rows[0]!.total
}

export interface ClaimedRow {
  transferId: string
  reference: string
  bankAccountId: string
  sealed: Buffer
  keyId: string
  name: string
  amount: Cents
  code: string
}

/** Assigns waiting transfers to a file, oldest first; those locked by another run are skipped. */
export async function claimCreated(tx: Tx, file: { type: TransferType; fileId: string; requestedBefore: Date; limit: number; now: Date }): Promise<void> {
  await sql`
    with claimed as (
      select id from funds_transfer where status = 'created' and liveness = 'main' and type = ${file.type} and created_at < ${file.requestedBefore}
       order by created_at, id limit ${file.limit} for no key update skip locked)
    update funds_transfer t set status = 'requested', sent_at = ${file.now}, file_id = ${file.fileId}, updated_at = ${file.now}
      from claimed where t.id = claimed.id`.execute(tx)
}

export async function selectByFile(tx: Tx, fileId: string): Promise<ClaimedRow[]> {
  const result = await sql<ClaimedRow>`
    select t.id as "transferId", t.reference, b.id as "bankAccountId", b.sealed_number as sealed, b.key_id as "keyId", b.name, t.amount, t.code
      from funds_transfer t join bank_account b on b.id = t.bank_account_id where t.file_id = ${fileId} order by t.created_at, t.id`.execute(tx)
  return result.rows
}

export interface Contact {
  givenName: string | null
  phone: string
  /** Only if it is verified: another one may be a stranger's. */
  email: string | null
}

export async function selectContact(db: Db, personId: string): Promise<Contact | undefined> {
  const result = await sql<Contact>`select given_name as "givenName", phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return result.rows[0]
}
