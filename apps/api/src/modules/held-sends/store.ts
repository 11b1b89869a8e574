import type { Opinion } from '@nikau/contract/held-sends'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { HeldSendTimes } from './rules.ts'

export interface HeldSendRow extends HeldSendTimes {
  id: string
  accountId: string
  personId: string
  assetId: string
  recipientAlias: string
  recipientName: string | null
  firstTime: boolean
  value: bigint
  message: string | null
  purpose: string
  createdAt: Date
}

const columns = sql`id, account_id as "accountId", person_id as "personId", asset_id as "assetId", recipient_alias as "recipientAlias",
  recipient_name as "recipientName", first_time as "firstTime", value, message, purpose, created_at as "createdAt", decide_at as "decideAt",
  forgotten_at as "forgottenAt", outcome`

export async function insertHeldSend(tx: Db, held: HeldSendRow): Promise<void> {
  await sql`
    insert into held_send (id, account_id, person_id, asset_id, recipient_alias, recipient_name, first_time, value, message, purpose, created_at,
      decide_at, forgotten_at)
    values (${held.id}, ${held.accountId}, ${held.personId}, ${held.assetId}, ${held.recipientAlias}, ${held.recipientName}, ${held.firstTime},
      ${held.value}, ${held.message}, ${held.purpose}, ${held.createdAt}, ${held.decideAt}, ${held.forgottenAt})`.execute(tx)
}

export async function selectHeldSend(db: Db, id: string): Promise<HeldSendRow | undefined> {
  return (await sql<HeldSendRow>`select ${columns} from held_send where id = ${id}`.execute(db)).rows[0]
}

export async function lockHeldSend(tx: Db, id: string): Promise<HeldSendRow | undefined> {
  return (await sql<HeldSendRow>`select ${columns} from held_send where id = ${id} for update`.execute(tx)).rows[0]
}

/** Those that wait or are due, oldest first. */
export async function selectOpenHeldSends(db: Db, personId: string, now: Date): Promise<HeldSendRow[]> {
  const { rows } = await sql<HeldSendRow>`
    select ${columns} from held_send where person_id = ${personId} and outcome is null and forgotten_at > ${now} order by created_at, id`.execute(db)
  return rows
}

/** The same; simultaneous calls of the person wait, so that none exceeds the limit. */
export async function lockOpenHeldSends(tx: Db, personId: string, now: Date): Promise<HeldSendRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`held-sends:${personId}`}, 0))`.execute(tx)
  return await selectOpenHeldSends(tx, personId, now)
}

export async function settleHeldSend(tx: Db, held: { id: string; outcome: 'sent' | 'cancelled'; at: Date }): Promise<void> {
  await sql`update held_send set outcome = ${held.outcome}, settled_at = ${held.at} where id = ${held.id} and outcome is null`.execute(tx)
}

/** Marks sends whose time has come as asked about, and returns them. Those that another worker is at are skipped. */
export async function markAsked(tx: Db, now: Date, limit: number): Promise<HeldSendRow[]> {
  const { rows } = await sql<HeldSendRow>`
    update held_send set asked_at = ${now} where id in (
      select id from held_send where outcome is null and asked_at is null and decide_at <= ${now} and forgotten_at > ${now}
       order by decide_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(tx)
  return rows
}

export async function forgetHeldSends(db: Db, now: Date, limit: number): Promise<number> {
  const result = await sql`
    update held_send set outcome = 'forgotten', settled_at = forgotten_at where id in (
      select id from held_send where outcome is null and forgotten_at <= ${now} limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

export interface OpinionRow {
  id: string
  heldSendId: string
  trustedPersonId: string
  askedAt: Date
  opinion: Opinion | null
  answeredAt: Date | null
}

export async function selectOpinions(db: Db, heldSendIds: readonly string[]): Promise<OpinionRow[]> {
  const { rows } = await sql<OpinionRow>`
    select o.id, o.held_send_id as "heldSendId", t.trusted_person_id as "trustedPersonId", o.asked_at as "askedAt", o.opinion, o.answered_at as "answeredAt"
      from opinion_request o join trusted_person t on t.id = o.trust_id where o.held_send_id = any (${heldSendIds}::text[]) order by o.asked_at, o.id`.execute(
    db,
  )
  return rows
}

/** False if this person was asked about this send before. */
export async function insertOpinionRequest(tx: Db, request: { id: string; heldSendId: string; trustId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into opinion_request (id, held_send_id, trust_id, asked_at) values (${request.id}, ${request.heldSendId}, ${request.trustId}, ${request.at})
    on conflict (held_send_id, trust_id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** A question with what the trusted person may read of the send. */
export interface RequestRow extends HeldSendTimes {
  id: string
  heldSendId: string
  /** The sender. */
  personId: string
  trustedPersonId: string
  askedAt: Date
  opinion: Opinion | null
  value: bigint
  recipientName: string | null
  firstTime: boolean
  purpose: string
}

/** Only while the trust lasts: when either has ended it, the question is nobody's. */
const requests = sql`
  select o.id, o.held_send_id as "heldSendId", h.person_id as "personId", t.trusted_person_id as "trustedPersonId", o.asked_at as "askedAt", o.opinion,
    h.value, h.recipient_name as "recipientName", h.first_time as "firstTime", h.purpose, h.decide_at as "decideAt", h.forgotten_at as "forgottenAt", h.outcome
    from opinion_request o join held_send h on h.id = o.held_send_id join trusted_person t on t.id = o.trust_id and t.ended_at is null`

export async function selectRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`${requests} where o.id = ${id}`.execute(db)).rows[0]
}

/** Of sends that are not settled, oldest first. */
export async function selectRequests(db: Db, trustedPersonId: string): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    ${requests} where t.trusted_person_id = ${trustedPersonId} and h.outcome is null order by o.asked_at, o.id`.execute(db)
  return rows
}

export async function updateOpinion(tx: Db, answer: { id: string; opinion: Opinion; at: Date }): Promise<void> {
  await sql`update opinion_request set opinion = ${answer.opinion}, answered_at = ${answer.at} where id = ${answer.id}`.execute(tx)
}

export interface Contact {
  givenName: string | null
  phone: string
  /** Null without a verified address. */
  email: string | null
}

export async function selectContact(db: Db, personId: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`select given_name as "givenName", phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return rows[0]
}
