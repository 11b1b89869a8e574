import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Exception {
  kind: string
  /** What it is about: the same thing is listed once, however often it is found. */
  ref: string
  money?: { unit: string; amount: bigint }
  /** Ids to look things up by; never a secret. */
  refs?: Readonly<Record<string, string>>
  at: Date
}

/** Puts something before an operator, in the transaction in which it was found. False when it was there already. */
export async function listException(tx: Db, { kind, ref, money, refs, at }: Exception): Promise<boolean> {
  const result = await sql`
    insert into operator_exception (kind, ref, unit, amount, refs, opened_at)
    values (${kind}, ${ref}, ${money?.unit ?? null}, ${money?.amount ?? null}, ${JSON.stringify(refs ?? {})}, ${at})
    on conflict (kind, ref) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** It has been dealt with, or has come right by itself. False when there was nothing open of that name. */
export async function closeException(tx: Db, { kind, ref, at }: Pick<Exception, 'kind' | 'ref' | 'at'>): Promise<boolean> {
  const result = await sql`
    update operator_exception set closed_at = greatest(opened_at, ${at}) where kind = ${kind} and ref = ${ref} and closed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** What is open of one kind about one thing, by an id among its refs. */
export async function openExceptions(db: Db, of: { kind: string; name: string; value: string }): Promise<{ ref: string; amount: bigint | null }[]> {
  const result = await sql<{ ref: string; amount: bigint | null }>`
    select ref, amount from operator_exception where kind = ${of.kind} and closed_at is null and refs ->> ${of.name} = ${of.value}`.execute(db)
  return result.rows
}
