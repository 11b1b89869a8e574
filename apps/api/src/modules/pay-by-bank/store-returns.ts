import { addJobs, type Db, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export type ReturnState = 'waiting' | 'operator' | 'sent' | 'completed' | 'cancelled'

export interface BankReturn {
  id: string
  bankPaymentId: string
  reason: 'refund' | 'unapplied'
  test: boolean
  amount: bigint
  state: ReturnState
  attempts: number
}

const columns = sql`id, bank_payment_id as "bankPaymentId", reason, test, amount, state, attempts`

/** The caller has posted the amount to the account of returns. */
export async function insertReturn(tx: Tx, due: Omit<BankReturn, 'state' | 'attempts'> & { at: Date }): Promise<void> {
  await sql`
    insert into bank_return (id, bank_payment_id, reason, test, amount, state, next_attempt_at, created_at)
    values (${due.id}, ${due.bankPaymentId}, ${due.reason}, ${due.test}, ${due.amount}, 'waiting', ${due.at}, ${due.at})`.execute(tx)
}

export async function selectReturn(db: Db, id: string): Promise<BankReturn | undefined> {
  return (await sql<BankReturn>`select ${columns} from bank_return where id = ${id}`.execute(db)).rows[0]
}

export async function lockReturn(tx: Tx, id: string): Promise<BankReturn | undefined> {
  return (await sql<BankReturn>`select ${columns} from bank_return where id = ${id} for no key update`.execute(tx)).rows[0]
}

export async function lockReturnByPayment(tx: Tx, outgoingPaymentId: string): Promise<BankReturn | undefined> {
  const { rows } = await sql<BankReturn>`select ${columns} from bank_return where outgoing_payment_id = ${outgoingPaymentId} for no key update`.execute(tx)
  return rows[0]
}

/** What of a bank payment is set aside and not on its way yet. */
export async function lockUnsentReturns(tx: Tx, bankPaymentId: string): Promise<BankReturn[]> {
  const { rows } = await sql<BankReturn>`
    select ${columns} from bank_return where bank_payment_id = ${bankPaymentId} and state in ('waiting', 'operator') order by id for no key update`.execute(tx)
  return rows
}

export async function isReturnOnItsWay(tx: Tx, bankPaymentId: string): Promise<boolean> {
  return (await sql`select from bank_return where bank_payment_id = ${bankPaymentId} and state = 'sent'`.execute(tx)).rows.length > 0
}

/** `outgoingPaymentId` with `sent`. */
export async function changeReturn(
  tx: Tx,
  id: string,
  change: { state: Exclude<ReturnState, 'waiting'>; outgoingPaymentId?: string; at: Date },
): Promise<void> {
  const completedAt = change.state === 'completed' || change.state === 'cancelled' ? change.at : null
  await sql`
    update bank_return set state = ${change.state}, next_attempt_at = null, completed_at = ${completedAt},
      outgoing_payment_id = coalesce(${change.outgoingPaymentId ?? null}, outgoing_payment_id) where id = ${id}`.execute(tx)
}

export async function askAgain(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update bank_return set state = 'waiting', next_attempt_at = ${at} where id = ${id} and state = 'operator'`.execute(tx)
}

export async function postponeReturn(db: Db, id: string, nextAttemptAt: Date): Promise<void> {
  await sql`update bank_return set attempts = attempts + 1, next_attempt_at = ${nextAttemptAt} where id = ${id} and state = 'waiting'`.execute(db)
}

export const returnJob = 'send-bank-return'

/** One job per return whose payment the bank can no longer reject. */
export async function enqueueReturns(tx: Tx, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from bank_return r join pay_by_bank_payment p on p.id = r.bank_payment_id
     where r.state = 'waiting' and r.next_attempt_at <= ${now} and p.next_attempt_at is null order by r.next_attempt_at limit ${limit}`.execute(tx)
  await addJobs(
    tx,
    rows.map(({ id }) => ({ name: returnJob, payload: { id }, key: `bank-return:${id}` })),
  )
  return rows.length
}
