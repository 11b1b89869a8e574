import type { EffectKind } from '@nikau/ledger'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** A payment without approval, with the limit of the month that it was planned under. */
export interface PermissionUse {
  connectionId: string
  paymentRequestId: string
  month: string
  /** From the wallet. */
  amount: bigint
  /** What tokens cover. */
  tokens: bigint
  limitMonth: bigint
}

/**
 * Records payments without approval in the commit of their posting. The row lock makes a pause, an end and a change of the limits wait
 * for postings that have begun. A posting that comes later finds the change here: it fails as a whole and the payment is decided again.
 */
export const permissionUsed: EffectKind<PermissionUse> = {
  name: 'connections.permission-used',
  statement: `
    with used as (
      select p.posting, p.at, n.*
        from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
               as n (place, connection, request, month, amount, tokens, limit_month)
        join ledger.posted() p using (place)),
    allowed as (
      select c.id, c.limit_each, c.limit_month, c.tokens_first from connection c
       where c.id in (select connection from used) and c.status = 'authorized' and c.paused_at is null for share),
    inserted as (
      insert into permission_use (payment_request_id, connection_id, month, amount, tokens, posting, used_at)
      select n.request, n.connection, n.month, n.amount, n.tokens, n.posting, n.at
        from used n join allowed c on c.id = n.connection and n.amount <= c.limit_each and n.limit_month = c.limit_month and (n.tokens = 0 or c.tokens_first)
      returning 1)
    select ledger.expect_changed((select count(*) from used), (select count(*) from inserted))`,
  row: (use) => [use.connectionId, use.paymentRequestId, use.month, use.amount, use.tokens, use.limitMonth],
}

/** Lets tokens through that do not complete their payment, with the same lock; the use is recorded with the last part. */
export const tokensAllowed: EffectKind<{ connectionId: string }> = {
  name: 'connections.tokens-allowed',
  statement: `
    with used as (select n.connection from unnest($1::int[], $2::text[]) as n (place, connection) join ledger.posted() p using (place)),
    allowed as (
      select c.id from connection c
       where c.id in (select connection from used) and c.status = 'authorized' and c.paused_at is null and c.tokens_first and c.limit_each is not null for share)
    select ledger.expect_changed((select count(*) from used), (select count(*) from used n join allowed c on c.id = n.connection))`,
  row: ({ connectionId }) => [connectionId],
}

export interface UseRow {
  paymentRequestId: string
  amount: bigint
  tokens: bigint
  at: Date
}

/** Newest first. */
export async function selectUses(db: Db, connectionId: string, limit: number): Promise<UseRow[]> {
  const result = await sql<UseRow>`
    select payment_request_id as "paymentRequestId", amount, tokens, used_at as at from permission_use
     where connection_id = ${connectionId} order by used_at desc, payment_request_id limit ${limit}`.execute(db)
  return result.rows
}

export interface UsageRow {
  used: bigint
  last: { at: Date; amount: bigint } | undefined
}

/** What each connection has used in the month, and its last use at any time. */
export async function selectUsage(db: Db, connectionIds: readonly string[], month: string): Promise<Map<string, UsageRow>> {
  const result = await sql<{ id: string; used: bigint; lastAt: Date | null; lastAmount: bigint | null }>`
    select k.id, coalesce((select sum(amount) from permission_use u where u.connection_id = k.id and u.month = ${month}), 0)::bigint as used,
           l.used_at as "lastAt", l.total as "lastAmount"
      from unnest(${connectionIds}::text[]) as k (id)
      left join lateral (select used_at, amount + tokens as total from permission_use u where u.connection_id = k.id order by used_at desc limit 1) l on true`.execute(
    db,
  )
  return new Map(result.rows.map(({ id, used, lastAt, lastAmount }) => [id, { used, last: lastAt === null ? undefined : { at: lastAt, amount: lastAmount! } }]))
}

export interface UnnotifiedUse extends UseRow {
  connectionId: string
  personId: string
  merchantName: string
  month: string
  limitMonth: bigint | null
  test: boolean
}

/** Marks uses as told and returns them; the caller queues their messages in the same transaction. */
export async function claimUnnotified(tx: Tx, of: { paymentRequestId?: string; limit: number }, at: Date): Promise<UnnotifiedUse[]> {
  const result = await sql<UnnotifiedUse>`
    update permission_use u set notified_at = ${at}
      from connection c join merchant m on m.id = c.merchant_id
     where c.id = u.connection_id and u.payment_request_id in (
       select payment_request_id from permission_use
        where notified_at is null and (${of.paymentRequestId ?? null}::text is null or payment_request_id = ${of.paymentRequestId ?? null})
        order by used_at limit ${of.limit} for update skip locked)
    returning u.payment_request_id as "paymentRequestId", u.connection_id as "connectionId", u.amount, u.tokens, u.used_at as at, u.month, c.person_id as "personId",
      m.name as "merchantName", c.limit_month as "limitMonth", c.test`.execute(tx)
  return result.rows
}

export async function selectContact(db: Db, personId: string): Promise<{ phone: string; email: string | null } | undefined> {
  const result = await sql<{ phone: string; email: string | null }>`select phone, email from identity.contacts(array[${personId}::uuid])`.execute(db)
  return result.rows[0]
}
