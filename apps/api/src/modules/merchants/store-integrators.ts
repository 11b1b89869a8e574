import type { IntegratorGrant, IntegratorPermission } from '@nikau/contract/integrators'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** The permissions of the live grant, if any. */
export async function selectPermissions(db: Db, of: { merchantId: string; integratorAccountId: string }): Promise<IntegratorPermission[] | undefined> {
  const result = await sql<{ permissions: IntegratorPermission[] }>`
    select permissions from integrator_grant
     where merchant_id = ${of.merchantId} and integrator_account_id = ${of.integratorAccountId} and revoked_at is null`.execute(db)
  return result.rows[0]?.permissions
}

/** Live grants by name of the integrator. */
export async function selectGrants(db: Db, merchantId: string): Promise<IntegratorGrant[]> {
  const result = await sql<IntegratorGrant>`
    select g.merchant_id as "merchantId", g.integrator_account_id as "integratorAccountId", a.name as "integratorName", g.permissions,
           g.created_at as "createdAt", g.created_by as "createdBy"
      from integrator_grant g join account a on a.id = g.integrator_account_id
     where g.merchant_id = ${merchantId} and g.revoked_at is null order by a.name, g.integrator_account_id`.execute(db)
  return result.rows
}

/** The name of an org; undefined for other accounts and unknown ids. */
export async function selectOrgName(db: Db, accountId: string): Promise<string | undefined> {
  return (await sql<{ name: string }>`select name from account where id = ${accountId} and type = 'org'`.execute(db)).rows[0]?.name
}

/** Counts the live grants under the merchant's lock, so that concurrent calls change them one after the other. */
export async function lockGrants(tx: Tx, merchantId: string): Promise<number> {
  await sql`select from merchant where id = ${merchantId} for no key update`.execute(tx)
  const result = await sql<{ count: bigint }>`select count(*) as count from integrator_grant where merchant_id = ${merchantId} and revoked_at is null`.execute(
    tx,
  )
  return Number(result.rows[0]!.count)
}

export async function insertGrant(
  tx: Tx,
  grant: { id: string; merchantId: string; integratorAccountId: string; permissions: readonly IntegratorPermission[]; at: Date; createdBy: string },
): Promise<void> {
  await sql`
    insert into integrator_grant (id, merchant_id, integrator_account_id, permissions, created_at, created_by)
    values (${grant.id}, ${grant.merchantId}, ${grant.integratorAccountId}, ${grant.permissions}, ${grant.at}, ${grant.createdBy})`.execute(tx)
}

/** The revoked grant; undefined if there was no live one. */
export async function revokeGrant(
  tx: Tx,
  of: { merchantId: string; integratorAccountId: string },
  by: { at: Date; revokedBy: string },
): Promise<IntegratorGrant | undefined> {
  const [live] = (await selectGrants(tx, of.merchantId)).filter(({ integratorAccountId }) => integratorAccountId === of.integratorAccountId)
  if (!live) return undefined
  await sql`
    update integrator_grant set revoked_at = ${by.at}, revoked_by = ${by.revokedBy}
     where merchant_id = ${of.merchantId} and integrator_account_id = ${of.integratorAccountId} and revoked_at is null`.execute(tx)
  return { ...live, revokedAt: by.at }
}
