import type { AssetTransferStatus, GiftWrap } from '@nikau/contract/asset-transfers'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** What is known when a transfer is sent, and does not change. */
interface SentRow {
  id: string
  senderAccountId: string
  senderPersonId: string
  senderName: string
  category: 'money' | 'token'
  assetId: string
  assetType: string
  value: bigint | null
  maskedAlias: string
  message: string | null
  wrap: GiftWrap | null
  createdAt: Date
  expiresAt: Date
  posting: bigint
  /** By its issuer, who does not have it back if it is not taken. */
  issued: boolean
  /** For whoever has the link, which the issuer hands out. */
  byLink: boolean
}

/** A transfer with what it shows of its token. */
export interface TransferRow extends SentRow {
  /** Only while it waits, and never of a link. */
  recipientAlias: string | null
  status: AssetTransferStatus
  sentAt: Date | null
  remindedAt: Date | null
  resends: number
  resentAt: Date | null
  expiredAt: Date | null
  settledAt: Date | null
  recipientAccountId: string | null
  recipientPersonId: string | null
  recipientName: string | null
  /** The recipient had it at once; it never waited. */
  direct: boolean
  collectionId: string | null
  tokenName: string | null
  tokenExpiresAt: Date | null
  img: string | null
  issuer: string | null
}

const transfers = sql`
  select t.id, t.sender_account_id as "senderAccountId", t.sender_person_id as "senderPersonId", t.sender_name as "senderName", t.category,
         t.asset_id as "assetId", t.asset_type as "assetType", t.value, t.recipient_alias as "recipientAlias", t.masked_alias as "maskedAlias", t.message,
         t.wrap, t.status, t.created_at as "createdAt", t.expires_at as "expiresAt", t.sent_at as "sentAt", t.reminded_at as "remindedAt", t.resends,
         t.resent_at as "resentAt", t.expired_at as "expiredAt", t.settled_at as "settledAt", t.recipient_account_id as "recipientAccountId",
         t.recipient_person_id as "recipientPersonId", t.recipient_name as "recipientName", t.posting, t.issued, t.by_link as "byLink",
         coalesce(t.settled_posting = t.posting, false) as direct, c.id as "collectionId", c.name as "tokenName",
         case when t.category = 'token' then a.expires_at end as "tokenExpiresAt", c.img, i.name as issuer
    from asset_transfer t
    join asset a on a.id = t.asset_id
    left join token k on k.asset_id = a.id
    left join collection c on c.id = k.collection_id
    left join issuer i on i.account_id = c.account_id`

export async function selectTransfer(db: Db, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id}`.execute(db)).rows[0]
}

/** Before anything else of the transfer is locked. Of a claim, a recall, a decline and an expiry the first one decides. */
export async function lockTransfer(tx: Db, id: string): Promise<TransferRow | undefined> {
  return (await sql<TransferRow>`${transfers} where t.id = ${id} for update of t`.execute(tx)).rows[0]
}

/** What an account has sent, newest first, one row more than the limit. */
export async function selectSent(
  db: Db,
  of: { accountId: string; at: Date; waiting: boolean; before: { createdAt: string; id: string } | undefined; limit: number },
): Promise<TransferRow[]> {
  const { before } = of
  const result = await sql<TransferRow>`
    ${transfers}
     where t.sender_account_id = ${of.accountId}
       and ${of.waiting ? sql`t.status in ('created', 'sent') and t.expires_at > ${of.at}` : sql`true`}
       and ${before ? sql`(t.created_at, t.id) < (${before.createdAt}::timestamptz, ${before.id})` : sql`true`}
     order by t.created_at desc, t.id desc limit ${of.limit + 1}`.execute(db)
  return result.rows
}

/** What waits for these aliases, oldest first. */
export async function selectWaitingFor(db: Db, aliases: readonly string[], at: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from asset_transfer where settled_at is null and recipient_alias = any (${aliases}::text[]) and status in ('created', 'sent') and expires_at > ${at}
     order by created_at, id limit 500`.execute(db)
  return result.rows.map((row) => row.id)
}

export async function selectUnacknowledged(db: Db, personId: string): Promise<TransferRow[]> {
  const result = await sql<TransferRow>`
    ${transfers} where t.recipient_person_id = ${personId} and t.status = 'claimed' and t.acknowledged_at is null
    order by t.settled_at, t.id limit 50`.execute(db)
  return result.rows
}

/** False if the transfer was not claimed by this person. */
export async function acknowledgeTransfer(db: Db, id: string, personId: string, at: Date): Promise<boolean> {
  const result = await sql`
    update asset_transfer set acknowledged_at = coalesce(acknowledged_at, ${at}) where id = ${id} and recipient_person_id = ${personId}`.execute(db)
  return result.numAffectedRows === 1n
}

export interface Recipient {
  accountId: string
  personId: string
  /** The credited wallet, or the token. */
  assetId: string
  name: string | null
}

export interface NewTransfer extends SentRow {
  alias: string | null
  purpose: string | null
  /** Who has it at once. Without, it waits. */
  recipient: Recipient | undefined
}

/** What the recipient has at once was not claimed, so there is nothing to tell them about later. */
export async function insertTransfer(tx: Db, t: NewTransfer): Promise<void> {
  const { recipient } = t
  const settledAt = recipient ? t.createdAt : null
  await sql`
    insert into asset_transfer (id, sender_account_id, sender_person_id, sender_name, category, asset_id, asset_type, value, recipient_alias, masked_alias,
      message, wrap, purpose, status, created_at, expires_at, settled_at, acknowledged_at, recipient_account_id, recipient_person_id, recipient_asset_id,
      recipient_name, posting, settled_posting, issued, by_link)
    values (${t.id}, ${t.senderAccountId}, ${t.senderPersonId}, ${t.senderName}, ${t.category}, ${t.assetId}, ${t.assetType}, ${t.value},
      ${recipient ? null : t.alias}, ${t.maskedAlias}, ${t.message}, ${t.wrap}, ${t.purpose}, ${recipient ? 'claimed' : 'created'}, ${t.createdAt},
      ${t.expiresAt}, ${settledAt}, ${settledAt}, ${recipient?.accountId ?? null}, ${recipient?.personId ?? null}, ${recipient?.assetId ?? null},
      ${recipient?.name ?? null}, ${t.posting}, ${recipient ? t.posting : null}, ${t.issued}, ${t.byLink})`.execute(tx)
}

export async function updateClaimed(tx: Db, id: string, recipient: Recipient, posting: bigint, at: Date): Promise<void> {
  await sql`
    update asset_transfer set status = 'claimed', recipient_alias = null, settled_at = ${at}, settled_posting = ${posting},
      recipient_account_id = ${recipient.accountId}, recipient_person_id = ${recipient.personId}, recipient_asset_id = ${recipient.assetId},
      recipient_name = ${recipient.name}
    where id = ${id}`.execute(tx)
}

export type ReturnStatus = 'cancelled' | 'declined' | 'returned' | 'failed'

export async function updateReturned(tx: Db, id: string, change: { status: ReturnStatus; expiredAt: Date | null; posting: bigint; at: Date }): Promise<void> {
  await sql`
    update asset_transfer set status = ${change.status}, recipient_alias = null, expired_at = ${change.expiredAt}, settled_at = ${change.at},
      settled_posting = ${change.posting}
    where id = ${id}`.execute(tx)
}

export async function updateSent(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update asset_transfer set status = 'sent', sent_at = ${at} where id = ${id} and status = 'created'`.execute(tx)
}

export async function updateReminded(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update asset_transfer set reminded_at = ${at} where id = ${id}`.execute(tx)
}

export async function updateResent(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update asset_transfer set resends = resends + 1, resent_at = ${at} where id = ${id}`.execute(tx)
}

/** Locks one transfer whose time is over, if another worker has not. */
export async function lockExpired(tx: Db, at: Date, except: readonly string[]): Promise<TransferRow | undefined> {
  const result = await sql<TransferRow>`
    ${transfers} where t.settled_at is null and t.expires_at <= ${at} and t.id <> all (${except}::text[])
    order by t.expires_at, t.id limit 1 for update of t skip locked`.execute(tx)
  return result.rows[0]
}

/** Locks one transfer that waits since before that time and whose recipient was not reminded. */
export async function lockUnreminded(tx: Db, of: { createdBefore: Date; at: Date; except: readonly string[] }): Promise<TransferRow | undefined> {
  const result = await sql<TransferRow>`
    ${transfers} where t.settled_at is null and t.status in ('created', 'sent') and t.reminded_at is null and not t.by_link
      and t.created_at <= ${of.createdBefore}
      and t.expires_at > ${of.at} and t.id <> all (${of.except}::text[])
    order by t.created_at, t.id limit 1 for update of t skip locked`.execute(tx)
  return result.rows[0]
}

export type Delivery = { transferId: string; state: 'sent' | 'failed' }

/** Transfers whose message was sent or given up and which do not show it yet: those of one message, or a batch of all. */
export async function selectDeliveries(db: Db, of: { messageId: string } | { limit: number; except: readonly string[] }): Promise<Delivery[]> {
  const result = await sql<Delivery>`
    select t.id as "transferId", m.state from asset_transfer t join message m on m.key = 'asset-transfer:' || t.id
     where t.status = 'created' and m.state in ('sent', 'failed')
       and ${'messageId' in of ? sql`m.id = ${of.messageId}` : sql`t.id <> all (${of.except}::text[])`}
     order by t.id limit ${'limit' in of ? of.limit : 1}`.execute(db)
  return result.rows
}

export async function insertBarredSender(tx: Db, bar: { alias: string; senderAccountId: string; at: Date }): Promise<void> {
  await sql`
    insert into barred_sender (alias, sender_account_id, at) values (${bar.alias}, ${bar.senderAccountId}, ${bar.at}) on conflict do nothing`.execute(tx)
}

export async function isBarred(db: Db, alias: string, senderAccountId: string): Promise<boolean> {
  return (await sql`select from barred_sender where alias = ${alias} and sender_account_id = ${senderAccountId}`.execute(db)).rows.length > 0
}

export interface SourceAsset {
  id: string
  accountId: string
  category: 'money' | 'token'
  type: string
  status: string
  /** A settlement wallet or a credit line. */
  restricted: boolean
  expiresAt: Date | null
  collectionId: string | null
  /** Of the account that it is sent from, if that is an organisation. */
  orgName: string | null
}

export async function selectSource(db: Db, id: string): Promise<SourceAsset | undefined> {
  const result = await sql<SourceAsset>`
    select a.id, a.account_id as "accountId", a.category, a.type, a.status, a.settlement or a.credit_limit is not null as restricted,
           a.expires_at as "expiresAt", k.collection_id as "collectionId", case when o.type = 'org' then o.name end as "orgName"
      from asset a join account o on o.id = a.account_id left join token k on k.asset_id = a.id where a.id = ${id}`.execute(db)
  return result.rows[0]
}

/** What a new account is named after. */
export async function selectFullName(db: Db, personId: string): Promise<string> {
  const result = await sql<{ name: string }>`
    select coalesce(nullif(concat_ws(' ', given_name, family_name), ''), phone) as name from identity.profile_of(${personId})`.execute(db)
  return result.rows[0]!.name
}

export interface Contact {
  givenName: string | null
  phone: string
  /** Only if it is verified: another one may be a stranger's. */
  email: string | null
}

export async function selectContact(db: Db, personId: string): Promise<Contact | undefined> {
  const result = await sql<Contact>`select given_name as "givenName", phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return result.rows[0]
}
