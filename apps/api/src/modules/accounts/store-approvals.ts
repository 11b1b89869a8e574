import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export const maxTries = 5

/** The approver's earlier codes end. */
export async function insertApproval(
  tx: Tx,
  approval: { id: string; accountId: string; personId: string; codeHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  const { id, accountId, personId, codeHash, at, expiresAt } = approval
  await sql`
    update account_refund_approval set expires_at = ${at} where account_id = ${accountId} and person_id = ${personId} and used_at is null and expires_at > ${at}`.execute(
    tx,
  )
  await sql`
    insert into account_refund_approval (id, account_id, person_id, code_hash, created_at, expires_at)
    values (${id}, ${accountId}, ${personId}, ${codeHash}, ${at}, ${expiresAt})`.execute(tx)
}

/** Uses up a try of every open code of the account, and answers them. */
export async function takeTries(db: Db, accountId: string, at: Date): Promise<{ id: string; personId: string; codeHash: Buffer }[]> {
  const { rows } = await sql<{ id: string; personId: string; codeHash: Buffer }>`
    update account_refund_approval set tries = tries + 1 where id in (
      select id from account_refund_approval
       where account_id = ${accountId} and used_at is null and expires_at > ${at} and tries < ${maxTries} order by id for update)
    returning id, person_id as "personId", code_hash as "codeHash"`.execute(db)
  return rows
}

/** False if it was used meanwhile. */
export async function useApproval(tx: Tx, id: string, at: Date): Promise<boolean> {
  const result = await sql`update account_refund_approval set used_at = ${at} where id = ${id} and used_at is null and expires_at > ${at}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** The refund records who approved it; the code itself is of no more use. */
export async function deleteOldApprovals(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from account_refund_approval where id in (select id from account_refund_approval where expires_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
