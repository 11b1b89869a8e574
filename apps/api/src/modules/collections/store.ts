import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** What gives out and what closes wait for each other. */
export async function lockCollection(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`collection:${id}`}, 0))`.execute(tx)
}

export async function lockCollectionShared(tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`collection:${id}`}, 0))`.execute(tx)
}

/** Tokens that were issued, and those that are about to be. */
export async function countGivenOut(db: Db, collectionId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select ((select count(*) from token where collection_id = ${collectionId})
          + (select count(*) from token_recipient r join token_issue i on i.id = r.issue_id
              where i.collection_id = ${collectionId} and r.settled_at is null))::int as count`.execute(db)
  return result.rows[0]!.count
}

/** Live tokens of any collection of the account. */
export async function hasGivenOut(tx: Tx, accountId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select from token_issue i join collection c on c.id = i.collection_id
     where c.account_id = ${accountId} and not c.test and i.created_at > ${since} limit 1`.execute(tx)
  return result.rows.length > 0
}

/** The people whom test tokens of the account were for, whether they got one or not. Calls at the same time wait. */
export async function lockTestRecipients(tx: Tx, accountId: string, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test tokens of ${accountId}`}, 0))`.execute(tx)
  const result = await sql<{ count: number }>`
    select count(*)::int as count from token_issue i join collection c on c.id = i.collection_id join token_recipient r on r.issue_id = i.id
     where c.account_id = ${accountId} and c.test and i.created_at > ${since} and r.masked_alias <> 'link'`.execute(tx)
  return result.rows[0]!.count
}

export async function selectByKey(db: Db, collectionId: string, idempotencyKey: string): Promise<{ id: string; requestHash: Buffer } | undefined> {
  const result = await sql<{ id: string; requestHash: Buffer }>`
    select id, request_hash as "requestHash" from token_issue where collection_id = ${collectionId} and idempotency_key = ${idempotencyKey}`.execute(db)
  return result.rows[0]
}

interface NewIssue {
  id: string
  collectionId: string
  idempotencyKey: string
  requestHash: Buffer
  personId: string
  recipients: readonly NewRecipient[]
  at: Date
}

/** An alias, or the transfer that a link leads to. */
interface NewRecipient {
  alias: string | null
  maskedAlias: string
  transferId: string | null
}

export async function insertIssue(tx: Tx, issue: NewIssue): Promise<void> {
  const { recipients } = issue
  await sql`
    insert into token_issue (id, collection_id, idempotency_key, request_hash, count, person_id, created_at)
    values (${issue.id}, ${issue.collectionId}, ${issue.idempotencyKey}, ${issue.requestHash}, ${recipients.length}, ${issue.personId}, ${issue.at})`.execute(
    tx,
  )
  await sql`
    insert into token_recipient (issue_id, place, alias, masked_alias, transfer_id)
    select ${issue.id}, place, alias, masked, transfer
      from unnest(${recipients.map(({ alias }) => alias)}::text[], ${recipients.map(({ maskedAlias }) => maskedAlias)}::text[],
                  ${recipients.map(({ transferId }) => transferId)}::text[]) with ordinality as r (alias, masked, transfer, place)`.execute(tx)
}

/** The transfers that the links of a call lead to, in their order. */
export async function selectLinkTransfers(db: Db, issueId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select transfer_id as id from token_recipient where issue_id = ${issueId} and transfer_id is not null order by place`.execute(db)
  return result.rows.map(({ id }) => id)
}

export interface DueRecipient {
  issueId: string
  place: number
  /** Null for a link, which has a transfer instead. */
  alias: string | null
  transferId: string | null
  collectionId: string
  accountId: string
  personId: string
  /** The issuer. */
  senderName: string
  test: boolean
}

export async function lockNextRecipient(tx: Tx, issueId: string, except: readonly number[]): Promise<DueRecipient | undefined> {
  const result = await sql<DueRecipient>`
    select r.issue_id as "issueId", r.place, r.alias, r.transfer_id as "transferId", i.collection_id as "collectionId", c.account_id as "accountId",
           i.person_id as "personId", s.name as "senderName", c.test
      from token_recipient r join token_issue i on i.id = r.issue_id join collection c on c.id = i.collection_id join issuer s on s.account_id = c.account_id
     where r.issue_id = ${issueId} and r.settled_at is null and r.place <> all (${except}::smallint[])
     order by r.place limit 1 for update of r skip locked`.execute(tx)
  return result.rows[0]
}

export async function updateIssued(tx: Tx, of: { issueId: string; place: number; assetId: string; at: Date }): Promise<void> {
  await sql`
    update token_recipient set alias = null, asset_id = ${of.assetId}, settled_at = ${of.at}
     where issue_id = ${of.issueId} and place = ${of.place}`.execute(tx)
}

export async function updateRefused(tx: Tx, of: { issueId: string; place: number; reason: string; at: Date }): Promise<void> {
  await sql`
    update token_recipient set alias = null, refused = ${of.reason}, settled_at = ${of.at}
     where issue_id = ${of.issueId} and place = ${of.place}`.execute(tx)
}
