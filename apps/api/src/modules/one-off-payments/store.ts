import type { OneOffBank } from '@nikau/contract/one-off-payments'
import type { BankPaymentStatus } from '@nikau/rails/pay-by-bank'
import { addJob, addJobs, type Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Failure, Step } from './rules.ts'

export interface OneOffRow {
  id: string
  paymentRequestId: string
  bank: OneOffBank
  test: boolean
  amount: bigint
  payee: string
  codeWord: string
  step: Step
  failure: Failure | null
  nonce: string
  redirectUri: string
  consentId: string | null
  authorizationUrl: string | null
  code: string | null
  accessToken: string | null
  bankPaymentId: string | null
  bankStatus: BankPaymentStatus | null
  createdAt: Date
  expiresAt: Date
  authorizedAt: Date | null
  nextAt: Date | null
  tries: number
  /** The bank has been told of the present step before. */
  spokenAt: Date | null
}

const columns = sql.raw(`id, payment_request_id as "paymentRequestId", bank, test, amount, payee, code_word as "codeWord", step, failure, nonce,
  redirect_uri as "redirectUri", consent_id as "consentId", authorization_url as "authorizationUrl", code, access_token as "accessToken",
  bank_payment_id as "bankPaymentId", bank_status as "bankStatus", created_at as "createdAt", expires_at as "expiresAt",
  authorized_at as "authorizedAt", next_at as "nextAt", tries, spoken_at as "spokenAt"`)

export async function selectOneOff(db: Db, id: string): Promise<OneOffRow | undefined> {
  return (await sql<OneOffRow>`select ${columns} from one_off_payment where id = ${id}`.execute(db)).rows[0]
}

/** Whoever decides about a payment decides alone. */
export async function lockOneOff(tx: Db, id: string): Promise<OneOffRow | undefined> {
  return (await sql<OneOffRow>`select ${columns} from one_off_payment where id = ${id} for update`.execute(tx)).rows[0]
}

type NewOneOff = Pick<OneOffRow, 'id' | 'paymentRequestId' | 'bank' | 'test' | 'amount' | 'payee' | 'codeWord' | 'nonce' | 'redirectUri' | 'expiresAt'>

/** The row of that key, whether it was there or is made now; without a key always a new one. */
export async function insertOneOff(db: Db, row: NewOneOff & { idempotencyKey: string | null; at: Date }): Promise<OneOffRow> {
  const made = await sql<OneOffRow>`
    insert into one_off_payment (id, payment_request_id, bank, test, amount, payee, code_word, step, idempotency_key, nonce, redirect_uri, created_at,
      expires_at, updated_at, next_at)
    values (${row.id}, ${row.paymentRequestId}, ${row.bank}, ${row.test}, ${row.amount}, ${row.payee}, ${row.codeWord}, 'consent', ${row.idempotencyKey},
      ${row.nonce}, ${row.redirectUri}, ${row.at}, ${row.expiresAt}, ${row.at}, ${row.expiresAt})
    on conflict (payment_request_id, idempotency_key) do nothing returning ${columns}`.execute(db)
  if (made.rows[0]) return made.rows[0]
  const found = await sql<OneOffRow>`
    select ${columns} from one_off_payment where payment_request_id = ${row.paymentRequestId} and idempotency_key = ${row.idempotencyKey}`.execute(db)
  return found.rows[0]!
}

/** What a step leaves behind. What is left out stays; secrets that have served are forgotten. */
export interface OneOffChange {
  step: Step
  failure?: Failure
  why?: string
  consentId?: string
  authorizationUrl?: string
  code?: string
  accessToken?: string
  bankPaymentId?: string
  bankStatus?: BankPaymentStatus
  posting?: bigint
  authorizedAt?: Date
  nextAt: Date | null
  at: Date
}

const needsCode: readonly Step[] = ['exchange']
const needsToken: readonly Step[] = ['initiate']

/** From one step to the next. False when someone else has gone on in the meantime. */
export async function advanceOneOff(db: Db, row: Pick<OneOffRow, 'id' | 'step'>, change: OneOffChange): Promise<boolean> {
  const result = await sql`
    update one_off_payment set step = ${change.step}, failure = ${change.failure ?? null}, why = coalesce(${change.why ?? null}, why),
      consent_id = coalesce(${change.consentId ?? null}, consent_id), authorization_url = coalesce(${change.authorizationUrl ?? null}, authorization_url),
      code = case when ${needsCode.includes(change.step)}::boolean then coalesce(${change.code ?? null}, code) end,
      access_token = case when ${needsToken.includes(change.step)}::boolean then coalesce(${change.accessToken ?? null}, access_token) end,
      bank_payment_id = coalesce(${change.bankPaymentId ?? null}, bank_payment_id), bank_status = coalesce(${change.bankStatus ?? null}, bank_status),
      posting = coalesce(${change.posting ?? null}::bigint, posting), authorized_at = coalesce(${change.authorizedAt ?? null}::timestamptz, authorized_at),
      next_at = ${change.nextAt}, updated_at = ${change.at}, tries = 0, spoken_at = null
    where id = ${row.id} and step = ${row.step}`.execute(db)
  return result.numAffectedRows === 1n
}

/** Leaves the step as it is, to be tried again at a time. */
export async function postponeOneOff(tx: Db, row: Pick<OneOffRow, 'id' | 'step'>, next: { nextAt: Date | null; why?: string; at: Date }): Promise<void> {
  await sql`
    update one_off_payment set tries = tries + 1, next_at = ${next.nextAt}, why = coalesce(${next.why ?? null}, why), updated_at = ${next.at}
     where id = ${row.id} and step = ${row.step}`.execute(tx)
  if (next.nextAt) await enqueue(tx, row.id, next.nextAt)
}

/** Before the bank is told something that it does once: whoever dies on the way has told it all the same. */
export async function noteSpoken(db: Db, row: Pick<OneOffRow, 'id' | 'step'>, at: Date): Promise<void> {
  await sql`update one_off_payment set spoken_at = coalesce(spoken_at, ${at}) where id = ${row.id} and step = ${row.step}`.execute(db)
}

export async function noteBankStatus(db: Db, row: Pick<OneOffRow, 'id' | 'step'>, status: BankPaymentStatus): Promise<void> {
  await sql`update one_off_payment set bank_status = ${status} where id = ${row.id} and step = ${row.step}`.execute(db)
}

export const advanceJob = 'advance-one-off-payment'

/** One waiting job per payment: a later one takes the place of an earlier one. */
export async function enqueue(tx: Db, id: string, runAt?: Date): Promise<void> {
  await addJob(tx, advanceJob, { id }, { key: `one-off:${id}`, ...(runAt && { runAt }) })
}

/** Finds what should have been looked at and was not, and sees to it: a job can be lost to an operator's hand or to its last failure. */
export async function enqueueForgotten(tx: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from one_off_payment where next_at <= ${before} order by next_at limit ${limit}`.execute(tx)
  await addJobs(
    tx,
    rows.map(({ id }) => ({ name: advanceJob, payload: { id }, key: `one-off:${id}` })),
  )
  return rows.length
}
