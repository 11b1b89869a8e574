import { cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { nothingAllowed, type TillSetting } from './rules.ts'

/** Serialises changes of what tills may take from an account. Before any row of it is locked. */
export async function lockTillSetting(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`till-setting:${accountId}`}, 0))`.execute(tx)
}

interface Row {
  noSignal: boolean
  withoutApproval: bigint | null
}

const settingOf = (row: Row | undefined): TillSetting =>
  row ? { noSignal: row.noSignal, withoutApproval: row.withoutApproval === null ? null : cents(row.withoutApproval) } : nothingAllowed

export async function selectTillSetting(db: Db, accountId: string): Promise<TillSetting> {
  const { rows } = await sql<Row>`
    select no_signal as "noSignal", without_approval as "withoutApproval" from till_setting where account_id = ${accountId}`.execute(db)
  return settingOf(rows[0])
}

/** A change waits for the payment that was allowed by what this reads. */
export async function shareTillSetting(tx: Tx, accountId: string): Promise<TillSetting> {
  const { rows } = await sql<Row>`
    select no_signal as "noSignal", without_approval as "withoutApproval" from till_setting where account_id = ${accountId} for share`.execute(tx)
  return settingOf(rows[0])
}

export async function upsertTillSetting(tx: Tx, accountId: string, setting: TillSetting): Promise<void> {
  await sql`
    insert into till_setting (account_id, no_signal, without_approval) values (${accountId}, ${setting.noSignal}, ${setting.withoutApproval})
    on conflict (account_id) do update set no_signal = excluded.no_signal, without_approval = excluded.without_approval`.execute(tx)
}
