import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { AccessReview } from './access-review.ts'
import type { Role } from './rules.ts'

/** A link for a passkey at the desk that works once, for a day by the system's clock. Returns until when. Replaces an unused one. */
export async function addPasskeyLink(tx: Tx, { personId, codeHash }: { personId: string; codeHash: Buffer }): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    with link as (select now() + interval '24 hours' as until)
    select until, identity.add_desk_enrolment(${personId}, ${codeHash}, until) from link`.execute(tx)
  return rows[0]!.until
}

/** Ends the person's sessions at the desk as well. */
export async function removePasskeys(tx: Tx, personId: string): Promise<void> {
  await sql`select identity.remove_desk_passkeys(${personId})`.execute(tx)
}

/** Other operators who have the login or the person. */
export async function selectSharers(
  db: Db,
  operator: { id: string; login: string; personId: string | undefined },
): Promise<{ login: boolean; person: boolean }> {
  const { rows } = await sql<{ login: boolean; person: boolean }>`
    select coalesce(bool_or(login = ${operator.login}), false) as login, coalesce(bool_or(person_id = ${operator.personId ?? null}), false) as person
      from operator where id <> ${operator.id}`.execute(db)
  return rows[0]!
}

export async function isPerson(db: Db, personId: string): Promise<boolean> {
  return (await sql`select from identity.contacts(array[${personId}::uuid])`.execute(db)).rows.length > 0
}

/** Those of the operators who have a role. */
export async function selectWithRoles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id::text as id from operator where id = any (${ids}::text[]) and cardinality(roles) > 0`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The first confirmation of a quarter counts. */
export async function insertConfirmation(tx: Tx, confirmation: { operator: string; quarter: string; by: string; at: Date }): Promise<void> {
  await sql`
    insert into operator_confirmation (operator, quarter, by, at)
    values (${confirmation.operator}, ${confirmation.quarter}, ${confirmation.by}, ${confirmation.at}) on conflict do nothing`.execute(tx)
}

export interface UnconfirmedOperator {
  id: string
  roles: Role[]
}

/** Operators with roles who were added before the quarter and are not confirmed in it, and how many admins there are. Locks all operators. */
export async function lockUnconfirmed(tx: Tx, { quarter, from }: AccessReview): Promise<{ unconfirmed: UnconfirmedOperator[]; admins: number }> {
  const { rows } = await sql<UnconfirmedOperator & { isUnconfirmed: boolean }>`
    select o.id::text as id, o.roles,
      o.created_at < ${from} and not exists (select from operator_confirmation c where c.operator = o.id and c.quarter = ${quarter}) as "isUnconfirmed"
      from operator o where cardinality(o.roles) > 0 order by o.id for update of o`.execute(tx)
  return {
    unconfirmed: rows.flatMap(({ isUnconfirmed, ...operator }) => (isUnconfirmed ? [operator] : [])),
    admins: rows.filter(({ roles }) => roles.includes('admin')).length,
  }
}

export async function removeRoles(tx: Tx, id: string): Promise<void> {
  await sql`update operator set roles = '{}' where id = ${id}`.execute(tx)
}
