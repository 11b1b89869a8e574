import type { Liveness } from '@nikau/contract/amounts'
import type { Db, Sealed, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface BankAccountRow {
  id: string
  accountId: string
  type: string
  name: string
  maskedNumber: string
  liveness: Liveness
  status: 'created' | 'active' | 'archived'
  verifiedAt: Date | null
  failedAttempts: number
  createdAt: Date
  directDebit: boolean
  directDebitAt: Date | null
}

const accounts = sql`
  select b.id, b.account_id as "accountId", b.type, b.name, b.masked_number as "maskedNumber", b.liveness, b.status, b.verified_at as "verifiedAt", b.failed_attempts as "failedAttempts",
         b.created_at as "createdAt", b.debit_slot is not null as "directDebit", d.agreed_at as "directDebitAt"
    from bank_account b left join direct_debit_authority d on d.bank_account_id = b.id`

export async function selectByAccount(db: Db, accountId: string): Promise<BankAccountRow[]> {
  const result = await sql<BankAccountRow>`
    ${accounts} where b.account_id = ${accountId} and b.status <> 'archived' order by b.created_at, b.id`.execute(db)
  return result.rows
}

export async function selectBankAccount(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id}`.execute(db)).rows[0]
}

/** Exclusive lock: no verification attempt, top-up or bank result runs concurrently. */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id} for no key update of b`.execute(tx)).rows[0]
}

/** Serialises links for the same owner and of the same number. Lock order: owner, then number. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
}

export async function lockNumber(tx: Tx, fingerprint: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-account:${fingerprint.toString('hex')}`}, 0))`.execute(tx)
}

export interface Holder {
  accountId: string
  holderSlot: number
}

/** The accounts that have linked this number. */
export async function selectHolders(tx: Tx, fingerprint: Buffer): Promise<Holder[]> {
  const result = await sql<Holder>`
    select account_id as "accountId", holder_slot as "holderSlot" from bank_account where fingerprint = ${fingerprint} and status <> 'archived'`.execute(tx)
  return result.rows
}

/** The direct debit slots an account uses. */
export async function selectDebitSlots(tx: Tx, accountId: string): Promise<number[]> {
  const result = await sql<{ slot: number }>`
    select debit_slot as slot from bank_account where account_id = ${accountId} and status <> 'archived' and debit_slot is not null`.execute(tx)
  return result.rows.map((row) => row.slot)
}

/** Wrong codes from earlier links of this number by this account: linking again gives no new attempts. */
export async function selectEarlierFailedAttempts(tx: Tx, accountId: string, fingerprint: Buffer): Promise<number> {
  const result = await sql<{ failedAttempts: number }>`
    select coalesce(max(failed_attempts), 0)::int as "failedAttempts" from bank_account where account_id = ${accountId} and fingerprint = ${fingerprint} and verified_at is null`.execute(
    tx,
  )
  return result.rows[0]!.failedAttempts
}

export interface NewBankAccount extends Sealed {
  id: string
  accountId: string
  name: string
  fingerprint: Buffer
  maskedNumber: string
  liveness: Liveness
  holderSlot: number
  failedAttempts: number
  at: Date
  by: string
}

export async function insertBankAccount(tx: Tx, account: NewBankAccount): Promise<void> {
  await sql`
    insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, holder_slot, failed_attempts, created_at, created_by)
    values (${account.id}, ${account.accountId}, ${account.name}, ${account.sealed}, ${account.keyId}, ${account.fingerprint}, ${account.maskedNumber},
      ${account.liveness}, ${account.holderSlot}, ${account.failedAttempts}, ${account.at}, ${account.by})`.execute(tx)
}

export interface Authority {
  bankAccountId: string
  slot: number
  termsVersion: string
  fullName: string
  phone: string
  email: string
  at: Date
  by: string
}

export async function insertAuthority(tx: Tx, authority: Authority): Promise<void> {
  await sql`
    insert into direct_debit_authority (bank_account_id, terms_version, full_name, phone, email, agreed_at, agreed_by)
    values (${authority.bankAccountId}, ${authority.termsVersion}, ${authority.fullName}, ${authority.phone}, ${authority.email}, ${authority.at}, ${authority.by})`.execute(
    tx,
  )
  await sql`update bank_account set debit_slot = ${authority.slot} where id = ${authority.bankAccountId}`.execute(tx)
}

export async function recordWrongCode(tx: Tx, id: string): Promise<void> {
  await sql`update bank_account set failed_attempts = failed_attempts + 1 where id = ${id}`.execute(tx)
}

export async function markVerified(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_account set verified_at = ${at}, status = 'active' where id = ${id}`.execute(tx)
}

/** Ends the link and the authority; both rows remain as proof of past debits. */
export async function archiveBankAccount(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_account set status = 'archived', archived_at = ${at}, debit_slot = null where id = ${id}`.execute(tx)
  await sql`update direct_debit_authority set ended_at = ${at} where bank_account_id = ${id}`.execute(tx)
}

export interface ProfileRow {
  givenName: string | null
  familyName: string | null
  email: string | null
}

export async function selectProfile(db: Db, personId: string): Promise<ProfileRow | undefined> {
  const result = await sql<ProfileRow>`
    select given_name as "givenName", family_name as "familyName", email from identity.profile_of(${personId})`.execute(db)
  return result.rows[0]
}
