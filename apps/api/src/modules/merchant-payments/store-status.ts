import { declinedReasons } from '@nikau/contract/payment-status'
import { type RawBuilder, sql } from 'kysely'

/** What has been paid on a request; of a pre-authorised payment, what was captured. */
export const received = sql<bigint>`(case when r.pre_auth then r.captured else r.amount - r.remaining end)`

/** What of it cash was rounded by, which cannot be refunded. */
export const rounding = sql<bigint>`coalesce((select sum(p.rounding) from payment p where p.payment_request_id = r.id and p.returned_at is null), 0)::bigint`

/** The amount asked for; of a pre-authorised payment that was released, what was captured. */
export const asked = sql<bigint>`(case when r.pre_auth_status = 'released' then r.captured else r.amount end)`

/** `paymentStatus` of packages/contract/src/payment-status.ts for a row `r` of payment_request, so that lists can be filtered by it. */
export function statusAt(now: Date): RawBuilder<string> {
  return sql`(case
    when r.status = 'expired' or (r.status = 'new' and r.reserved_for is null and r.expires_at <= ${now}::timestamptz) then 'expired'
    when r.status = 'cancelled' then case when r.cancellation_reason = any (${[...declinedReasons]}::text[]) then 'declined' else 'cancelled' end
    when r.reserved_for is not null then 'bank-finishing'
    when r.refunded > 0 then case when r.refunded < ${received} - ${rounding} then 'part-refunded' else 'refunded' end
    when ${received} > 0 and ${received} < ${asked} then 'part-paid'
    when ${received} > 0 then case when r.status = 'paid' then 'paid' else 'waiting' end
    when r.status = 'paid' and ${asked} = 0 then 'cancelled'
    else 'waiting' end)`
}

/** `isRestKept` of modules/payment-requests/request/rest.ts for a row `r` that is still new. */
export const isRestKept = sql<boolean>`(r.status = 'new' and r.terms ? 'keepsRest'
  and r.expires_at > r.created_at + make_interval(secs => (r.terms ->> 'expirySeconds')::int))`
