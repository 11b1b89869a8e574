import type { RequestEvent } from '@nikau/contract/payment-request-states'
import type { EffectKind } from '@nikau/ledger'
import type { Database } from '@nikau/runtime'
import { type PaymentLimits, paymentLimitsFrom } from '../../own-limits/index.ts'
import { nextStatus } from '../request/rules.ts'
import { activityColumns, requestColumns } from '../request/store.ts'
import type { ChargedTender } from '../request/fees.ts'
import type { ActivityRow, RequestRow, Tender } from '../request/types.ts'

/** What a payment is decided on, as read before the posting. The ledger enforces everything that can race. */
export interface PayContext {
  request: RequestRow | undefined
  asset: PayAsset | undefined
  /** The caller's earlier payments on this request, newest first. */
  earlier: ActivityRow[]
}

export interface PayAsset {
  id: string
  accountId: string
  category: 'money' | 'token'
  type: string
  status: string
  settlement: boolean
  /** Its ledger account may go down to minus its limit. */
  creditLine: boolean
  description: string | null
  expiresAt: Date | null
  activeFrom: Date | null
  collectionId: string | null
  collectionName: string | null
  issuerAccountId: string | null
  /** The caller may spend it. */
  owned: boolean
  /** Nothing leaves its account. */
  frozen: boolean
  /** Null without own limits. */
  ownLimits: PaymentLimits | null
}

export interface PayContextKey {
  requestId: string
  assetId: string | null
  personId: string | null
  caller: string
}

type Row = RequestRow & { requestId: string | null; asset: PayAsset | null; earlier: ActivityRow[] | null }

const payContextStatement = `
  select r.id as "requestId", ${requestColumns},
         case when a.id is not null then jsonb_build_object('id', a.id, 'accountId', a.account_id, 'category', a.category, 'type', a.type, 'status', a.status,
           'settlement', a.settlement, 'creditLine', a.credit_limit is not null, 'description', a.description, 'expiresAt', a.expires_at,
           'activeFrom', t.active_from, 'collectionId', t.collection_id, 'collectionName', c.name, 'issuerAccountId', c.account_id,
           'owned', m.person_id is not null, 'frozen', exists (select from account_freeze f where f.account_id = a.account_id),
           'ownLimits', (select jsonb_build_object(
             'limits', jsonb_agg(jsonb_build_object('name', o.name, 'cents', o.cents, 'nextCents', o.next_cents, 'nextAt', o.next_at)),
             'dayCeiling', (select l.ceiling from ledger.account l
                             where l.id = concat_ws(':', 'own-limit', a.account_id, 'day',
                               case when a.credit_limit is null then a.type else 'nikau.nzd' || right(a.type, 5) end,
                               to_char($5::timestamptz at time zone 'Pacific/Auckland', 'YYYY-MM-DD'))))
             from own_limit o where o.account_id = a.account_id having count(*) > 0)) end as asset,
         (select jsonb_agg(to_jsonb(e) order by e.number desc) from (
            select ${activityColumns} from payment_activity a
             where a.payment_request_id = r.id and r.version > 1 and a.created_by = k.caller and a.type in ('payment', 'authorization')) e) as earlier
    from unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) with ordinality as k (request, asset, person, caller, place)
    left join payment_request r on r.id = k.request
    left join asset a on a.id = k.asset
    left join token t on t.asset_id = a.id
    left join collection c on c.id = t.collection_id
    left join account_member m on m.account_id = a.account_id and m.person_id = k.person and m.role = 'account-owner'
   order by k.place`

/** One statement for all payments of a batch, in the order of the keys. */
export async function selectPayContexts({ pool }: Database, keys: PayContextKey[], now: Date): Promise<PayContext[]> {
  const column = (name: keyof PayContextKey) => keys.map((key) => key[name])
  const { rows } = await pool.query<Row>({
    name: 'payment-requests.pay-context',
    text: payContextStatement,
    values: [column('requestId'), column('assetId'), column('personId'), column('caller'), now],
  })
  return rows.map(({ requestId, asset, earlier, ...request }) => ({
    request: requestId === null ? undefined : request,
    asset: asset ? assetOf(asset) : undefined,
    earlier: (earlier ?? []).map(activityOf),
  }))
}

/** jsonb has no dates and no bigints. */
function assetOf(json: PayAsset): PayAsset {
  const { expiresAt, activeFrom, ownLimits } = json
  return { ...json, expiresAt: dateOf(expiresAt), activeFrom: dateOf(activeFrom), ownLimits: ownLimits && paymentLimitsFrom(ownLimits) }
}

const dateOf = (value: unknown) => (value === null ? null : new Date(value as string))

/** jsonb_agg returns dates, bigints and bytea as JSON values. */
function activityOf(json: ActivityRow): ActivityRow {
  const { amount, posting, requestHash } = json as unknown as { amount: number; posting: number | null; requestHash: string | null }
  return {
    ...json,
    amount: BigInt(amount),
    createdAt: new Date(json.createdAt),
    posting: posting === null ? null : BigInt(posting),
    requestHash: requestHash === null ? null : Buffer.from(requestHash.slice(2), 'hex'),
  }
}

/** A payment as the commit of its posting records it. */
export interface PaymentRecord {
  request: Pick<RequestRow, 'id' | 'version' | 'status' | 'merchantId'>
  event: RequestEvent
  remaining: bigint
  tender: Tender
  /** The fees of this payment and of those that waited for it. */
  charged: readonly ChargedTender[]
  authorised: { expiresAt: Date } | undefined
  /** The new expiry of the request, whose rest is kept. */
  restUntil?: Date | undefined
  /** What the payer tells the merchant. */
  note?: string | undefined
  activity: Omit<ActivityRow, 'posting' | 'createdAt'>
}

/**
 * Applies payments to their requests and inserts the activities: one statement for all payments of a batch. The status follows from
 * the event, as in changeRequest. A request that has changed since it was read is left alone, which fails its payment as a whole:
 * of two payments on one request in a batch, the second is missed here and decided again. So is a payment from an account that was
 * frozen in between: the posting has waited for the freeze to commit, because both lock the payer's ledger account.
 */
export const paymentRecorded: EffectKind<PaymentRecord> = {
  name: 'payment-requests.payment-recorded',
  statement: `
    with input as (
      select p.posting, p.at, n.* from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::bigint[], $6::text[], $7::jsonb[], $8::timestamptz[], $9::text[],
        $10::text[], $11::bigint[], $12::text[], $13::text[], $14::text[], $15::bytea[], $16::jsonb[], $17::text[], $18::jsonb[], $19::text[], $20::timestamptz[])
        as n (place, request, version, from_status, remaining, status, tender, authorised_until, activity, type, amount, created_by, merchant, key, hash, detail, payer, charged, note, rest_until)
        join ledger.posted() p using (place)),
    changed as (
      update payment_request r
         set version = n.version + 1, remaining = n.remaining, status = n.status, updated_at = n.at,
             pre_auth_status = case when r.pre_auth then 'authorized' end, pre_auth_expires_at = n.authorised_until,
             note = coalesce(n.note, r.note), expires_at = coalesce(n.rest_until, r.expires_at)
        from input n
       where r.id = n.request and r.version = n.version and r.status = n.from_status
         and not exists (select from account_freeze f where f.account_id = n.payer)
      returning r.id, r.test, n.activity),
    paid as (
      insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, paid_at, posting, asset_id,
        payer_account_id, line_items, collection_id, issuer_account_id, ends_request, tender, rounding, fee, fee_refundable, gst)
      select n.request, n.version + 1, n.activity, n.merchant, c.test, n.tender ->> 'method', n.tender ->> 'assetType', n.tender ->> 'description', n.amount, n.at,
             case when n.tender ->> 'method' <> 'external' then n.posting end, n.tender ->> 'assetId', n.payer, n.tender -> 'lineItems', n.tender ->> 'collectionId',
             n.tender ->> 'issuerAccountId', n.tender ? 'endsRequest', n.tender ->> 'tender', coalesce((n.tender ->> 'rounding')::bigint, 0), coalesce((n.charged -> n.activity ->> 'fee')::bigint, 0),
             coalesce((n.charged -> n.activity ->> 'refundable')::bigint, 0), coalesce((n.charged -> n.activity ->> 'gst')::bigint, 0)
        from input n join changed c on c.id = n.request and c.activity = n.activity),
    settled as (
      update payment w set fee = (f.charge ->> 'fee')::bigint, fee_refundable = (f.charge ->> 'refundable')::bigint, gst = (f.charge ->> 'gst')::bigint
        from input n join changed c on c.id = n.request and c.activity = n.activity cross join lateral jsonb_each(n.charged - n.activity) as f (id, charge)
       where w.payment_request_id = n.request and w.id = f.id),
    inserted as (
      insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, idempotency_key, request_hash,
        detail)
      select n.request, n.version + 1, n.activity, n.type, n.amount, n.at, n.created_by, n.merchant, n.posting, n.key, n.hash, n.detail
        from input n join changed c on c.id = n.request and c.activity = n.activity
      returning 1)
    select ledger.expect_changed((select count(*) from input), (select count(*) from inserted))`,
  row: ({ request, event, remaining, tender, charged, authorised, restUntil, note, activity }) => [
    request.id,
    request.version,
    request.status,
    remaining,
    nextStatus(request, event),
    JSON.stringify(tender),
    authorised?.expiresAt ?? null,
    activity.id,
    activity.type,
    activity.amount,
    activity.createdBy,
    request.merchantId,
    activity.idempotencyKey,
    activity.requestHash === null ? null : `\\x${activity.requestHash.toString('hex')}`,
    JSON.stringify(activity.detail),
    tender.payerAccountId ?? null,
    JSON.stringify(
      Object.fromEntries(
        charged.map(({ tender: { activityId }, charge: { fee, refundable, gst } }) => [
          activityId,
          { fee: String(fee), refundable: String(refundable), gst: String(gst) },
        ]),
      ),
    ),
    note ?? null,
    restUntil ?? null,
  ],
}
