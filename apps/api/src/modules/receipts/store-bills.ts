import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** What an issuer owes and was not billed, up to the last entry before a moment. */
export interface UnbilledIssuer {
  issuerAccountId: string
  fromVersion: bigint
  toVersion: bigint
  amount: bigint
}

/** Issuers that owe live money for what was not billed yet. One that is in credit is billed when it owes again. */
export async function selectUnbilled(db: Db, before: Date): Promise<UnbilledIssuer[]> {
  const { rows } = await sql<UnbilledIssuer>`
    select a.owner as "issuerAccountId", coalesce(b.to_version, 0) as "fromVersion", c.version as "toVersion", -s.amount as amount
      from ledger.account a
      left join lateral (select max(to_version) as to_version from issuer_bill b where b.issuer_account_id = a.owner) b on true
      cross join lateral (select e.version from ledger.entry e where e.account = a.no and e.at < ${before} order by e.version desc limit 1) c
      cross join lateral (
        select sum(e.amount)::bigint as amount from ledger.entry e
         where e.account = a.no and e.version > coalesce(b.to_version, 0) and e.version <= c.version
           and not exists (select from issuer_bill_payment p where p.posting = e.posting)
           and not exists (select from issuer_bill w where w.write_off_posting = e.posting)) s
     where a.kind = 'issuer debt' and a.unit = 'nzd.main' and s.amount < 0
     order by a.owner`.execute(db)
  return rows
}

export interface NewBill extends UnbilledIssuer {
  id: string
  day: CalendarDate
  dueDay: CalendarDate
  reference: string
}

/** The number of the bill; undefined when another worker has made it. */
export async function insertBill(tx: Tx, bill: NewBill, at: Date): Promise<bigint | undefined> {
  const { rows } = await sql<{ number: bigint }>`
    insert into issuer_bill (id, issuer_account_id, day, from_version, to_version, amount, due_day, reference, created_at)
    values (${bill.id}, ${bill.issuerAccountId}, ${bill.day}::date, ${bill.fromVersion}, ${bill.toVersion}, ${bill.amount}, ${bill.dueDay}::date, ${bill.reference}, ${at})
    on conflict (issuer_account_id, from_version) do nothing returning number`.execute(tx)
  return rows[0]?.number
}

export interface OpenReceipt {
  account: string
  transactionId: string
  reference: string
  amount: bigint
}

/** Receipts for bills that are not applied yet, oldest first. */
export async function selectUnapplied(db: Db): Promise<OpenReceipt[]> {
  const { rows } = await sql<OpenReceipt>`
    select r.account, r.transaction_id as "transactionId", r.reference, r.amount from bank_receipt r
     where r.kind = 'issuer-bill'
       and not exists (select from issuer_bill_payment p where p.account = r.account and p.transaction_id = r.transaction_id)
     order by r.day, r.transaction_id`.execute(db)
  return rows
}

export interface BillRow {
  id: string
  issuerAccountId: string
  reference: string
  amount: bigint
  paid: bigint
  /** What is not paid and not written off. */
  open: bigint
}

export async function lockBill(tx: Tx, reference: string): Promise<BillRow | undefined> {
  const { rows } = await sql<BillRow>`
    select id, issuer_account_id as "issuerAccountId", reference, amount, paid, amount - paid - written_off as open
      from issuer_bill where reference = ${reference} for update`.execute(tx)
  return rows[0]
}

export async function isApplied(tx: Tx, { account, transactionId }: OpenReceipt): Promise<boolean> {
  const { rows } = await sql`select from issuer_bill_payment where account = ${account} and transaction_id = ${transactionId}`.execute(tx)
  return rows.length > 0
}

export interface BillPayment {
  amount: bigint
  surplus: bigint
  posting: bigint | null
}

export async function insertBillPayment(tx: Tx, bill: BillRow, { account, transactionId }: OpenReceipt, payment: BillPayment, at: Date): Promise<void> {
  await sql`
    insert into issuer_bill_payment (account, transaction_id, bill_id, amount, surplus, posting, applied_at)
    values (${account}, ${transactionId}, ${bill.id}, ${payment.amount}, ${payment.surplus}, ${payment.posting}::bigint, ${at})`.execute(tx)
  const paid = bill.paid + payment.amount
  await sql`update issuer_bill set paid = ${paid}, paid_at = ${payment.amount === bill.open ? at : null} where id = ${bill.id} and paid_at is null`.execute(tx)
}

/** Bills that are not paid although every statement up to their due day was read, without those that were raised before. */
export async function selectOverdue(db: Db): Promise<{ reference: string; issuerAccountId: string; open: bigint }[]> {
  const { rows } = await sql<{ reference: string; issuerAccountId: string; open: bigint }>`
    select b.reference, b.issuer_account_id as "issuerAccountId", b.amount - b.paid as open from issuer_bill b
     where b.paid_at is null
       and b.due_day <= (select case when bool_and(last_reconciled_day is not null) then min(last_reconciled_day) end from bank_connection)
       and not exists (select from operator_exception x where x.kind = 'issuer-bill-overdue' and x.ref = b.reference)
     order by b.id`.execute(db)
  return rows
}
