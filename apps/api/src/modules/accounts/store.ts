import type { Account, AccountMembership, Role } from '@nikau/contract/accounts'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export async function selectMemberships(db: Db, personId: string): Promise<AccountMembership[]> {
  const result = await sql<Omit<AccountMembership, 'testAccount' | 'merchantIds'> & { test: boolean; merchantIds: string[] | null }>`
    select a.id as "accountId", a.name as "accountName", a.type as "accountType", m.role, a.test, m.merchant_ids as "merchantIds"
    from account_member m join account a on a.id = m.account_id
    where m.person_id = ${personId}
    order by m.added_at, a.id`.execute(db)
  return result.rows.map(({ test, merchantIds, ...row }) => ({ ...row, ...(test && { testAccount: true }), ...(merchantIds && { merchantIds }) }))
}

/** The shops that the member is limited to, or null. */
export async function selectMember(db: Db, personId: string, accountId: string): Promise<{ role: Role; merchantIds: string[] | null } | undefined> {
  const result = await sql<{ role: Role; merchantIds: string[] | null }>`
    select role, merchant_ids as "merchantIds" from account_member where account_id = ${accountId} and person_id = ${personId}`.execute(db)
  return result.rows[0]
}

const accountColumns = sql`id, type, name, region, test, created_at as "createdAt"`

type AccountRow = Omit<Account, 'region'> & { region: 'NZ' | 'AU' | 'US' | null }

const toAccount = (row: AccountRow): Account => ({ ...row, region: row.region ?? undefined })

/** Inserts nothing if the person has an individual account already. */
export async function insertIndividual(tx: Db, account: { id: string; name: string; personId: string; at: Date }): Promise<boolean> {
  const result = await sql<{ id: string }>`
    insert into account (id, type, name, individual_of, created_at, created_by)
    values (${account.id}, 'individual', ${account.name}, ${account.personId}, ${account.at}, ${`crn::user:${account.personId}`})
    on conflict (individual_of) do nothing returning id`.execute(tx)
  return result.rows.length > 0
}

export async function selectIndividualAccount(db: Db, personId: string): Promise<Account> {
  const result = await sql<AccountRow>`select ${accountColumns} from account where individual_of = ${personId}`.execute(db)
  return toAccount(result.rows[0]!)
}

export async function insertOrg(tx: Db, account: { id: string; name: string; region: string; test: boolean; personId: string; at: Date }): Promise<Account> {
  const result = await sql<AccountRow>`
    insert into account (id, type, name, region, test, created_at, created_by)
    values (${account.id}, 'org', ${account.name}, ${account.region}, ${account.test}, ${account.at}, ${`crn::user:${account.personId}`})
    returning ${accountColumns}`.execute(tx)
  return toAccount(result.rows[0]!)
}

export async function insertMember(tx: Db, member: { accountId: string; personId: string; role: Role; at: Date }): Promise<void> {
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${member.accountId}, ${member.personId}, ${member.role}, ${member.at})`.execute(
    tx,
  )
}

/** The people who own the account. */
export async function selectOwners(db: Db, accountId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select person_id as id from account_member where account_id = ${accountId} and role = 'account-owner' order by person_id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Counts under a lock of the person, so that concurrent calls cannot exceed the limit. */
export async function countOwnedOrgs(tx: Db, personId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orgs of ${personId}`}, 0))`.execute(tx)
  const result = await sql<{ count: bigint }>`
    select count(*) as count from account_member m join account a on a.id = m.account_id
     where m.person_id = ${personId} and m.role = 'account-owner' and a.type = 'org'`.execute(tx)
  return Number(result.rows[0]!.count)
}

/** Its owners can still sign in and read. False if it was closed before. */
export async function closeAccount(tx: Tx, accountId: string, at: Date): Promise<boolean> {
  const result = await sql`update account set closed_at = ${at} where id = ${accountId} and closed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function isClosed(db: Db, accountId: string): Promise<boolean> {
  return (await sql`select from account where id = ${accountId} and closed_at is not null`.execute(db)).rows.length > 0
}

/** The account of the person themselves, as opposed to a business's. */
export async function selectIndividualAccountId(db: Db, personId: string): Promise<string | undefined> {
  return (await sql<{ id: string }>`select id from account where individual_of = ${personId}`.execute(db)).rows[0]?.id
}

export interface OwnerContact {
  id: string
  givenName: string | null
  /** Only if it is verified. */
  email: string | null
}

/** The owners of accounts with their contact details. */
export async function selectOwnerContacts(db: Db, accountIds: readonly string[]): Promise<Map<string, OwnerContact[]>> {
  const { rows: members } = await sql<{ accountId: string; personId: string }>`
    select account_id as "accountId", person_id::text as "personId" from account_member
     where account_id = any (${accountIds}::text[]) and role = 'account-owner'`.execute(db)
  const { rows: contacts } = await sql<OwnerContact>`
    select id, given_name as "givenName", email from identity.contacts(${members.map(({ personId }) => personId)}::uuid[])`.execute(db)
  const byPerson = new Map(contacts.map((contact) => [contact.id, contact]))
  const owners = new Map<string, OwnerContact[]>()
  for (const { accountId, personId } of members) {
    const contact = byPerson.get(personId)
    if (contact) owners.set(accountId, [...(owners.get(accountId) ?? []), contact])
  }
  return owners
}
