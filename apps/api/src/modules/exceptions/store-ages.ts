import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ExceptionKind } from './kinds.ts'

export interface OpenException {
  id: bigint
  kind: ExceptionKind
  openedAt: Date
}

export async function selectOpen(db: Db): Promise<OpenException[]> {
  const { rows } = await sql<OpenException>`select id, kind, opened_at as "openedAt" from operator_exception where closed_at is null`.execute(db)
  return rows
}

/** Open exceptions that no operator was told about. Two runs at once do not see the same. */
export async function lockUnalarmed(tx: Tx): Promise<OpenException[]> {
  const { rows } = await sql<OpenException>`
    select id, kind, opened_at as "openedAt" from operator_exception
     where closed_at is null and alarmed_at is null order by id for update skip locked`.execute(tx)
  return rows
}

export async function markAlarmed(tx: Tx, ids: readonly bigint[], at: Date): Promise<void> {
  await sql`update operator_exception set alarmed_at = ${at} where id = any (${ids}::bigint[])`.execute(tx)
}
