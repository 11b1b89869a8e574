import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface NewBooking {
  id: string
  reference: string
  line: number | null
  /** The receipt whose surplus it is. */
  receipt: { account: string; transactionId: string } | null
  amount: bigint
  ledgerAccount: string
  posting: bigint
}

export async function insertBooking(tx: Tx, booking: NewBooking, at: Date): Promise<void> {
  const { receipt } = booking
  await sql`
    insert into booked_receipt (id, reference, line, account, transaction_id, amount, ledger_account, posting, at)
    values (${booking.id}, ${booking.reference}, ${booking.line}, ${receipt?.account ?? null}, ${receipt?.transactionId ?? null}, ${booking.amount},
      ${booking.ledgerAccount}, ${booking.posting}, ${at})`.execute(tx)
}

/** What has come with a reference of the card company and is not booked by operators. Undefined when nothing has come. */
export async function selectReceived(tx: Tx, reference: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ amount: bigint | null }>`
    select (select sum(r.amount) from bank_receipt r where r.kind = 'card-advice' and r.reference = ${reference})::bigint
         - (select coalesce(sum(b.amount), 0) from booked_receipt b where b.reference = ${reference} and b.line is null)::bigint as amount`.execute(tx)
  return rows[0]?.amount ?? undefined
}

/** The surplus of a receipt of an issuer, unless it is booked. */
export async function lockSurplus(
  tx: Tx,
  { account, transactionId }: NonNullable<NewBooking['receipt']>,
): Promise<{ reference: string; amount: bigint } | undefined> {
  const { rows } = await sql<{ reference: string; amount: bigint }>`
    select r.reference, p.surplus as amount from issuer_bill_payment p join bank_receipt r on r.account = p.account and r.transaction_id = p.transaction_id
     where p.account = ${account} and p.transaction_id = ${transactionId} and p.surplus > 0
       and not exists (select from booked_receipt b where b.account = p.account and b.transaction_id = p.transaction_id)`.execute(tx)
  return rows[0]
}

export interface NewCorrection {
  id: string
  kind: 'charge' | 'refund'
  key: string
  amount: bigint
  ledgerAccount: string
  posting: bigint
}

export async function insertCorrection(tx: Tx, correction: NewCorrection, at: Date): Promise<void> {
  await sql`
    insert into card_correction (id, kind, key, amount, ledger_account, posting, at)
    values (${correction.id}, ${correction.kind}, ${correction.key}, ${correction.amount}, ${correction.ledgerAccount}, ${correction.posting}, ${at})`.execute(
    tx,
  )
}

/** A live charge or refund that we have booked and that nothing has settled. */
export async function selectUnsettled(tx: Tx, key: string): Promise<Pick<NewCorrection, 'kind' | 'amount'> | undefined> {
  const { rows } = await sql<Pick<NewCorrection, 'kind' | 'amount'>>`
    select o.kind, o.amount
      from (
        select 'charge' as kind, c.id, c.amount from card_payment c where c.id = ${key} and c.posting is not null and not c.test
        union all
        select 'refund', r.id, -r.amount from card_refund r join card_payment c on c.id = r.card_payment_id where r.id = ${key} and r.step = 'done' and not c.test) o
     where not exists (select from card_advice_line l where l.kind = o.kind and l.key = o.id and l.verdict = 'matched')
       and not exists (select from card_correction w where w.kind = o.kind and w.key = o.id)`.execute(tx)
  return rows[0]
}

export interface OpenBill {
  id: string
  issuerAccountId: string
  reference: string
  open: bigint
}

export async function lockOpenBill(tx: Tx, id: string): Promise<OpenBill | undefined> {
  const { rows } = await sql<OpenBill>`
    select id, issuer_account_id as "issuerAccountId", reference, amount - paid as open from issuer_bill where id = ${id} and paid_at is null for update`.execute(
    tx,
  )
  return rows[0]
}

export async function closeBill(tx: Tx, { id, open }: OpenBill, posting: bigint, at: Date): Promise<void> {
  await sql`update issuer_bill set written_off = ${open}, write_off_posting = ${posting}, paid_at = ${at} where id = ${id}`.execute(tx)
}
