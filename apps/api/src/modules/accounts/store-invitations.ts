import type { OrgRole } from '@nikau/contract/roles'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface InvitationRow {
  id: string
  accountId: string
  accountName: string
  name: string
  alias: string
  role: OrgRole
  merchantIds: string[] | null
  invitedBy: string
  sentAt: Date
  sentCount: number
  expiresAt: Date
  acceptedBy: string | null
  removedAt: Date | null
}

const columns = sql`i.id, i.account_id as "accountId", a.name as "accountName", i.name, i.alias, i.role, i.merchant_ids as "merchantIds",
  i.invited_by as "invitedBy", i.sent_at as "sentAt", i.sent_count as "sentCount", i.expires_at as "expiresAt", i.accepted_by as "acceptedBy",
  i.removed_at as "removedAt"`

export async function insertInvitation(
  tx: Tx,
  invitation: { id: string; accountId: string; name: string; alias: string; role: OrgRole; merchantIds?: string[] | undefined } & {
    invitedBy: string
    at: Date
    expiresAt: Date
  },
): Promise<void> {
  const { id, accountId, name, alias, role, merchantIds, invitedBy, at, expiresAt } = invitation
  await sql`
    insert into account_invitation (id, account_id, name, alias, role, merchant_ids, invited_by, created_at, sent_at, expires_at)
    values (${id}, ${accountId}, ${name}, ${alias}, ${role}, ${merchantIds ?? null}, ${invitedBy}, ${at}, ${at}, ${expiresAt})`.execute(tx)
}

export async function selectOpenInvitations(db: Db, accountId: string, at: Date): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from account_invitation i join account a on a.id = i.account_id
     where i.account_id = ${accountId} and i.accepted_at is null and i.removed_at is null and i.expires_at > ${at}
     order by i.created_at desc, i.id`.execute(db)
  return rows
}

/** `today`: of the business or, if those are more, of the person in all of their businesses. */
export async function countInvitations(
  db: Db,
  { accountId, personId }: { accountId: string; personId: string },
  at: Date,
  since: Date,
): Promise<{ open: number; today: number }> {
  const { rows } = await sql<{ open: number; today: number }>`
    select count(*) filter (where accepted_at is null and removed_at is null and expires_at > ${at})::int as open,
           greatest(count(*) filter (where created_at > ${since}),
             (select count(*) from account_invitation where invited_by = ${personId}::uuid and created_at > ${since}))::int as today
      from account_invitation where account_id = ${accountId}`.execute(db)
  return rows[0]!
}

/** Those that a person has sent for the account, expired ones too, which could be sent again. */
export async function selectInvitationsBy(db: Db, accountId: string, personId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from account_invitation i join account a on a.id = i.account_id
     where i.account_id = ${accountId} and i.invited_by = ${personId}::uuid and i.accepted_at is null and i.removed_at is null order by i.id`.execute(db)
  return rows
}

export async function selectInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  return (await sql<InvitationRow>`select ${columns} from account_invitation i join account a on a.id = i.account_id where i.id = ${id}`.execute(db)).rows[0]
}

export async function markSent(tx: Tx, id: string, at: Date, expiresAt: Date): Promise<void> {
  await sql`update account_invitation set sent_at = ${at}, sent_count = sent_count + 1, expires_at = ${expiresAt} where id = ${id}`.execute(tx)
}

export async function markRemoved(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update account_invitation set removed_at = ${at} where id = ${id} and accepted_at is null and removed_at is null`.execute(tx)
}

export async function markAccepted(tx: Tx, id: string, personId: string, at: Date): Promise<void> {
  await sql`update account_invitation set accepted_at = ${at}, accepted_by = ${personId} where id = ${id}`.execute(tx)
}

/** The person's verified number and address. */
export async function selectOwnAliases(db: Db, personId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ alias: string }>`select alias from identity.aliases_of(${personId}, ${at}, ${at})`.execute(db)
  return rows.map(({ alias }) => alias)
}

export async function selectNames(db: Db, people: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, concat_ws(' ', given_name, family_name) as name from identity.names_of(${people}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Deletes invitations that ended before that time. */
export async function deleteEndedInvitations(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from account_invitation where id in (
      select id from account_invitation where coalesce(accepted_at, removed_at, expires_at) < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
