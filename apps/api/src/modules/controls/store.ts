import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** A value that is in force. `operator` is null when a check of the books set it. */
export interface ValueInForce {
  id: bigint
  control: string
  value: string
  from: Date
  operator: string | null
}

export async function selectValue(db: Db, control: string): Promise<ValueInForce | undefined> {
  const { rows } = await sql<ValueInForce>`
    select id, control::text as control, value::text as value, from_at as "from", operator::text as operator
      from control_value where control = ${control} and until_at is null`.execute(db)
  return rows[0]
}

/** Those of these controls that have a value; without who set it, which the API may not read. */
export async function selectValues(db: Db, controls: readonly string[]): Promise<Pick<ValueInForce, 'control' | 'value'>[]> {
  const { rows } = await sql<Pick<ValueInForce, 'control' | 'value'>>`
    select control::text as control, value::text as value from control_value where control = any (${controls}::text[]) and until_at is null`.execute(db)
  return rows
}

export interface NewValue {
  control: string
  value: string
  /** Null, with no proposal, for a check of the books. */
  operator: string | null
  proposalId: string | null
  reason: string
  at: Date
}

/** Ends the value in force and begins another. */
export async function replaceValue(tx: Tx, { control, value, operator, proposalId, reason, at }: NewValue): Promise<void> {
  await sql`update control_value set until_at = greatest(from_at, ${at}) where control = ${control} and until_at is null`.execute(tx)
  await sql`
    insert into control_value (control, value, from_at, operator, proposal_id, reason)
    values (${control}, ${value}, ${at}, ${operator}, ${proposalId}, ${reason})`.execute(tx)
}
