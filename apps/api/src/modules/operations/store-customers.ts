import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export async function insertNote(tx: Tx, note: { accountId: string; operator: string; note: string; proposalId: string; at: Date }): Promise<void> {
  await sql`
    insert into account_note (account_id, operator, note, proposal_id, at)
    values (${note.accountId}, ${note.operator}, ${note.note}, ${note.proposalId}, ${note.at})`.execute(tx)
}

/** The owner of an individual account. */
export async function selectCustomer(tx: Tx, accountId: string): Promise<string | undefined> {
  return (await sql<{ id: string }>`select individual_of as id from account where id = ${accountId} and individual_of is not null`.execute(tx)).rows[0]?.id
}

/** Signs everybody out who owns the account. Every process hears of it. Returns how many sessions ended. */
export async function endSessions(tx: Tx, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select coalesce(sum(identity.end_sessions(m.person_id, null, null, ${at})), 0)::int as ended from account_member m
     where m.account_id = ${accountId} and m.role = 'account-owner'`.execute(tx)
  return rows[0]!.ended
}

/** By the id that the desk shows. Returns how many ended. */
export async function endSession(tx: Tx, personId: string, session: string, at: Date): Promise<number> {
  return (await sql<{ ended: number }>`select identity.end_listed_session(${personId}, ${session}, ${at}) as ended`.execute(tx)).rows[0]!.ended
}

export async function removePasskeys(tx: Tx, personId: string): Promise<number> {
  return (await sql<{ removed: number }>`select identity.remove_passkeys(${personId}) as removed`.execute(tx)).rows[0]!.removed
}

/** Names and contact details that were shown for a reference that was no open exception at that moment. */
export async function countUnexplainedReveals(db: Db, { from, until }: { from: Date; until: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from desk_audit a
     where a.at >= ${from} and a.at < ${until} and a.kind = 'looked' and a.detail ? 'group'
       and not exists (
         select from operator_exception e where e.id::text = a.detail ->> 'reference' and e.opened_at <= a.at and coalesce(e.closed_at > a.at, true))`.execute(
    db,
  )
  return rows[0]!.count
}
