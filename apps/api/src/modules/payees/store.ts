import { type Cents, cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { PersonNames } from './rules.ts'

export interface RecipientRow extends PersonNames {
  personId: string | null
  accountId: string | null
  visible: boolean
}

/** Always one row, with nulls if the alias is nobody's or its owner has no account. */
export async function selectRecipient(db: Db, { alias, provedSince, at }: { alias: string; provedSince: Date; at: Date }): Promise<RecipientRow> {
  const { rows } = await sql<RecipientRow>`
    select r.person_id as "personId", a.id as "accountId", r.given_name as "givenName", r.family_name as "familyName", s.chosen,
      coalesce(s.visible, true) as visible
      from (select 1) as one
      left join identity.recipient_of(${alias}, ${provedSince}, ${at}) r on true
      left join account a on a.individual_of = r.person_id and a.closed_at is null
      left join shown_name s on s.person_id = r.person_id`.execute(db)
  return rows[0]!
}

export async function selectAliases(
  db: Db,
  { personId, provedSince, at }: { personId: string; provedSince: Date; at: Date },
): Promise<{ alias: string; confirmed: boolean }[]> {
  return (await sql<{ alias: string; confirmed: boolean }>`select alias, confirmed from identity.aliases_of(${personId}, ${provedSince}, ${at})`.execute(db))
    .rows
}

export interface NamesRow extends PersonNames {
  personId: string
  visible: boolean
}

export async function selectNames(db: Db, people: readonly string[]): Promise<NamesRow[]> {
  const { rows } = await sql<NamesRow>`
    select n.id as "personId", n.given_name as "givenName", n.family_name as "familyName", s.chosen, coalesce(s.visible, true) as visible
      from identity.names_of(${people}::uuid[]) n left join shown_name s on s.person_id = n.id`.execute(db)
  return rows
}

export async function upsertShownName(tx: Db, name: { personId: string; chosen: string | null; visible: boolean; at: Date }): Promise<void> {
  await sql`
    insert into shown_name (person_id, chosen, visible, updated_at) values (${name.personId}, ${name.chosen}, ${name.visible}, ${name.at})
    on conflict (person_id) do update set chosen = excluded.chosen, visible = excluded.visible, updated_at = excluded.updated_at`.execute(tx)
}

/** What the account sent: to the alias before, to new people since a time, and the largest since a time. */
export async function selectSendFacts(
  db: Db,
  of: { accountId: string; alias: string; firstsSince: Date; largestSince: Date },
): Promise<{ known: boolean; firstsToday: Cents; largest: Cents | undefined }> {
  const { rows } = await sql<{ known: boolean; firstsToday: bigint; largest: bigint | null }>`
    select exists (select from payee where account_id = ${of.accountId} and alias = ${of.alias}) as known,
      coalesce(sum(value) filter (where first_time and at > ${of.firstsSince}), 0)::bigint as "firstsToday",
      max(value) filter (where at > ${of.largestSince}) as largest
      from recent_send where account_id = ${of.accountId} and at > least(${of.firstsSince}::timestamptz, ${of.largestSince}::timestamptz)`.execute(db)
  const { known, firstsToday, largest } = rows[0]!
  return { known, firstsToday: cents(firstsToday), largest: largest === null ? undefined : cents(largest) }
}

export async function isNewDevice(db: Db, session: { personId: string; sessionUid: string; since: Date }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select identity.is_new_device(${session.personId}, ${session.sessionUid}, ${session.since}) as is`.execute(db)
  return rows[0]!.is
}

/** The aliases counted since a time, oldest first. Simultaneous first sends of the person wait. */
export async function lockFirstSends(tx: Db, personId: string, since: Date): Promise<{ alias: string; at: Date }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`first-sends:${personId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ alias: string; at: Date }>`
    select alias, at from first_send_alias where person_id = ${personId} and at > ${since} order by at, alias`.execute(tx)
  return rows
}

export async function upsertFirstSendAlias(tx: Db, { personId, alias, at }: { personId: string; alias: string; at: Date }): Promise<void> {
  await sql`
    insert into first_send_alias (person_id, alias, at) values (${personId}, ${alias}, ${at})
    on conflict (person_id, alias) do update set at = excluded.at`.execute(tx)
}

/** Whether an account that the person may send from has sent to the alias. */
export async function isPayeeOfPerson(db: Db, personId: string, alias: string): Promise<boolean> {
  const { rows } = await sql`
    select from payee p join account_member m on m.account_id = p.account_id and m.role = 'account-owner'
     where m.person_id = ${personId} and p.alias = ${alias} limit 1`.execute(db)
  return rows.length > 0
}

export interface PayeeRow {
  id: string
  alias: string
  ownName: string | null
  shownName: string | null
  lastSentAt: Date
  lastValue: bigint | null
  lastMessage: string | null
}

const payeeColumns = sql`id, alias, own_name as "ownName", shown_name as "shownName", last_sent_at as "lastSentAt", last_value as "lastValue",
  last_message as "lastMessage"`

/** Far more than a person sends to. */
const maxPayees = 500

export async function selectPayees(db: Db, accountId: string): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`
    select ${payeeColumns} from payee where account_id = ${accountId} order by last_sent_at desc, id limit ${maxPayees}`.execute(db)
  return rows
}

/** True if the account had not sent to the alias before. */
export async function upsertPayee(
  tx: Db,
  send: {
    id: string
    accountId: string
    alias: string
    name?: string | undefined
    value?: Cents | undefined
    message?: string | undefined
    at: Date
  },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into payee (id, account_id, alias, shown_name, first_sent_at, last_sent_at, last_value, last_message)
    values (${send.id}, ${send.accountId}, ${send.alias}, ${send.name ?? null}, ${send.at}, ${send.at}, ${send.value ?? null}, ${send.message ?? null})
    on conflict (account_id, alias) do update set shown_name = excluded.shown_name, last_sent_at = excluded.last_sent_at,
      last_value = excluded.last_value, last_message = excluded.last_message
    returning id`.execute(tx)
  return rows[0]!.id === send.id
}

export async function insertRecentSend(tx: Db, send: { accountId: string; value: Cents; firstTime: boolean; at: Date }): Promise<void> {
  await sql`insert into recent_send (account_id, value, first_time, at) values (${send.accountId}, ${send.value}, ${send.firstTime}, ${send.at})`.execute(tx)
}

export async function updateOwnName(db: Db, change: { accountId: string; payeeId: string; name: string }): Promise<PayeeRow | undefined> {
  const { rows } = await sql<PayeeRow>`
    update payee set own_name = ${change.name} where id = ${change.payeeId} and account_id = ${change.accountId} returning ${payeeColumns}`.execute(db)
  return rows[0]
}

export async function deletePayee(db: Db, { accountId, payeeId }: { accountId: string; payeeId: string }): Promise<boolean> {
  return (await sql`delete from payee where id = ${payeeId} and account_id = ${accountId} returning 1`.execute(db)).rows.length > 0
}
