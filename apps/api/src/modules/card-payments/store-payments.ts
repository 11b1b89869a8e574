import { addJob, addJobs, type Db, type Sealed } from '@nikau/runtime'
import { sql } from 'kysely'
import type { StoredCardToken } from './card-token.ts'
import type { Failure } from './rules.ts'

export interface CardPaymentRow extends StoredCardToken {
  id: string
  /** Null for a card that a till scanned. */
  sessionId: string | null
  paymentRequestId: string
  test: boolean
  amount: bigint
  lastFour: string
  merchantGst: string
  reference: string
  idempotencyKey: string | null
  step: 'scanned' | 'charge' | 'indeterminate' | 'paid' | 'failed'
  failure: Failure | null
  posting: bigint | null
  createdAt: Date
  attempts: number
  /** Set when the charge was sent before. */
  firstAttemptedAt: Date | null
}

const columns = sql.raw(`id, session_id as "sessionId", payment_request_id as "paymentRequestId", test, amount, sealed_card_token as "sealedCardToken",
  card_token_key_id as "cardTokenKeyId", card_token as "plainCardToken",
  last_four as "lastFour", merchant_gst as "merchantGst", reference, idempotency_key as "idempotencyKey", step, failure, posting,
  created_at as "createdAt", attempts, first_attempted_at as "firstAttemptedAt"`)

export async function selectCardPayment(db: Db, id: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where id = ${id}`.execute(db)).rows[0]
}

export async function selectPaymentOfSession(db: Db, sessionId: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where session_id = ${sessionId}`.execute(db)).rows[0]
}

/** Every decision about a payment holds this lock. */
export async function lockCardPayment(tx: Db, id: string): Promise<CardPaymentRow | undefined> {
  return (await sql<CardPaymentRow>`select ${columns} from card_payment where id = ${id} for update`.execute(tx)).rows[0]
}

type NewCardPayment = Omit<CardPaymentRow, keyof StoredCardToken | 'step' | 'failure' | 'posting' | 'createdAt' | 'attempts' | 'firstAttemptedAt'> & {
  cardToken: Sealed
}

export async function insertCardPayment(tx: Db, row: NewCardPayment & { at: Date }): Promise<void> {
  await sql`
    insert into card_payment (id, session_id, payment_request_id, test, amount, sealed_card_token, card_token_key_id, last_four, merchant_gst, reference, idempotency_key, step,
      created_at, updated_at, next_attempt_at)
    values (${row.id}, ${row.sessionId}, ${row.paymentRequestId}, ${row.test}, ${row.amount}, ${row.cardToken.sealed}, ${row.cardToken.keyId}, ${row.lastFour}, ${row.merchantGst},
      ${row.reference}, ${row.idempotencyKey}, 'charge', ${row.at}, ${row.at}, ${row.at})`.execute(tx)
  await enqueuePayment(tx, row.id)
}

/** Nothing is queued: the merchant's first poll starts the charge. */
export async function insertScannedCard(tx: Db, row: Omit<NewCardPayment, 'sessionId' | 'idempotencyKey'> & { at: Date }): Promise<void> {
  await sql`
    insert into card_payment (id, payment_request_id, test, amount, sealed_card_token, card_token_key_id, last_four, merchant_gst, reference, step, created_at, updated_at)
    values (${row.id}, ${row.paymentRequestId}, ${row.test}, ${row.amount}, ${row.cardToken.sealed}, ${row.cardToken.keyId}, ${row.lastFour}, ${row.merchantGst},
      ${row.reference}, 'scanned', ${row.at}, ${row.at})`.execute(tx)
}

export async function lockScan(tx: Db, paymentRequestId: string): Promise<{ id: string } | undefined> {
  const result = await sql<{ id: string }>`
    select id from card_payment where payment_request_id = ${paymentRequestId} and session_id is null and step = 'scanned' for update`.execute(tx)
  return result.rows[0]
}

export async function chargeScanned(tx: Db, id: string, start: { amount: bigint; at: Date }): Promise<void> {
  await sql`
    update card_payment set step = 'charge', amount = ${start.amount}, next_attempt_at = ${start.at}, updated_at = ${start.at}
     where id = ${id} and step = 'scanned'`.execute(tx)
  await enqueuePayment(tx, id)
}

const lapsed = sql`step = 'failed', failure = 'lapsed', sealed_card_token = null, card_token_key_id = null`

/** The request ended before the card was charged. */
export async function lapseScan(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update card_payment set ${lapsed}, updated_at = ${at} where id = ${id} and step = 'scanned'`.execute(tx)
}

/** Ends scanned cards whose request was not polled in its life, and returns how many. */
export async function lapseOldScans(db: Db, before: Date, at: Date): Promise<number> {
  const result = await sql`update card_payment set ${lapsed}, updated_at = ${at} where step = 'scanned' and created_at < ${before}`.execute(db)
  return Number(result.numAffectedRows)
}

/** Ends processing; nothing is retried. The token is removed: a refund names the charge, not the card. */
export async function endCardPayment(
  tx: Db,
  { id, step }: Pick<CardPaymentRow, 'id' | 'step'>,
  end: { step: 'indeterminate' | 'paid' | 'failed'; failure?: Failure; posting?: bigint; reason?: string; at: Date },
): Promise<void> {
  await sql`
    update card_payment set step = ${end.step}, failure = ${end.failure ?? null}, posting = ${end.posting ?? null}::bigint, reason = coalesce(${end.reason ?? null}, reason),
      next_attempt_at = null, sealed_card_token = null, card_token_key_id = null, card_token = null, updated_at = ${end.at}
    where id = ${id} and step = ${step}`.execute(tx)
}

/** Removes tokens that the release before left on payments it ended, and returns how many. */
export async function clearEndedTokens(db: Db): Promise<number> {
  const result = await sql`update card_payment set sealed_card_token = null, card_token_key_id = null, card_token = null
     where (card_token is not null or sealed_card_token is not null) and step not in ('scanned', 'charge')`.execute(db)
  return Number(result.numAffectedRows)
}

/** Recorded before the charge is sent: after a crash it may have been made. */
export async function recordFirstAttempt(db: Db, id: string, at: Date): Promise<void> {
  await sql`update card_payment set first_attempted_at = coalesce(first_attempted_at, ${at}) where id = ${id} and step = 'charge'`.execute(db)
}

export async function postponeCardPayment(tx: Db, id: string, next: { nextAttemptAt: Date; reason: string; at: Date }): Promise<void> {
  const result = await sql`
    update card_payment set attempts = attempts + 1, next_attempt_at = ${next.nextAttemptAt}, reason = ${next.reason}, updated_at = ${next.at}
     where id = ${id} and step = 'charge'`.execute(tx)
  if (result.numAffectedRows === 1n) await enqueuePayment(tx, id, { runAt: next.nextAttemptAt, countedFrom: next.at })
}

export const chargeJob = 'charge-card'
const paymentKey = (id: string) => `card-payment:${id}`
const refundKey = (id: string) => `card-refund:${id}`

/** One queued job per payment: a later one replaces an earlier one. */
async function enqueuePayment(tx: Db, id: string, when?: { runAt: Date; countedFrom: Date }): Promise<void> {
  await addJob(tx, chargeJob, { id }, { key: paymentKey(id), ...when })
}

export interface CardRefundRow {
  id: string
  cardPaymentId: string
  paymentRequestId: string
  amount: bigint
  test: boolean
  reference: string
  step: 'refund' | 'refused' | 'done' | 'sent' | 'paid'
  attempts: number
  createdAt: Date
}

const refundColumns = sql.raw(
  `r.id, r.card_payment_id as "cardPaymentId", c.payment_request_id as "paymentRequestId", r.amount, c.test, c.reference, r.step, r.attempts, r.created_at as "createdAt"`,
)

export const refundCardJob = 'refund-card-payment'

/** Enqueues the refund in the same transaction; its id is the idempotency key. */
export async function insertCardRefund(tx: Db, refund: { id: string; cardPaymentId: string; amount: bigint; at: Date }): Promise<void> {
  await sql`
    insert into card_refund (id, card_payment_id, amount, step, created_at, updated_at, next_attempt_at)
    values (${refund.id}, ${refund.cardPaymentId}, ${refund.amount}, 'refund', ${refund.at}, ${refund.at}, now())`.execute(tx)
  await addJob(tx, refundCardJob, { id: refund.id }, { key: refundKey(refund.id) })
}

export async function selectCardRefund(db: Db, id: string): Promise<CardRefundRow | undefined> {
  const result = await sql<CardRefundRow>`
    select ${refundColumns} from card_refund r join card_payment c on c.id = r.card_payment_id where r.id = ${id}`.execute(db)
  return result.rows[0]
}

export async function lockCardRefund(tx: Db, by: { id: string } | { outgoingPaymentId: string }): Promise<CardRefundRow | undefined> {
  const which = 'id' in by ? sql`r.id = ${by.id}` : sql`r.outgoing_payment_id = ${by.outgoingPaymentId}`
  const result = await sql<CardRefundRow>`
    select ${refundColumns} from card_refund r join card_payment c on c.id = r.card_payment_id where ${which} for no key update of r`.execute(tx)
  return result.rows[0]
}

/** False when a concurrent run has ended it already. `outgoingPaymentId` with `sent`. */
export async function endCardRefund(
  tx: Db,
  { id, step }: Pick<CardRefundRow, 'id' | 'step'>,
  end: { step: Exclude<CardRefundRow['step'], 'refund'>; reason?: string; outgoingPaymentId?: string; at: Date },
): Promise<boolean> {
  const result = await sql`
    update card_refund set step = ${end.step}, reason = coalesce(${end.reason ?? null}, reason),
      outgoing_payment_id = coalesce(${end.outgoingPaymentId ?? null}, outgoing_payment_id), next_attempt_at = null, updated_at = ${end.at}
     where id = ${id} and step = ${step}`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function postponeCardRefund(tx: Db, id: string, next: { nextAttemptAt: Date; reason: string; at: Date }): Promise<void> {
  const result = await sql`
    update card_refund set attempts = attempts + 1, next_attempt_at = ${next.nextAttemptAt}, reason = ${next.reason}, updated_at = ${next.at}
     where id = ${id} and step = 'refund'`.execute(tx)
  if (result.numAffectedRows === 1n) await addJob(tx, refundCardJob, { id }, { key: refundKey(id), runAt: next.nextAttemptAt, countedFrom: next.at })
}

/** Enqueues payments and refunds that are overdue, in case their job was removed or used up its attempts. */
export async function enqueueOverdue(tx: Db, before: Date, limit: number): Promise<number> {
  const due = async (table: 'card_payment' | 'card_refund') =>
    (await sql<{ id: string }>`select id from ${sql.table(table)} where next_attempt_at <= ${before} order by next_attempt_at limit ${limit}`.execute(tx)).rows
  const [payments, refunds] = [await due('card_payment'), await due('card_refund')]
  await addJobs(tx, [
    ...payments.map(({ id }) => ({ name: chargeJob, payload: { id }, key: paymentKey(id) })),
    ...refunds.map(({ id }) => ({ name: refundCardJob, payload: { id }, key: refundKey(id) })),
  ])
  return payments.length + refunds.length
}
