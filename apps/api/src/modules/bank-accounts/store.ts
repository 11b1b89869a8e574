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
  tries: number
  createdAt: Date
  directDebit: boolean
  directDebitAt: Date | null
}

const accounts = sql`
  select b.id, b.account_id as "accountId", b.type, b.name, b.masked_number as "maskedNumber", b.liveness, b.status, b.verified_at as "verifiedAt", b.tries,
         b.created_at as "createdAt", b.debit_place is not null as "directDebit", d.agreed_at as "directDebitAt"
    from bank_account b left join direct_debit_authority d on d.bank_account_id = b.id`

export async function selectOfAccount(db: Db, accountId: string): Promise<BankAccountRow[]> {
  const result = await sql<BankAccountRow>`
    ${accounts} where b.account_id = ${accountId} and b.status <> 'archived' order by b.created_at, b.id`.execute(db)
  return result.rows
}

export async function selectBankAccount(db: Db, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id}`.execute(db)).rows[0]
}

/** Held alone until the transaction ends: no try, no top-up and no word of the bank comes in between. */
export async function lockBankAccount(tx: Tx, id: string): Promise<BankAccountRow | undefined> {
  return (await sql<BankAccountRow>`${accounts} where b.id = ${id} for no key update of b`.execute(tx)).rows[0]
}

/** Whoever links for the same account, or links the same number, comes one after the other; the account is always held first. */
export async function lockOwner(tx: Tx, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for no key update`.execute(tx)
}

export async function lockNumber(tx: Tx, fingerprint: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank-account:${fingerprint.toString('hex')}`}, 0))`.execute(tx)
}

export interface Holder {
  accountId: string
  holderPlace: number
}

/** Who has linked this number. */
export async function holdersOf(tx: Tx, fingerprint: Buffer): Promise<Holder[]> {
  const result = await sql<Holder>`
    select account_id as "accountId", holder_place as "holderPlace" from bank_account where fingerprint = ${fingerprint} and status <> 'archived'`.execute(tx)
  return result.rows
}

/** The places for direct debit that an account has taken. */
export async function debitPlacesOf(tx: Tx, accountId: string): Promise<number[]> {
  const result = await sql<{ place: number }>`
    select debit_place as place from bank_account where account_id = ${accountId} and status <> 'archived' and debit_place is not null`.execute(tx)
  return result.rows.map((row) => row.place)
}

/** Wrong codes that this account has tried on this number before it unlinked it: linking it anew gives no new tries. */
export async function earlierTries(tx: Tx, accountId: string, fingerprint: Buffer): Promise<number> {
  const result = await sql<{ tries: number }>`
    select coalesce(max(tries), 0)::int as tries from bank_account where account_id = ${accountId} and fingerprint = ${fingerprint} and verified_at is null`.execute(
    tx,
  )
  return result.rows[0]!.tries
}

export interface NewBankAccount extends Sealed {
  id: string
  accountId: string
  name: string
  fingerprint: Buffer
  maskedNumber: string
  liveness: Liveness
  holderPlace: number
  tries: number
  at: Date
  by: string
}

export async function insertBankAccount(tx: Tx, account: NewBankAccount): Promise<void> {
  await sql`
    insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, holder_place, tries, created_at, created_by)
    values (${account.id}, ${account.accountId}, ${account.name}, ${account.sealed}, ${account.keyId}, ${account.fingerprint}, ${account.maskedNumber},
      ${account.liveness}, ${account.holderPlace}, ${account.tries}, ${account.at}, ${account.by})`.execute(tx)
}

export interface Authority {
  bankAccountId: string
  place: number
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
  await sql`update bank_account set debit_place = ${authority.place} where id = ${authority.bankAccountId}`.execute(tx)
}

export async function noteWrongCode(tx: Tx, id: string): Promise<void> {
  await sql`update bank_account set tries = tries + 1 where id = ${id}`.execute(tx)
}

export async function noteVerified(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_account set verified_at = ${at}, status = 'active' where id = ${id}`.execute(tx)
}

/** The link ends and the authority with it; both stay as proof of what was debited under them. */
export async function archive(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_account set status = 'archived', archived_at = ${at}, debit_place = null where id = ${id}`.execute(tx)
  await sql`update direct_debit_authority set ended_at = ${at} where bank_account_id = ${id}`.execute(tx)
}

export interface PersonRow {
  givenName: string | null
  familyName: string | null
  email: string | null
}

export async function profileOf(db: Db, personId: string): Promise<PersonRow | undefined> {
  const result = await sql<PersonRow>`
    select given_name as "givenName", family_name as "familyName", email from identity.profile_of(${personId})`.execute(db)
  return result.rows[0]
}
