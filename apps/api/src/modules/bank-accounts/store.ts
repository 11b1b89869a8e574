import type { Liveness } from '@nikau/contract/amounts'
import { maxVerificationAttempts, type PayeeCheck } from '@nikau/contract/bank-accounts'
import type { Db, Sealed, Tx } from '@nikau/runtime'
import { type RawBuilder, sql } from 'kysely'

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
  payeeCheck: PayeeCheck | null
  payeeAccepted: boolean
}

const accounts = sql`
  select b.id, b.account_id as "accountId", b.type, b.name, b.masked_number as "maskedNumber", b.liveness, b.status, b.verified_at as "verifiedAt", b.failed_attempts as "failedAttempts",
         b.created_at as "createdAt", b.debit_slot is not null as "directDebit", d.agreed_at as "directDebitAt",
         b.payee_check as "payeeCheck", b.payee_accepted_at is not null as "payeeAccepted"
    from bank_account b left join direct_debit_authority d on d.bank_account_id = b.id`

export async function selectByAccount(db: Db, accountId: string): Promise<BankAccountRow[]> {
  const result = await sql<BankAccountRow>`
    ${accounts} where b.account_id = ${accountId} and b.status <> 'archived' order by b.created_at, b.id`.execute(db)
  return result.rows
}

export async function selectBankAccount(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id}`.execute(db)).rows[0]
}

/** Undefined once the number of an unlinked account was removed. */
export async function selectSealedNumber(db: Db, id: string): Promise<Sealed | undefined> {
  return (await sql<Sealed>`select sealed_number as sealed, key_id as "keyId" from bank_account where id = ${id} and sealed_number is not null`.execute(db))
    .rows[0]
}

/** Exclusive lock: no verification attempt, top-up or bank result runs concurrently. */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id} for no key update of b`.execute(tx)).rows[0]
}

/** In a statement over bank accounts: the bank has not said yet whether the name is right, or says no, and no operator has accepted it. */
export function payeeWaits(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${of('payee_accepted_at')} is null and coalesce(${of('payee_check')} in ('no-match', 'no-account'), ${of('needs_payee_check')}))`
}

/** Payout accounts that were linked before a time and whose bank was not asked yet, oldest first. */
export async function selectUncheckedPayees(db: Db, linkedBefore: Date, limit: number): Promise<UncheckedPayee[]> {
  const { rows } = await sql<UncheckedPayee>`
    select id, account_id as "accountId", name, sealed_number as sealed, key_id as "keyId" from bank_account
     where needs_payee_check and payee_check is null and status <> 'archived' and sealed_number is not null and created_at < ${linkedBefore}
     order by created_at limit ${limit}`.execute(db)
  return rows
}

export interface UncheckedPayee extends Sealed {
  id: string
  accountId: string
  name: string
}

/** Serialises links for the same owner and of the same number. Lock order: owner, then number. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
}

/** Unverified bank accounts with live top-ups that were held before a time and were not sent back. */
export async function selectWithHeldTopUps(db: Db, settledBefore: Date, limit: number): Promise<{ id: string; accountId: string }[]> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select distinct b.id, b.account_id as "accountId" from funds_transfer t join bank_account b on b.id = t.bank_account_id
     where t.held and t.status = 'requested' and t.liveness = 'main' and t.settled_at < ${settledBefore} and t.return_payment_id is null and b.verified_at is null
     order by b.id limit ${limit}`.execute(db)
  return rows
}

/** A merchant's account of live money. */
export async function isLiveOrg(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} and type = 'org' and not test`.execute(db)
  return rows.length > 0
}

export async function lockNumber(tx: Tx, fingerprint: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-account:${fingerprint.toString('hex')}`}, 0))`.execute(tx)
}

/** Serialises the verification attempts of a person. Lock order: number, person, bank account. */
export async function lockAttemptsOf(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-verification:${personId}`}, 0))`.execute(tx)
}

export async function selectFingerprint(db: Db, id: string): Promise<Buffer | undefined> {
  return (await sql<{ fingerprint: Buffer }>`select fingerprint from bank_account where id = ${id}`.execute(db)).rows[0]?.fingerprint
}

export interface Holder {
  accountId: string
  verified: boolean
  holderSlot: number | null
}

/** The accounts that have linked this number. Those that verified it are its holders. */
export async function selectHolders(tx: Tx, fingerprint: Buffer): Promise<Holder[]> {
  const result = await sql<Holder>`
    select account_id as "accountId", verified_at is not null as verified, holder_slot as "holderSlot"
      from bank_account where fingerprint = ${fingerprint} and status <> 'archived'`.execute(tx)
  return result.rows
}

/** The times of the account's last links, unlinked ones included, newest first. */
export async function selectLastLinks(tx: Tx, accountId: string, count: number): Promise<Date[]> {
  const result = await sql<{ at: Date }>`
    select created_at as at from bank_account where account_id = ${accountId} order by created_at desc limit ${count}`.execute(tx)
  return result.rows.map((row) => row.at)
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
  needsPayeeCheck: boolean
  liveness: Liveness
  failedAttempts: number
  at: Date
  by: string
}

export async function insertBankAccount(tx: Tx, account: NewBankAccount): Promise<void> {
  await sql`
    insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, needs_payee_check, failed_attempts,
      created_at, created_by)
    values (${account.id}, ${account.accountId}, ${account.name}, ${account.sealed}, ${account.keyId}, ${account.fingerprint}, ${account.maskedNumber},
      ${account.liveness}, ${account.needsPayeeCheck}, ${account.failedAttempts}, ${account.at}, ${account.by})`.execute(tx)
}

export interface Authority {
  bankAccountId: string
  slot: number
  termsVersion: string
  /** Name, mobile number and email address (authority-details.ts). */
  details: Sealed
  at: Date
  by: string
}

export async function insertAuthority(tx: Tx, authority: Authority): Promise<void> {
  await sql`
    insert into direct_debit_authority (bank_account_id, terms_version, sealed_details, key_id, agreed_at, agreed_by)
    values (${authority.bankAccountId}, ${authority.termsVersion}, ${authority.details.sealed}, ${authority.details.keyId}, ${authority.at}, ${authority.by})`.execute(
    tx,
  )
  await sql`update bank_account set debit_slot = ${authority.slot} where id = ${authority.bankAccountId}`.execute(tx)
}

export interface WrongCode {
  bankAccountId: string
  /** Undefined if no code was live: it then counts for the person, not for the number. */
  fingerprint: Buffer | undefined
  personId: string
  at: Date
}

/** Counts a wrong code and forgets the person's and the number's that are too old to count. */
export async function recordWrongCode(tx: Tx, { bankAccountId, fingerprint, personId, at }: WrongCode, forgetBefore: Date): Promise<void> {
  await sql`update bank_account set failed_attempts = failed_attempts + 1 where id = ${bankAccountId}`.execute(tx)
  await sql`
    insert into bank_account_wrong_code (bank_account_id, fingerprint, person_id, at) values (${bankAccountId}, ${fingerprint ?? null}, ${personId}, ${at})`.execute(
    tx,
  )
  await sql`
    delete from bank_account_wrong_code where at < ${forgetBefore} and (person_id = ${personId} or fingerprint = ${fingerprint ?? null})`.execute(tx)
}

/** The times of the last wrong codes for a number, newest first. */
export async function selectWrongCodesOfNumber(tx: Tx, fingerprint: Buffer, count: number): Promise<Date[]> {
  const result = await sql<{ at: Date }>`
    select at from bank_account_wrong_code where fingerprint = ${fingerprint} order by at desc limit ${count}`.execute(tx)
  return result.rows.map((row) => row.at)
}

/** The times of a person's last wrong codes, newest first. */
export async function selectWrongCodesOfPerson(tx: Tx, personId: string, count: number): Promise<Date[]> {
  const result = await sql<{ at: Date }>`
    select at from bank_account_wrong_code where person_id = ${personId} order by at desc limit ${count}`.execute(tx)
  return result.rows.map((row) => row.at)
}

/** The previous release gave unverified links a slot too: the verified one takes it over. The caller has locked the number. */
export async function markVerified(tx: Tx, id: string, holder: { fingerprint: Buffer; slot: number; at: Date }): Promise<void> {
  await sql`update bank_account set holder_slot = null where fingerprint = ${holder.fingerprint} and verified_at is null and holder_slot is not null`.execute(
    tx,
  )
  await sql`update bank_account set verified_at = ${holder.at}, status = 'active', holder_slot = ${holder.slot} where id = ${id}`.execute(tx)
}

/** False if another answer was saved before. */
export async function savePayeeCheck(tx: Tx, id: string, result: PayeeCheck): Promise<boolean> {
  const saved = await sql`update bank_account set payee_check = ${result} where id = ${id} and payee_check is null`.execute(tx)
  return saved.numAffectedRows === 1n
}

export async function acceptPayeeName(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_account set payee_accepted_at = ${at} where id = ${id}`.execute(tx)
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

/** The newest bank account of live money whose code can be entered: its cent was sent since a time and has not come back, and tries are left. */
export async function selectToConfirm(
  db: Db,
  accountId: string,
  codesSince: Date,
): Promise<{ bankAccountId: string; number: string; since: Date } | undefined> {
  const { rows } = await sql<{ bankAccountId: string; number: string; since: Date }>`
    select b.id as "bankAccountId", b.masked_number as number, b.created_at as since from bank_account b
     where b.account_id = ${accountId} and b.liveness = 'main' and b.status <> 'archived' and b.verified_at is null
       and b.failed_attempts < ${maxVerificationAttempts}
       and exists (select from outgoing_payment o
                    where o.bank_account_id = b.id and o.purpose = 'account-check' and o.sent_at >= ${codesSince} and o.status <> 'returned')
     order by b.created_at desc, b.id limit 1`.execute(db)
  return rows[0]
}
