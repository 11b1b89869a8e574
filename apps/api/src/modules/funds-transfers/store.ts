import type { Liveness } from '@nikau/contract/amounts'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { TransferType } from './rules.ts'

export interface TransferRow {
  id: string
  type: TransferType
  accountId: string
  walletId: string
  bankAccountId: string
  liveness: Liveness
  amount: Cents
  status: 'created' | 'requested' | 'done' | 'failed'
  failure: FundsTransferFailure | null
  reference: string
  code: string
  posting: bigint
  createdAt: Date
  createdBy: string
  updatedAt: Date
  sentAt: Date | null
  settledAt: Date | null
  held: boolean
  doneAt: Date | null
  failedAt: Date | null
  reversedAt: Date | null
  /** Of the bank account, as lists show it. */
  maskedNumber: string
}

const transfers = sql`
  select t.id, t.type, t.account_id as "accountId", t.wallet_id as "walletId", t.bank_account_id as "bankAccountId", t.liveness, t.amount, t.status,
         t.failure, t.reference, t.code, t.posting, t.created_at as "createdAt", t.created_by as "createdBy", t.updated_at as "updatedAt",
         t.sent_at as "sentAt", t.settled_at as "settledAt", t.held, t.done_at as "doneAt", t.failed_at as "failedAt", t.reversed_at as "reversedAt",
         b.masked_number as "maskedNumber"
    from funds_transfer t join bank_account b on b.id = t.bank_account_id`

export async function selectTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id}`.execute(db)).rows[0]
}

/** Whoever changes a transfer holds its row; whoever also asks whether its bank account is verified holds that one first. */
export async function lockTransfer(tx: Tx, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id} for no key update of t`.execute(tx)).rows[0]
}

export async function findByReference(db: Db, reference: string): Promise<{ id: string; bankAccountId: string } | undefined> {
  const result = await sql<{ id: string; bankAccountId: string }>`
    select id, bank_account_id as "bankAccountId" from funds_transfer where reference = ${reference}`.execute(db)
  return result.rows[0]
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
}

/**
 * The bank account of a transfer, held as it is until the transaction ends: it is neither verified nor unlinked in between.
 * `alone` keeps out others who hold it for a transfer, too.
 */
export async function holdBankAccount(tx: Tx, id: string, how: 'together' | 'alone' = 'together'): Promise<BankAccountRow | undefined> {
  const result = await sql<BankAccountRow>`
    select id, account_id as "accountId", type, liveness, status = 'archived' as archived, verified_at is not null as verified,
           debit_place is not null as "directDebit", masked_number as "maskedNumber"
      from bank_account where id = ${id} ${how === 'alone' ? sql`for no key update` : sql`for share`}`.execute(tx)
  return result.rows[0]
}

export interface NewTransfer {
  id: string
  type: TransferType
  accountId: string
  walletId: string
  bankAccountId: string
  liveness: Liveness
  amount: Cents
  reference: string
  code: string
  posting: bigint
  at: Date
  by: string
}

export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<void> {
  await sql`
    insert into funds_transfer (id, type, account_id, wallet_id, bank_account_id, liveness, amount, reference, code, posting, created_at, created_by, updated_at)
    values (${transfer.id}, ${transfer.type}, ${transfer.accountId}, ${transfer.walletId}, ${transfer.bankAccountId}, ${transfer.liveness},
      ${transfer.amount}, ${transfer.reference}, ${transfer.code}, ${transfer.posting}, ${transfer.at}, ${transfer.by}, ${transfer.at})`.execute(tx)
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

/** Writes down what has happened, beside what had happened before. */
export async function changeTransfer(tx: Tx, id: string, change: TransferChange, at: Date): Promise<void> {
  await sql`
    update funds_transfer set status = ${change.status}, failure = coalesce(${change.failure ?? null}, failure), sent_at = coalesce(${change.sentAt ?? null}, sent_at),
      settled_at = coalesce(${change.settledAt ?? null}, settled_at), held = coalesce(${change.held ?? null}, held), done_at = coalesce(${change.doneAt ?? null}, done_at),
      failed_at = coalesce(${change.failedAt ?? null}, failed_at), reversed_at = coalesce(${change.reversedAt ?? null}, reversed_at), updated_at = ${at}
     where id = ${id}`.execute(tx)
}

/** The most that a list answers. */
const mostListed = 500

export async function selectOfPerson(db: Db, personId: string, type: TransferType): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} join account_member m on m.account_id = t.account_id
     where m.person_id = ${personId} and m.role = 'account-owner' and t.type = ${type} order by t.created_at desc, t.id limit ${mostListed}`.execute(db)
  return result.rows
}

export async function selectOfAccount(db: Db, accountId: string, type: TransferType): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.account_id = ${accountId} and t.type = ${type} order by t.created_at desc, t.id limit ${mostListed}`.execute(db)
  return result.rows
}

/** The top-ups of bank accounts since a moment, newest first. */
export async function selectRecentTopUps(db: Db, bankAccountIds: readonly string[], since: Date): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.bank_account_id = any (${bankAccountIds}::text[]) and t.type = 'topup' and t.created_at >= ${since}
     order by t.created_at desc, t.id`.execute(db)
  return result.rows
}

/** Those whose money waits for the verification of the bank account, oldest first. */
export async function lockHeld(tx: Tx, bankAccountId: string): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.bank_account_id = ${bankAccountId} and t.held and t.status = 'requested' order by t.created_at, t.id for no key update of t`.execute(
    tx,
  )
  return result.rows
}

/** Top-ups that have not come to their end. */
export async function countPendingTopUps(tx: Tx, bankAccountId: string): Promise<number> {
  const result = await sql<{ count: bigint }>`
    select count(*) as count from funds_transfer
     where bank_account_id = ${bankAccountId} and type = 'topup' and status in ('created', 'requested')`.execute(tx)
  return Number(result.rows[0]!.count)
}

/** The codes that stand on the bank's statement since a moment. */
export async function codesSentSince(tx: Tx, bankAccountId: string, since: Date): Promise<string[]> {
  const result = await sql<{ code: string }>`
    select distinct code from funds_transfer where bank_account_id = ${bankAccountId} and sent_at >= ${since}`.execute(tx)
  return result.rows.map((row) => row.code)
}

export interface TakenRow {
  transferId: string
  reference: string
  bankAccountId: string
  sealed: Buffer
  keyId: string
  name: string
  amount: Cents
  code: string
}

/** Puts what waits into a file, oldest first. What another file is being made of right now is passed over. */
export async function takeCreated(tx: Tx, file: { type: TransferType; fileId: string; limit: number; now: Date }): Promise<void> {
  await sql`
    with taken as (
      select id from funds_transfer where status = 'created' and liveness = 'main' and type = ${file.type}
       order by created_at, id limit ${file.limit} for no key update skip locked)
    update funds_transfer t set status = 'requested', sent_at = ${file.now}, file_id = ${file.fileId}, updated_at = ${file.now}
      from taken where t.id = taken.id`.execute(tx)
}

export async function selectOfFile(tx: Tx, fileId: string): Promise<TakenRow[]> {
  const result = await sql<TakenRow>`
    select t.id as "transferId", t.reference, b.id as "bankAccountId", b.sealed_number as sealed, b.key_id as "keyId", b.name, t.amount, t.code
      from funds_transfer t join bank_account b on b.id = t.bank_account_id where t.file_id = ${fileId} order by t.created_at, t.id`.execute(tx)
  return result.rows
}

export interface Contact {
  givenName: string | null
  phone: string
  email: string | null
}

export async function contactOf(db: Db, personId: string): Promise<Contact | undefined> {
  const result = await sql<Contact>`select given_name as "givenName", phone, email from identity.profile_of(${personId})`.execute(db)
  return result.rows[0]
}
