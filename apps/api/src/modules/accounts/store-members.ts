import type { Role } from '@nikau/contract/accounts'
import { defaultRefundLimits, type OrgRole } from '@nikau/contract/roles'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface MemberRow {
  personId: string
  givenName: string | null
  familyName: string | null
  role: OrgRole
  merchantIds: string[] | null
  /** What they may refund of one payment; null without a limit, or for a role that may not refund. */
  refundLimit: bigint | null
  hasOwnLimit: boolean
  addedAt: Date
}

/** The member's own limit, else what the account allows the role, else the default of the role. */
const effectiveLimit = sql`coalesce(m.refund_limit,
  case m.role when 'cashier' then coalesce(l.cashier, ${defaultRefundLimits.cashier}) when 'manager' then coalesce(l.manager, ${defaultRefundLimits.manager}) end)`

/** The members, or one of them. People with machine roles are none. */
export async function selectMembers(db: Db, accountId: string, only?: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.person_id as "personId", n.given_name as "givenName", n.family_name as "familyName", m.role, m.merchant_ids as "merchantIds",
           ${effectiveLimit} as "refundLimit", m.refund_limit is not null as "hasOwnLimit", m.added_at as "addedAt"
      from account_member m
      left join account_refund_limit l on l.account_id = m.account_id
      left join identity.names_of(array(select person_id from account_member where account_id = ${accountId})) n on n.id = m.person_id
     where m.account_id = ${accountId} and (${only ?? null}::uuid is null or m.person_id = ${only ?? null}::uuid)
       and m.role in ('account-owner', 'manager', 'cashier', 'accountant', 'developer')
     order by m.added_at, m.person_id`.execute(db)
  return rows
}

/** How much a member may refund of one payment; null: without a limit. */
export async function selectRefundLimit(db: Db, personId: string, accountId: string): Promise<bigint | null> {
  const { rows } = await sql<{ refundLimit: bigint | null }>`
    select ${effectiveLimit} as "refundLimit" from account_member m left join account_refund_limit l on l.account_id = m.account_id
     where m.account_id = ${accountId} and m.person_id = ${personId}`.execute(db)
  return rows[0]?.refundLimit ?? null
}

/** Serialises changes of the members of an organisation; false if there is no such organisation. */
export async function lockOrg(tx: Tx, accountId: string): Promise<boolean> {
  return (await sql`select from account where id = ${accountId} and type = 'org' for no key update`.execute(tx)).rows.length > 0
}

export async function isOrg(db: Db, accountId: string): Promise<boolean> {
  return (await sql`select from account where id = ${accountId} and type = 'org'`.execute(db)).rows.length > 0
}

/** Whether all of these shops are the account's. */
export async function ownsShops(db: Db, accountId: string, merchantIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct id) as count from merchant where account_id = ${accountId} and id = any (${merchantIds}::text[])`.execute(db)
  return rows[0]!.count === BigInt(new Set(merchantIds).size)
}

interface MemberTerms {
  role: Role
  merchantIds?: readonly string[] | undefined
  refundLimit?: bigint | undefined
}

export async function insertInvitedMember(tx: Tx, member: { accountId: string; personId: string; at: Date } & MemberTerms): Promise<void> {
  await sql`
    insert into account_member (account_id, person_id, role, merchant_ids, added_at)
    values (${member.accountId}, ${member.personId}, ${member.role}, ${member.merchantIds ?? null}, ${member.at})`.execute(tx)
}

export async function updateMemberRow(tx: Tx, key: { accountId: string; personId: string }, terms: MemberTerms): Promise<void> {
  await sql`
    update account_member set role = ${terms.role}, merchant_ids = ${terms.merchantIds ?? null}, refund_limit = ${terms.refundLimit ?? null}
     where account_id = ${key.accountId} and person_id = ${key.personId}`.execute(tx)
}

export async function deleteMember(tx: Tx, key: { accountId: string; personId: string }): Promise<void> {
  await sql`delete from account_member where account_id = ${key.accountId} and person_id = ${key.personId}`.execute(tx)
}

/** Every session of the person, because the portal has none of its own. */
export async function endSessions(tx: Tx, personId: string, at: Date): Promise<void> {
  await sql`select identity.end_sessions(${personId}, at => ${at}::timestamptz)`.execute(tx)
}

export async function selectRefundLimits(db: Db, accountId: string): Promise<{ cashier: bigint; manager: bigint }> {
  const { rows } = await sql<{ cashier: bigint; manager: bigint }>`select cashier, manager from account_refund_limit where account_id = ${accountId}`.execute(
    db,
  )
  return rows[0] ?? defaultRefundLimits
}

export async function upsertRefundLimits(tx: Tx, accountId: string, limits: { cashier: bigint; manager: bigint }, at: Date): Promise<void> {
  await sql`
    insert into account_refund_limit (account_id, cashier, manager, updated_at) values (${accountId}, ${limits.cashier}, ${limits.manager}, ${at})
    on conflict (account_id) do update set cashier = excluded.cashier, manager = excluded.manager, updated_at = excluded.updated_at`.execute(tx)
}
