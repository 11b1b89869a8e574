import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ExceptionKind } from './kinds.ts'

export interface NewException {
  kind: ExceptionKind
  /** The subject: raised once per kind, however often it is detected. */
  ref: string
  money?: { unit: string; amount: bigint }
  /** Ids to look things up by; never a secret. */
  refs?: Readonly<Record<string, string>>
  at: Date
}

/** Raises an exception for an operator, in the transaction that detected it. False when it exists already. */
export async function raiseException(tx: Db, { kind, ref, money, refs, at }: NewException): Promise<boolean> {
  const result = await sql`
    insert into operator_exception (kind, ref, unit, amount, refs, opened_at)
    values (${kind}, ${ref}, ${money?.unit ?? null}, ${money?.amount ?? null}, ${JSON.stringify(refs ?? {})}, ${at})
    on conflict (kind, ref) do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Raises an exception that closes itself when the problem ends, and opens it again when the problem is back. */
export async function raiseRecurring(tx: Db, exception: NewException): Promise<void> {
  if (await raiseException(tx, exception)) return
  const { kind, ref, money, refs } = exception
  await sql`
    update operator_exception set closed_at = null, unit = ${money?.unit ?? null}, amount = ${money?.amount ?? null}, refs = ${JSON.stringify(refs ?? {})}
     where kind = ${kind} and ref = ${ref} and closed_at is not null`.execute(tx)
}

/** Closes an exception that was resolved without an operator. False when none was open. */
export async function closeException(tx: Db, { kind, ref, at }: Pick<NewException, 'kind' | 'ref' | 'at'>): Promise<boolean> {
  const result = await sql`
    update operator_exception set closed_at = greatest(opened_at, ${at}) where kind = ${kind} and ref = ${ref} and closed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}
