import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Adds a person through the identity schema's own function. Returns the existing id if the phone number is known. */
export async function addPerson(
  db: Db,
  person: { id: string; phone: string; givenName: string; familyName: string; email: string | null },
  at: Date,
): Promise<string> {
  const result = await sql<{ id: string }>`
    select identity.add_person(${person.id}, ${person.phone}, ${person.givenName}, ${person.familyName}, ${person.email}, ${at}) as id`.execute(db)
  return result.rows[0]!.id
}

export interface MerchantRow {
  id: string
  name: string
  test: boolean
  accountId: string | null
  takesMoney: boolean
}

export async function selectMerchants(db: Db): Promise<MerchantRow[]> {
  const result = await sql<MerchantRow>`
    select id, name, test, account_id as "accountId",
           exists (select from merchant_accepted_asset a where a.merchant_id = m.id and a.asset_type like 'nikau.nzd.%') as "takesMoney"
      from merchant m order by id`.execute(db)
  return result.rows
}

/** Settlement wallet ids by account id. */
export async function settlementWallets(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; accountId: string }>`
    select min(id) as id, account_id as "accountId" from asset where settlement and account_id = any (${accountIds}::text[]) group by account_id`.execute(db)
  return new Map(result.rows.map((row) => [row.accountId, row.id]))
}

export async function issuerAccount(db: Db, name: string): Promise<string | undefined> {
  return (await sql<{ id: string }>`select account_id as id from issuer where name = ${name}`.execute(db)).rows[0]?.id
}

/** Undefined when the database is not migrated. */
export async function selectSeedState(db: Db, seedAccount: string): Promise<{ hasAccounts: boolean; seeded: boolean } | undefined> {
  const schema = await sql<{ found: boolean }>`select to_regclass('public.account') is not null as found`.execute(db)
  if (!schema.rows[0]!.found) return undefined
  const state = await sql<{ hasAccounts: boolean; seeded: boolean }>`
    select exists (select from account) as "hasAccounts", exists (select from ledger.account where id = ${seedAccount}) as seeded`.execute(db)
  return state.rows[0]!
}

export async function isPosted(db: Db, reference: string): Promise<boolean> {
  return (await sql`select 1 from ledger.posting where reference = ${reference}`.execute(db)).rows.length > 0
}

/** Pairs of a merchant and a collection whose tokens it accepts, without a redemption condition yet. */
export async function acceptedCollections(db: Db): Promise<{ merchantId: string; collectionId: string }[]> {
  const result = await sql<{ merchantId: string; collectionId: string }>`
    select a.merchant_id as "merchantId", c.id as "collectionId"
      from merchant_accepted_asset a cross join lateral unnest(a.product_ids) as p (id) join collection c on c.id = p.id
       and a.asset_type = c.asset_family || case when c.test then '.test' else '.main' end
     where c.type = 'product' and not exists (select from redemption_condition r where r.merchant_id = a.merchant_id and r.collection_id = c.id)`.execute(db)
  return result.rows
}
