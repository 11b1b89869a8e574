import type { OneOffBank } from '@nikau/contract/one-off-payments'
import type { BankPaymentStatus } from '@nikau/rails/pay-by-bank'
import { addJob, addJobs, type Db, type Sealed, type Vault } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Failure, Step } from './rules.ts'

export interface BankPaymentRow {
  id: string
  /** Null for a top-up, which has the three ids below. */
  paymentRequestId: string | null
  accountId: string | null
  walletId: string | null
  personId: string | null
  bank: OneOffBank
  test: boolean
  amount: bigint
  payee: string
  statementCode: string
  step: Step
  failure: Failure | null
  nonce: string
  redirectUri: string
  consentId: string | null
  authorizationUrl: string | null
  /** The code at the step `exchange`, the access token at `initiate`. */
  sealedCredential: Buffer | null
  credentialKeyId: string | null
  plainCredential: string | null
  /** The payer of a top-up as JSON, where the bank told it. */
  sealedPayer: Buffer | null
  payerKeyId: string | null
  bankPaymentId: string | null
  bankStatus: BankPaymentStatus | null
  createdAt: Date
  expiresAt: Date
  authorizedAt: Date | null
  nextAttemptAt: Date | null
  attempts: number
  /** Set when the bank was called for the current step before. */
  firstAttemptedAt: Date | null
}

const columns = sql.raw(`id, payment_request_id as "paymentRequestId", account_id as "accountId",
  wallet_id as "walletId", person_id as "personId", bank, test, amount, payee, statement_code as "statementCode", step, failure, nonce,
  redirect_uri as "redirectUri", consent_id as "consentId", authorization_url as "authorizationUrl",
  sealed_credential as "sealedCredential", credential_key_id as "credentialKeyId", coalesce(access_token, code) as "plainCredential",
  sealed_payer as "sealedPayer", payer_key_id as "payerKeyId",
  bank_payment_id as "bankPaymentId", bank_status as "bankStatus", created_at as "createdAt", expires_at as "expiresAt",
  authorized_at as "authorizedAt", next_attempt_at as "nextAttemptAt", attempts, first_attempted_at as "firstAttemptedAt"`)

export async function selectBankPayment(db: Db, id: string): Promise<BankPaymentRow | undefined> {
  return (await sql<BankPaymentRow>`select ${columns} from pay_by_bank_payment where id = ${id}`.execute(db)).rows[0]
}

/** Every decision about a payment holds this lock. */
export async function lockBankPayment(tx: Db, id: string): Promise<BankPaymentRow | undefined> {
  return (await sql<BankPaymentRow>`select ${columns} from pay_by_bank_payment where id = ${id} for update`.execute(tx)).rows[0]
}

export type NewBankPayment = Pick<
  BankPaymentRow,
  | 'id'
  | 'paymentRequestId'
  | 'accountId'
  | 'walletId'
  | 'personId'
  | 'bank'
  | 'test'
  | 'amount'
  | 'payee'
  | 'statementCode'
  | 'nonce'
  | 'redirectUri'
  | 'expiresAt'
> & { idempotencyKey: string | null; at: Date }

/** Returns the existing row of the idempotency key or a new one; without a key always a new one. Undefined when the request or account has too many. */
export async function insertBankPayment(db: Db, row: NewBankPayment, recent: { since: Date; max: number }): Promise<BankPaymentRow | undefined> {
  const ofSame = row.paymentRequestId !== null ? sql`payment_request_id = ${row.paymentRequestId}` : sql`account_id = ${row.accountId}`
  const inserted = await sql<BankPaymentRow>`
    insert into pay_by_bank_payment (id, payment_request_id, account_id, wallet_id, person_id, bank, test, amount, payee, statement_code, step, idempotency_key, nonce, redirect_uri, created_at,
      expires_at, updated_at, next_attempt_at)
    select ${row.id}, ${row.paymentRequestId}, ${row.accountId}, ${row.walletId}, ${row.personId}::uuid, ${row.bank}, ${row.test}, ${row.amount}::bigint, ${row.payee}, ${row.statementCode}, 'consent', ${row.idempotencyKey},
      ${row.nonce}, ${row.redirectUri}, ${row.at}::timestamptz, ${row.expiresAt}::timestamptz, ${row.at}::timestamptz, ${row.expiresAt}::timestamptz
     where (select count(*) from pay_by_bank_payment where ${ofSame} and created_at > ${recent.since}) < ${recent.max}
    on conflict do nothing returning ${columns}`.execute(db)
  return inserted.rows[0] ?? (await selectByKey(db, row))
}

/** The payment that an earlier call with the idempotency key has started. */
export async function selectByKey(db: Db, of: Pick<NewBankPayment, 'paymentRequestId' | 'accountId' | 'idempotencyKey'>): Promise<BankPaymentRow | undefined> {
  if (of.idempotencyKey === null) return undefined
  const ofSame = of.paymentRequestId !== null ? sql`payment_request_id = ${of.paymentRequestId}` : sql`account_id = ${of.accountId}`
  const existing = await sql<BankPaymentRow>`
    select ${columns} from pay_by_bank_payment where ${ofSame} and idempotency_key = ${of.idempotencyKey}`.execute(db)
  return existing.rows[0]
}

/** The result of a step. Omitted fields keep their value; used secrets are cleared. */
export interface BankPaymentChange {
  step: Step
  failure?: Failure
  reason?: string
  consentId?: string
  authorizationUrl?: string
  credential?: Sealed
  bankPaymentId?: string
  bankStatus?: BankPaymentStatus
  posting?: bigint
  authorizedAt?: Date
  nextAttemptAt: Date | null
  at: Date
}

const needsCredential: readonly Step[] = ['exchange', 'initiate']

/** The code or access token of the current step. The release before stored it unsealed; such payments end within minutes. */
export function openCredential(vault: Vault, row: BankPaymentRow): string {
  const { sealedCredential: sealed, credentialKeyId: keyId } = row
  if (sealed && keyId !== null) return vault.open({ sealed, keyId }, row.id)
  if (row.plainCredential === null) throw new Error(`bank payment ${row.id} has no credential`)
  return row.plainCredential
}

/** Moves to the next step. False when a concurrent run has moved on already. */
export async function advanceBankPayment(db: Db, row: Pick<BankPaymentRow, 'id' | 'step'>, change: BankPaymentChange): Promise<boolean> {
  const result = await sql`
    update pay_by_bank_payment set step = ${change.step}, failure = ${change.failure ?? null}, reason = coalesce(${change.reason ?? null}, reason),
      consent_id = coalesce(${change.consentId ?? null}, consent_id), authorization_url = coalesce(${change.authorizationUrl ?? null}, authorization_url),
      sealed_credential = case when ${needsCredential.includes(change.step)}::boolean then ${change.credential?.sealed ?? null}::bytea end,
      credential_key_id = case when ${needsCredential.includes(change.step)}::boolean then ${change.credential?.keyId ?? null} end, code = null, access_token = null,
      bank_payment_id = coalesce(${change.bankPaymentId ?? null}, bank_payment_id), bank_status = coalesce(${change.bankStatus ?? null}, bank_status),
      posting = coalesce(${change.posting ?? null}::bigint, posting), authorized_at = coalesce(${change.authorizedAt ?? null}::timestamptz, authorized_at),
      next_attempt_at = ${change.nextAttemptAt}, updated_at = ${change.at}, attempts = 0, first_attempted_at = null
    where id = ${row.id} and step = ${row.step}`.execute(db)
  return result.numAffectedRows === 1n
}

/** Counts a return that was refused, before the customer was charged. */
export async function countRefusedReturn(db: Db, id: string): Promise<number> {
  const result = await sql<{ count: number }>`
    update pay_by_bank_payment set refused_returns = refused_returns + 1 where id = ${id} returning refused_returns as count`.execute(db)
  return result.rows[0]?.count ?? 0
}

/** Schedules another attempt at the current step. */
export async function postponeBankPayment(
  tx: Db,
  row: Pick<BankPaymentRow, 'id' | 'step'>,
  next: { nextAttemptAt: Date | null; reason?: string; at: Date },
): Promise<void> {
  await sql`
    update pay_by_bank_payment set attempts = attempts + 1, next_attempt_at = ${next.nextAttemptAt}, reason = coalesce(${next.reason ?? null}, reason), updated_at = ${next.at}
     where id = ${row.id} and step = ${row.step}`.execute(tx)
  if (next.nextAttemptAt) await enqueue(tx, row.id, { runAt: next.nextAttemptAt, countedFrom: next.at })
}

/** Recorded before a call that the bank executes once: after a crash the call may have been made. */
export async function recordFirstAttempt(db: Db, row: Pick<BankPaymentRow, 'id' | 'step'>, at: Date): Promise<void> {
  await sql`update pay_by_bank_payment set first_attempted_at = coalesce(first_attempted_at, ${at}) where id = ${row.id} and step = ${row.step}`.execute(db)
}

export async function updateBankStatus(db: Db, row: Pick<BankPaymentRow, 'id' | 'step'>, status: BankPaymentStatus): Promise<void> {
  await sql`update pay_by_bank_payment set bank_status = ${status} where id = ${row.id} and step = ${row.step}`.execute(db)
}

export async function savePayer(db: Db, id: string, { sealed, keyId }: Sealed): Promise<void> {
  await sql`update pay_by_bank_payment set sealed_payer = ${sealed}, payer_key_id = ${keyId} where id = ${id}`.execute(db)
}

export const advanceJob = 'advance-bank-payment'

/** One queued job per payment: a later one replaces an earlier one. */
export async function enqueue(tx: Db, id: string, when?: { runAt: Date; countedFrom: Date }): Promise<void> {
  await addJob(tx, advanceJob, { id }, { key: `bank-payment:${id}`, ...when })
}

/** Enqueues payments that are overdue, in case their job was removed or used up its attempts. */
export async function enqueueOverdue(tx: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from pay_by_bank_payment where next_attempt_at <= ${before} order by next_attempt_at limit ${limit}`.execute(tx)
  await addJobs(
    tx,
    rows.map(({ id }) => ({ name: advanceJob, payload: { id }, key: `bank-payment:${id}` })),
  )
  return rows.length
}
