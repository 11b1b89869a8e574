import type { EffectKind } from '@nikau/ledger'
import type { Database } from '@nikau/runtime'
import type { ActivityRow, Leg, RequestRow } from './rows.ts'
import { activityColumns, requestColumns } from './store.ts'

/** Everything that a payment is decided by, as it stood a moment ago. The ledger has the last word on all that can be raced for. */
export interface PayContext {
  request: RequestRow | undefined
  asset: PayAsset | undefined
  /** What the same caller has paid on this request before, the latest first. */
  earlier: ActivityRow[]
}

export interface PayAsset {
  id: string
  accountId: string
  category: 'money' | 'token'
  type: string
  status: string
  settlement: boolean
  creditLine: boolean
  description: string | null
  expiresAt: Date | null
  activeFrom: Date | null
  collectionId: string | null
  collectionName: string | null
  issuerAccountId: string | null
  /** The caller may spend it. */
  owned: boolean
}

export interface PayQuestion {
  requestId: string
  assetId: string | null
  personId: string | null
  caller: string
}

type Row = RequestRow & { found: string | null; asset: PayAsset | null; earlier: ActivityRow[] | null }

const statement = `
  select r.id as found, ${requestColumns},
         case when a.id is not null then jsonb_build_object('id', a.id, 'accountId', a.account_id, 'category', a.category, 'type', a.type, 'status', a.status,
           'settlement', a.settlement, 'creditLine', a.credit_limit is not null, 'description', a.description, 'expiresAt', a.expires_at,
           'activeFrom', t.active_from, 'collectionId', t.collection_id, 'collectionName', c.name, 'issuerAccountId', c.account_id,
           'owned', m.person_id is not null) end as asset,
         (select jsonb_agg(to_jsonb(e) order by e.number desc) from (
            select ${activityColumns} from payment_activity a
             where a.payment_request_id = r.id and r.version > 1 and a.created_by = q.caller and a.type in ('payment', 'authorization')) e) as earlier
    from unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) with ordinality as q (request, asset, person, caller, place)
    left join payment_request r on r.id = q.request
    left join asset a on a.id = q.asset
    left join token t on t.asset_id = a.id
    left join collection c on c.id = t.collection_id
    left join account_member m on m.account_id = a.account_id and m.person_id = q.person and m.role = 'account-owner'
   order by q.place`

export async function selectPayContexts({ pool }: Database, questions: PayQuestion[]): Promise<PayContext[]> {
  const column = (name: keyof PayQuestion) => questions.map((one) => one[name])
  const { rows } = await pool.query<Row>({
    name: 'payment-requests.pay-context',
    text: statement,
    values: [column('requestId'), column('assetId'), column('personId'), column('caller')],
  })
  return rows.map(({ found, asset, earlier, ...request }) => ({
    request: found === null ? undefined : request,
    asset: asset ? { ...asset, expiresAt: dateOf(asset.expiresAt), activeFrom: dateOf(asset.activeFrom) } : undefined,
    earlier: (earlier ?? []).map(activityOf),
  }))
}

const dateOf = (value: unknown) => (value === null ? null : new Date(value as string))

/** JSON has no dates, no whole numbers of eight bytes and no bytes: they are made from what stands for them. */
function activityOf(json: ActivityRow): ActivityRow {
  const { amount, posting, asked } = json as unknown as { amount: number; posting: number | null; asked: string | null }
  return {
    ...json,
    amount: BigInt(amount),
    createdAt: new Date(json.createdAt),
    posting: posting === null ? null : BigInt(posting),
    asked: asked === null ? null : Buffer.from(asked.slice(2), 'hex'),
  }
}

/** A payment as it is written down in the commit of its posting. */
export interface Paid {
  request: Pick<RequestRow, 'id' | 'version' | 'merchantId'>
  remaining: bigint
  status: 'new' | 'paid'
  leg: Leg
  authorised: { expiresAt: Date } | undefined
  activity: Omit<ActivityRow, 'posting' | 'createdAt'>
}

/**
 * Marks requests as paid and writes the activities, for all payments of a batch at once. A request that is no longer as it was
 * read is not touched, and its payment then fails as a whole. Two payments of one request never pass together: the second one is
 * missed here, and decided anew.
 */
export const paidEffect: EffectKind<Paid> = {
  name: 'payment-requests.paid',
  statement: `
    with given as (
      select p.posting, p.at, g.* from unnest($1::int[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::jsonb[], $7::timestamptz[], $8::text[], $9::text[], $10::bigint[],
        $11::text[], $12::text[], $13::text[], $14::bytea[], $15::jsonb[])
        as g (place, request, version, remaining, status, leg, authorised_until, activity, type, amount, created_by, merchant, key, asked, detail)
        join ledger.posted() p using (place)),
    changed as (
      update payment_request r
         set version = g.version + 1, remaining = g.remaining, status = g.status, updated_at = g.at,
             legs = r.legs || jsonb_set(g.leg, '{posting}', to_jsonb(g.posting::text)),
             pre_auth_status = case when r.pre_auth then 'authorized' end, pre_auth_expires_at = g.authorised_until
        from given g where r.id = g.request and r.version = g.version and r.status = 'new'
      returning r.id, g.activity),
    written as (
      insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, idempotency_key, asked, detail)
      select g.request, g.version + 1, g.activity, g.type, g.amount, g.at, g.created_by, g.merchant, g.posting, g.key, g.asked, g.detail
        from given g join changed c on c.id = g.request and c.activity = g.activity
      returning 1)
    select ledger.each((select count(*) from given), (select count(*) from written))`,
  row: ({ request, remaining, status, leg, authorised, activity }) => [
    request.id,
    request.version,
    remaining,
    status,
    JSON.stringify(leg),
    authorised?.expiresAt ?? null,
    activity.id,
    activity.type,
    activity.amount,
    activity.createdBy,
    request.merchantId,
    activity.idempotencyKey,
    activity.asked === null ? null : `\\x${activity.asked.toString('hex')}`,
    JSON.stringify(activity.detail),
  ],
}

/** A token that was used is spent, and its owner reads where. */
export const tokenSpentEffect: EffectKind<{ assetId: string; accountId: string; party: string }> = {
  name: 'payment-requests.token-spent',
  statement: `
    with given as (
      select p.posting, p.at, g.* from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as g (place, asset, account, party) join ledger.posted() p using (place)),
    spent as (update asset a set status = 'spent' from given g where a.id = g.asset and a.status = 'active' returning a.id),
    written as (
      insert into token_activity (account_id, asset_id, action, party, posting, at)
      select g.account, g.asset, 'redeemed', g.party, g.posting, g.at from given g join spent s on s.id = g.asset
      returning 1)
    select ledger.each((select count(*) from given), (select count(*) from written))`,
  row: ({ assetId, accountId, party }) => [assetId, accountId, party],
}

/** Notes and jobs for the endpoints of the merchants that were paid. */
export const toldEffect: EffectKind<{ accountId: string; requestId: string; activityNumber: number; type: string }> = {
  name: 'payment-requests.told',
  statement: `
    select enqueue_webhooks(array_agg(g.account order by g.place), array_agg(g.request order by g.place), array_agg(g.activity order by g.place),
        array_agg(g.type order by g.place), array_agg(p.at))
      from unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::text[]) as g (place, account, request, activity, type) join ledger.posted() p using (place)`,
  row: ({ accountId, requestId, activityNumber, type }) => [accountId, requestId, activityNumber, type],
}
