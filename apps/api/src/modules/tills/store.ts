import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface TillRow {
  id: string
  accountId: string
  accountName: string
  merchantId: string
  merchantName: string
  gstNumber: string | null
  test: boolean
  name: string
  createdAt: Date
  createdBy: string
  keyName: string | null
  pairedAt: Date | null
  switchedOffAt: Date | null
  lastUsedAt: Date | null
}

const columns = sql`t.id, t.account_id as "accountId", a.name as "accountName", t.merchant_id as "merchantId", m.name as "merchantName", m.gst_number as "gstNumber", m.test, t.name,
  t.created_at as "createdAt", t.created_by as "createdBy", t.key_name as "keyName", t.paired_at as "pairedAt", t.switched_off_at as "switchedOffAt",
  t.last_used_at as "lastUsedAt"`
const from = sql`from till t join account a on a.id = t.account_id join merchant m on m.id = t.merchant_id`

export async function selectTill(db: Db, id: string): Promise<TillRow | undefined> {
  return (await sql<TillRow>`select ${columns} ${from} where t.id = ${id}`.execute(db)).rows[0]
}

export async function isTillOfMerchant(db: Db, tillId: string, merchantId: string): Promise<boolean> {
  return (await sql`select from till where id = ${tillId} and merchant_id = ${merchantId}`.execute(db)).rows.length > 0
}

/** With who is at each. */
export async function selectTills(db: Db, accountId: string, usedAfter: Date): Promise<(TillRow & { personId: string | null })[]> {
  const { rows } = await sql<TillRow & { personId: string | null }>`
    select ${columns}, n.person_id as "personId" ${from}
      left join till_turn n on n.till_id = t.id and n.used_at > ${usedAfter} and t.switched_off_at is null
     where t.account_id = ${accountId} order by m.name, t.name, t.id`.execute(db)
  return rows
}

/** Counts under the account's lock, so that concurrent calls cannot exceed the limit. */
export async function countTills(tx: Tx, accountId: string): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from till where account_id = ${accountId}`.execute(tx)
  return Number(rows[0]!.count)
}

/** False if the shop has a till of this name. */
export async function insertTill(
  tx: Tx,
  till: { id: string; accountId: string; merchantId: string; name: string; createdBy: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into till (id, account_id, merchant_id, name, created_at, created_by)
    values (${till.id}, ${till.accountId}, ${till.merchantId}, ${till.name}, ${till.at}, ${till.createdBy}) on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function isNameTaken(tx: Tx, till: { id: string; merchantId: string; name: string }): Promise<boolean> {
  const { rows } = await sql`
    select from till where merchant_id = ${till.merchantId} and lower(name) = lower(${till.name}) and id <> ${till.id}`.execute(tx)
  return rows.length > 0
}

export async function updateName(tx: Tx, id: string, name: string): Promise<void> {
  await sql`update till set name = ${name} where id = ${id}`.execute(tx)
}

export async function updatePairingCode(tx: Tx, id: string, code: { hash: Buffer; expiresAt: Date }): Promise<void> {
  await sql`update till set pairing_hash = ${code.hash}, pairing_expires_at = ${code.expiresAt} where id = ${id}`.execute(tx)
}

/** Uses the code up, and answers its till. */
export async function takePairingCode(tx: Tx, hash: Buffer, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update till set pairing_hash = null, pairing_expires_at = null where pairing_hash = ${hash} and pairing_expires_at > ${at} returning id`.execute(tx)
  return rows[0]?.id
}

export async function updatePaired(tx: Tx, id: string, keyName: string, at: Date): Promise<void> {
  await sql`update till set key_name = ${keyName}, paired_at = ${at}, switched_off_at = null where id = ${id}`.execute(tx)
}

export async function updateSwitchedOff(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update till set switched_off_at = coalesce(switched_off_at, ${at}), pairing_hash = null, pairing_expires_at = null where id = ${id}`.execute(tx)
}

export async function updateLastUsed(db: Db, id: string, at: Date): Promise<void> {
  await sql`update till set last_used_at = ${at} where id = ${id} and (last_used_at is null or last_used_at < ${at})`.execute(db)
}

/** The configuration that a till of the shop charges with: the newest. */
export async function selectConfigId(db: Db, merchantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from merchant_config where merchant_id = ${merchantId} order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.id
}
