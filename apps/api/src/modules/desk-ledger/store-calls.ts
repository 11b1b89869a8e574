import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** What the feature that posted has kept of the call. */
export interface CallRow {
  caller: string
  at: Date
  /** Of an activity of a payment request: what was done. */
  type: string | null
  key: string | null
}

const first = async <T>(db: Db, query: ReturnType<typeof sql<T>>): Promise<T | undefined> => (await query.execute(db)).rows[0]

export const selectActivityCall = (db: Db, requestId: string, posting: bigint) =>
  first(
    db,
    sql<CallRow>`
      select created_by as caller, created_at as at, type,
             -- A refund is repeated by its reference.
             coalesce(idempotency_key, case when type = 'refund' then detail ->> 'externalRef' end) as key
        from payment_activity where payment_request_id = ${requestId} and posting = ${posting} order by number limit 1`,
  )

export const selectFundsTransferCall = (db: Db, id: string, posting: bigint) =>
  first(
    db,
    sql<CallRow>`
      select 'crn::user:' || created_by as caller, created_at as at, null as type, null as key from funds_transfer where id = ${id} and posting = ${posting}`,
  )

/** Sending is the sender's call, claiming the recipient's; what ends it without a claim is posted by the product. */
export const selectAssetTransferCall = (db: Db, id: string, posting: bigint) =>
  first(
    db,
    sql<CallRow>`
      select 'crn::user:' || case when posting = ${posting} then sender_person_id else recipient_person_id end as caller,
             case when posting = ${posting} then created_at else settled_at end as at, null as type, null as key
        from asset_transfer where id = ${id} and (posting = ${posting} or (settled_posting = ${posting} and status = 'claimed'))`,
  )

/** The last who approved, or who did it alone. */
export const selectProposalCall = (db: Db, id: string) =>
  first(
    db,
    sql<CallRow & { isAlone: boolean }>`
      select 'crn::operator:' || coalesce(a.operator, p.proposer) as caller, p.decided_at as at, null as type, null as key, a.operator is null as "isAlone"
        from operator_proposal p
        left join lateral (select operator from operator_approval where proposal_id = p.id order by at desc limit 1) a on true
       where p.id = ${id} and p.state = 'approved'`,
  )

/** The call whose idempotency key the reference was made from. */
export const selectKeyedCall = (db: Db, caller: string, reference: string) =>
  first(
    db,
    sql<{ endpoint: string; key: string }>`
      select endpoint, key from idempotency
       where caller = ${caller}
         and 'idempotency:' || translate(rtrim(encode(sha256(convert_to(concat_ws(E'\n', caller, endpoint, key), 'UTF8')), 'base64'), '='), '+/', '-_') = ${reference}`,
  )

export interface LoggedCallRow {
  traceId: string
  method: string
  path: string
  status: number
  durationMs: number
  key: string | null
}

/** The call with an API key in the request log: of the same account about the same request, answered just after it was posted. */
export const selectLoggedCall = (db: Db, requestId: string, { accountId, key, at }: { accountId: string; key: string | null; at: Date }) =>
  first(
    db,
    sql<LoggedCallRow>`
      select id as "traceId", method, path, status, duration_ms as "durationMs", coalesce(idempotency_key, external_ref) as key
        from api_request
       where payment_request_id = ${requestId} and account_id = ${accountId} and method <> 'GET' and status < 300
         and at between ${at}::timestamptz - interval '30 seconds' and ${at}::timestamptz + interval '30 seconds'
       order by coalesce(idempotency_key, external_ref) is distinct from ${key}, abs(extract(epoch from at - ${at}::timestamptz)) limit 1`,
  )
