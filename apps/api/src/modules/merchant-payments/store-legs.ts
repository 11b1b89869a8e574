import type { PaymentLegMethod } from '@nikau/contract/merchant-payments'
import type { TillTender } from '@nikau/contract/payment-requests'
import type { PaymentStatus } from '@nikau/contract/payment-status'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Filter } from './filter.ts'
import { after, type Cursor, legAmount, legMethod, matches } from './store.ts'
import { asked, received, statusAt } from './store-status.ts'

/** A leg with what was charged for it and what went back. */
export interface LegRow {
  id: string
  method: PaymentLegMethod
  description: string
  amount: bigint
  refunded: bigint
  paidAt: Date
  posting: bigint | null
  covers: string[]
  tender: TillTender | null
  rounding: bigint
  fee: bigint
  refundable: bigint
  gst: bigint
  feeReturned: bigint
  gstReturned: bigint
  /** Of a pre-authorised payment, oldest first; of any other null. */
  captures: CaptureJson[] | null
}

/** Amounts as text: JSON has no bigint. */
export interface CaptureJson {
  id: string
  at: string
  posting: string | null
  amount: string
  refunded: string
  charged: { fee: string; gst: string } | null
}

/** The captures of a leg `p` of a request `r`. What went back names the capture by its idempotency key. */
const captures = sql`(
  select jsonb_agg(jsonb_build_object('id', a.id, 'at', a.created_at, 'posting', a.posting::text, 'amount', a.amount::text, 'charged', a.detail -> 'charged',
           'refunded', (select coalesce(sum(b.amount), 0)::text from payment_activity b
             where b.payment_request_id = a.payment_request_id and b.type = 'refund' and b.detail ->> 'confirmation' = a.idempotency_key)) order by a.number)
    from payment_activity a where r.pre_auth and a.payment_request_id = p.payment_request_id and a.type = 'confirmation')`

const legColumns = sql`p.id, ${legMethod} as method, p.description, ${legAmount} as amount, p.refunded, p.paid_at as "paidAt", p.posting,
  array(select line ->> 'name' from jsonb_array_elements(p.line_items) line) as covers, p.tender, p.rounding, p.fee, p.fee_refundable as refundable, p.gst,
  p.fee_returned as "feeReturned", p.gst_returned as "gstReturned", ${captures} as captures`

/** The legs of a payment that stand, in order. */
export async function selectLegs(db: Db, paymentRequestId: string): Promise<LegRow[]> {
  const { rows } = await sql<LegRow>`
    select ${legColumns} from payment p join payment_request r on r.id = p.payment_request_id
     where p.payment_request_id = ${paymentRequestId} and p.returned_at is null order by p.number`.execute(db)
  return rows
}

/** The posting that brought the money of a request `r` to its merchant: of its last leg, of an accepted condition, or of its last capture. */
export const lastPosting = sql<bigint | null>`(
  select max(a.posting) from payment_activity a
   where a.payment_request_id = r.id and a.type = any (case when r.pre_auth then array['confirmation'] else array['payment', 'accept-condition', 'paid'] end))`

/** A payment as it is exported. */
export interface ExportedPayment extends Cursor {
  status: PaymentStatus
  shortCode: string
  externalRef: string | null
  invoiceRef: string | null
  terminalId: string | null
  operatorId: string | null
  items: string[]
  hasGst: boolean
  amount: bigint
  remaining: bigint
  /** The posting that brought its money: of its last leg, of an accepted condition, or of its last capture. */
  lastPosting: bigint | null
  walletId: string
}

export interface ExportedLeg extends LegRow {
  paymentRequestId: string
}

export interface ExportedRefund {
  paymentRequestId: string
  at: Date
  posting: bigint | null
  externalRef: string | null
  legs: { completedPaymentId: string; amount: string }[]
}

/** Payments with at least one leg, newest first. */
export async function selectForExport(db: Db, filter: Filter, page: { before: Cursor | undefined; limit: number }): Promise<ExportedPayment[]> {
  const { rows } = await sql<ExportedPayment>`
    select r.id, r.created_at as "createdAt", r.short_code as "shortCode", r.external_ref as "externalRef", r.terms ->> 'invoiceRef' as "invoiceRef",
           r.terms ->> 'terminalId' as "terminalId", r.terms ->> 'operatorId' as "operatorId", r.terms ? 'gstNumber' as "hasGst", ${asked} as amount, ${asked} - ${received} as remaining, ${statusAt(filter.now)} as status, ${lastPosting} as "lastPosting",
           array(select line ->> 'name' from jsonb_array_elements(r.terms -> 'lineItems') line) as items, r.settlement_wallet_id as "walletId"
      from payment_request r where ${matches(filter)} and ${after(page.before)} and r.version > 1
       and exists (select from payment p where p.payment_request_id = r.id and p.returned_at is null and ${legAmount} > 0)
     order by r.created_at desc, r.id desc limit ${page.limit}`.execute(db)
  return rows
}

export async function selectLegsOf(db: Db, paymentRequestIds: readonly string[]): Promise<ExportedLeg[]> {
  const { rows } = await sql<ExportedLeg>`
    select p.payment_request_id as "paymentRequestId", ${legColumns} from payment p join payment_request r on r.id = p.payment_request_id
     where p.payment_request_id = any (${[...paymentRequestIds]}::text[]) and p.returned_at is null order by p.payment_request_id, p.number`.execute(db)
  return rows
}

/** Oldest first. */
export async function selectRefundsOf(db: Db, paymentRequestIds: readonly string[]): Promise<ExportedRefund[]> {
  const { rows } = await sql<ExportedRefund>`
    select a.payment_request_id as "paymentRequestId", a.created_at as at, a.posting, a.detail ->> 'externalRef' as "externalRef",
           a.detail -> 'strategy' -> 'refunds' as legs
      from payment_activity a where a.payment_request_id = any (${[...paymentRequestIds]}::text[]) and a.type = 'refund'
     order by a.payment_request_id, a.number`.execute(db)
  return rows
}
