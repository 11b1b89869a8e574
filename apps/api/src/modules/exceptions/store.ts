import type { Db, Tx } from '@nikau/runtime'
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

/** Raises an exception that closes itself when the problem ends, and opens it again when the problem is back: its age counts from then. */
export async function raiseRecurring(tx: Db, exception: NewException): Promise<void> {
  if (await raiseException(tx, exception)) return
  const { kind, ref, money, refs, at } = exception
  await sql`
    update operator_exception set opened_at = ${at}, closed_at = null, alarmed_at = null, unit = ${money?.unit ?? null}, amount = ${money?.amount ?? null}, refs = ${JSON.stringify(refs ?? {})}
     where kind = ${kind} and ref = ${ref} and closed_at is not null`.execute(tx)
}

/** Closes an exception that was resolved without an operator. False when none was open. */
export async function closeException(tx: Db, { kind, ref, at }: Pick<NewException, 'kind' | 'ref' | 'at'>): Promise<boolean> {
  const result = await sql`
    update operator_exception set closed_at = greatest(opened_at, ${at}) where kind = ${kind} and ref = ${ref} and closed_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export interface ExceptionRow {
  id: bigint
  kind: ExceptionKind
  ref: string
  unit: string | null
  amount: bigint | null
  refs: Record<string, string>
  openedAt: Date
  closedAt: Date | null
}

export async function lockException(tx: Tx, id: bigint): Promise<ExceptionRow | undefined> {
  const { rows } = await sql<ExceptionRow>`
    select id, kind, ref, unit, amount, refs, opened_at as "openedAt", closed_at as "closedAt" from operator_exception where id = ${id} for update`.execute(tx)
  return rows[0]
}

interface OperatorAction {
  exceptionId: bigint
  operator: string
  note: string
  proposalId: string
  at: Date
}

export async function recordAction(tx: Tx, { action, ...by }: OperatorAction & { action: 'note' | 'take' | 'close' }): Promise<void> {
  await sql`
    insert into operator_exception_action (exception_id, action, operator, note, proposal_id, at)
    values (${by.exceptionId}, ${action}, ${by.operator}, ${by.note}, ${by.proposalId}, ${by.at})`.execute(tx)
}

/** Closes an exception for what an operator did. One that the act has closed itself only gets the record of it. */
export async function closeByOperator(tx: Tx, by: OperatorAction): Promise<void> {
  await sql`update operator_exception set closed_at = greatest(opened_at, ${by.at}) where id = ${by.exceptionId} and closed_at is null`.execute(tx)
  await recordAction(tx, { ...by, action: 'close' })
}
