import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Receipt } from '../bank-files/index.ts'

export async function selectFirstExpectedDay(db: Db): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{
    day: CalendarDate | null
  }>`select least((select min(day) from card_advice), (select min(day) from issuer_bill))::text as day`.execute(db)
  return rows[0]?.day ?? undefined
}

export async function selectRecorded(tx: Tx, account: string, transactionIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id from bank_receipt where account = ${account} and transaction_id = any (${transactionIds}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Which of these are references of bills. */
export async function selectBillReferences(tx: Tx, references: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`select reference from issuer_bill where reference = any (${references}::text[])`.execute(tx)
  return new Set(rows.map(({ reference }) => reference))
}

export async function insertReceipts(tx: Tx, receipts: readonly Receipt[], at: Date): Promise<void> {
  if (receipts.length === 0) return
  const rows = JSON.stringify(receipts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await sql`
    insert into bank_receipt (account, transaction_id, day, kind, reference, amount, received_at)
    select n.account, n."transactionId", n.day, n.kind, n.reference, n.amount, ${at}
      from jsonb_to_recordset(${rows}::jsonb) as n (account text, "transactionId" text, day date, kind text, reference text, amount bigint)`.execute(tx)
}

/** Payments of the card company for which no advice has come, without those that were raised before. */
export async function selectWithoutAdvice(db: Db): Promise<{ reference: string; amount: bigint }[]> {
  const { rows } = await sql<{ reference: string; amount: bigint }>`
    select r.reference, sum(r.amount)::bigint as amount from bank_receipt r
     where r.kind = 'card-advice' and not exists (select from card_advice a where a.reference = r.reference)
       and not exists (select from operator_exception x where x.kind = 'card-receipt-without-advice' and x.ref = r.reference)
     group by r.reference order by r.reference`.execute(db)
  return rows
}
