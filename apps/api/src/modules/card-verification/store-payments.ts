import { addJob, addJobs, type Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { refundCardJob } from '../payment-requests/index.ts'
import type { Failure } from './rules.ts'

export interface CardPaymentRow {
  id: string
  sessionId: string
  paymentRequestId: string
  test: boolean
  amount: bigint
  cardToken: string
  lastFour: string
  merchantGst: string
  reference: string
  idempotencyKey: string | null
  step: 'charge' | 'lost' | 'paid' | 'failed'
  failure: Failure | null
  posting: bigint | null
  createdAt: Date
  tries: number
  /** The company has been asked before. */
  spokenAt: Date | null
}

const columns = sql.raw(`id, session_id as "sessionId", payment_request_id as "paymentRequestId", test, amount, card_token as "cardToken",
  last_four as "lastFour", merchant_gst as "merchantGst", reference, idempotency_key as "idempotencyKey", step, failure, posting,
  created_at as "createdAt", tries, spoken_at as "spokenAt"`)

export async function selectCardPayment(db: Db, id: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where id = ${id}`.execute(db)).rows[0]
}

export async function selectPaymentOfSession(db: Db, sessionId: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where session_id = ${sessionId}`.execute(db)).rows[0]
}

/** Whoever decides about a payment decides alone. */
export async function lockCardPayment(tx: Db, id: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where id = ${id} for update`.execute(tx)).rows[0]
}

type NewCardPayment = Omit<CardPaymentRow, 'step' | 'failure' | 'posting' | 'createdAt' | 'tries' | 'spokenAt'>

export async function insertCardPayment(tx: Db, row: NewCardPayment & { at: Date }): Promise<void> {
  await sql`
    insert into card_payment (id, session_id, payment_request_id, test, amount, card_token, last_four, merchant_gst, reference, idempotency_key, step,
      created_at, updated_at, next_at)
    values (${row.id}, ${row.sessionId}, ${row.paymentRequestId}, ${row.test}, ${row.amount}, ${row.cardToken}, ${row.lastFour}, ${row.merchantGst},
      ${row.reference}, ${row.idempotencyKey}, 'charge', ${row.at}, ${row.at}, ${row.at})`.execute(tx)
  await enqueuePayment(tx, row.id)
}

/** Nothing more is to come of it by itself. */
export async function endCardPayment(
  tx: Db,
  id: string,
  end: { step: 'lost' | 'paid' | 'failed'; failure?: Failure; posting?: bigint; why?: string; at: Date },
): Promise<void> {
  await sql`
    update card_payment set step = ${end.step}, failure = ${end.failure ?? null}, posting = ${end.posting ?? null}::bigint, why = coalesce(${end.why ?? null}, why),
      next_at = null, updated_at = ${end.at}
    where id = ${id} and step = 'charge'`.execute(tx)
}

/** Before the company is asked to charge: whoever dies on the way has asked it all the same. */
export async function noteSpoken(db: Db, id: string, at: Date): Promise<void> {
  await sql`update card_payment set spoken_at = coalesce(spoken_at, ${at}) where id = ${id} and step = 'charge'`.execute(db)
}

export async function postponeCardPayment(tx: Db, id: string, next: { nextAt: Date; why: string; at: Date }): Promise<void> {
  const result = await sql`
    update card_payment set tries = tries + 1, next_at = ${next.nextAt}, why = ${next.why}, updated_at = ${next.at}
     where id = ${id} and step = 'charge'`.execute(tx)
  if (result.numAffectedRows === 1n) await enqueuePayment(tx, id, next.nextAt)
}

export const chargeJob = 'charge-card'
const paymentKey = (id: string) => `card-payment:${id}`
const refundKey = (id: string) => `card-refund:${id}`

/** One waiting job per payment: a later one takes the place of an earlier one. */
async function enqueuePayment(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(tx, chargeJob, { id }, { key: paymentKey(id), ...(runAt && { runAt }) })
}

export interface CardRefundRow {
  id: string
  cardPaymentId: string
  paymentRequestId: string
  amount: bigint
  test: boolean
  reference: string
  step: 'refund' | 'refused' | 'done'
  tries: number
}

const refundColumns = sql.raw(
  `r.id, r.card_payment_id as "cardPaymentId", c.payment_request_id as "paymentRequestId", r.amount, c.test, c.reference, r.step, r.tries`,
)

export async function selectCardRefund(db: Db, id: string): Promise<CardRefundRow | undefined> {
  const result = await sql<CardRefundRow>`
    select ${refundColumns} from card_refund r join card_payment c on c.id = r.card_payment_id where r.id = ${id}`.execute(db)
  return result.rows[0]
}

/** False when someone else has ended it in the meantime. */
export async function endCardRefund(tx: Db, id: string, end: { step: 'refused' | 'done'; why?: string; at: Date }): Promise<boolean> {
  const result = await sql`
    update card_refund set step = ${end.step}, why = coalesce(${end.why ?? null}, why), next_at = null, updated_at = ${end.at}
     where id = ${id} and step = 'refund'`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function postponeCardRefund(tx: Db, id: string, next: { nextAt: Date; why: string; at: Date }): Promise<void> {
  const result = await sql`
    update card_refund set tries = tries + 1, next_at = ${next.nextAt}, why = ${next.why}, updated_at = ${next.at}
     where id = ${id} and step = 'refund'`.execute(tx)
  if (result.numAffectedRows === 1n) await addJob(tx, refundCardJob, { id }, { key: refundKey(id), runAt: next.nextAt })
}

/** Finds what should have been looked at and was not, and sees to it: a job can be lost to an operator's hand or to its last failure. */
export async function enqueueForgotten(tx: Db, before: Date, limit: number): Promise<number> {
  const due = async (table: 'card_payment' | 'card_refund') =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} where next_at <= ${before} order by next_at limit ${limit}`.execute(tx)).rows
  const [payments, refunds] = [await due('card_payment'), await due('card_refund')]
  await addJobs(tx, [
    ...payments.map(({ id }) => ({ name: chargeJob, payload: { id }, key: paymentKey(id) })),
    ...refunds.map(({ id }) => ({ name: refundCardJob, payload: { id }, key: refundKey(id) })),
  ])
  return payments.length + refunds.length
}
