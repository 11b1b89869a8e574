import type { Db, Tx } from '@nikau/runtime'
import { type RawBuilder, sql } from 'kysely'

// What our tables, the bank's results and its statements say of one order, payment or day. Never a statement code (DESK-70), which proves whose
// account it is: `particulars` is answered without it.

const first = async <Row>(db: Db | Tx, query: RawBuilder<Row>): Promise<Row | undefined> => (await query.execute(db)).rows[0]
const withoutCode = sql`regexp_replace(particulars, 'CODE \\d+', 'CODE ••••')`

/** An order in a file to one of our banks; of one that was sent again, the last. Amounts as they change our account. */
export interface OrderRow {
  file: string
  line: number
  amount: bigint
  reference: string
  state: string
  kind: 'debit' | 'credit'
  account: string
  day: string
  sentAt: Date | null
  transferId: string
  accountId: string | null
}
export const selectOrder = (db: Db, reference: string) =>
  first(
    db,
    sql<OrderRow>`
      select f.reference as file, d.line, case f.kind when 'debit' then d.amount else -d.amount end as amount, d.reference, d.state, f.kind, f.account,
             coalesce(f.processing_day, f.due_day)::text as day, coalesce(f.accepted_at, f.created_at) as "sentAt", d.transfer_id as "transferId",
             coalesce((select t.account_id from funds_transfer t where t.id = d.transfer_id),
                      (select p.account_id from outgoing_payment p where p.id = d.transfer_id)) as "accountId"
        from bank_file_detail d join bank_file f on f.id = d.file_id
       where d.reference = ${reference} and d.state <> 'replaced'`,
  )

/** A transfer that has not been in a file, or no longer is. */
export interface TransferRow {
  id: string
  type: string
  amount: bigint
  status: string
  failure: string | null
  reference: string
  accountId: string
  bankAccountId: string | null
  createdAt: Date
  returnPaymentId: string | null
}
export const selectTransfer = (db: Db, id: string) =>
  first(
    db,
    sql<TransferRow>`
      select id, type, amount, status, failure, reference, account_id as "accountId", bank_account_id as "bankAccountId", created_at as "createdAt",
             return_payment_id as "returnPaymentId"
        from funds_transfer where id = ${id}`,
  )

export interface ResultRow {
  account: string
  sequence: bigint
  file: string
  line: number
  day: string
  outcome: string
  reason: string | null
  amount: bigint
  reference: string
  receivedAt: Date
}
const resultColumns = sql`
  r.account, r.sequence, r.file_reference as file, r.line, r.day::text as day, r.outcome, r.reason, case r.kind when 'credit' then -r.amount else r.amount end as amount,
  r.reference, r.received_at as "receivedAt" from bank_result r`

export const selectResult = (db: Db, ref: string) => {
  const [account = '', sequence = ''] = ref.split(':')
  return first(
    db,
    sql<ResultRow>`select ${resultColumns} where r.account = ${account} and r.sequence = ${/^\d{1,18}$/.test(sequence) ? sequence : '-1'}::bigint`,
  )
}
/** The last result of an order. */
export const selectLastResult = (db: Db, reference: string) =>
  first(db, sql<ResultRow>`select ${resultColumns} where r.reference = ${reference} order by r.received_at desc, r.sequence desc limit 1`)

export const selectResultWithReason = (db: Db, account: string, reason: string) =>
  first(db, sql<ResultRow>`select ${resultColumns} where r.account = ${account} and r.reason = ${reason} order by r.sequence desc limit 1`)

export interface LineRow {
  account: string
  day: string
  number: number
  transactionId: string
  type: string
  amount: bigint
  text: string
  reference: string
  fetchedAt: Date
}
const lineColumns = sql`
  l.account, l.day::text as day, l.number, l.transaction_id as "transactionId", l.type, l.amount, trim(${withoutCode}) as text, l.reference, s.fetched_at as "fetchedAt"
  from bank_statement_line l join bank_statement s using (account, day)`

export const selectLine = (db: Db, line: { account: string; day: string; transactionId: string; number: number | undefined }) =>
  first(
    db,
    sql<LineRow>`
      select ${lineColumns} where l.account = ${line.account} and l.day = ${line.day}::date and l.transaction_id = ${line.transactionId}
       order by (l.number = ${line.number ?? null}) desc nulls last, l.number desc limit 1`,
  )
/** The same transaction, or the same line, as an earlier or the same statement showed it. */
export const selectFirstLine = (db: Db, { account, transactionId, reference, type, amount, day, number }: LineRow) =>
  first(
    db,
    sql<LineRow>`
      select ${lineColumns}
       where l.account = ${account} and (l.transaction_id = ${transactionId} or (l.reference = ${reference} and l.type = ${type} and l.amount = ${amount}))
         and (l.day, l.number) < (${day}::date, ${number}) order by l.day desc, l.number desc limit 1`,
  )
/** The last line with a reference of ours. */
export const selectLineOf = (db: Db, reference: string) =>
  reference === ''
    ? Promise.resolve(undefined)
    : first(db, sql<LineRow>`select ${lineColumns} where l.reference = ${reference} order by l.day desc, l.number desc limit 1`)

export interface StatementRow {
  day: string
  opening: bigint
  closing: bigint
  gap: bigint
  lines: number
  fetchedAt: Date
}
/** The statement of a day, or the one before it. */
export const selectStatement = (db: Db, account: string, day: string, which: 'of' | 'before') =>
  first(
    db,
    sql<StatementRow>`
      select day::text as day, opening, closing, gap, lines, fetched_at as "fetchedAt" from bank_statement
       where account = ${account} and ${which === 'of' ? sql`day = ${day}::date` : sql`day < ${day}::date`} order by day desc limit 1`,
  )

export interface FileRow {
  id: string
  reference: string
  kind: 'debit' | 'credit'
  account: string
  count: number
  total: bigint
  state: string
  lastResult: string | null
  bankFileId: string | null
  day: string
  createdAt: Date
  acceptedAt: Date | null
  attempts: number
}
export const selectFile = (db: Db, id: string) =>
  first(
    db,
    sql<FileRow>`
      select id, reference, kind, account, count, total, state, last_result as "lastResult", bank_file_id as "bankFileId", due_day::text as day,
             created_at as "createdAt", accepted_at as "acceptedAt", attempts
        from bank_file where id = ${id}`,
  )

export interface BankPaymentRow {
  id: string
  bank: string
  amount: bigint
  step: string
  failure: string | null
  reason: string | null
  bankStatus: string | null
  bankPaymentId: string | null
  shortCode: string | null
  requestStatus: string | null
  createdAt: Date
  updatedAt: Date
}
export const selectBankPayment = (db: Db, id: string) =>
  first(
    db,
    sql<BankPaymentRow>`
      select p.id, p.bank, p.amount, p.step, p.failure, p.reason, p.bank_status as "bankStatus", p.bank_payment_id as "bankPaymentId",
             q.short_code as "shortCode", q.status as "requestStatus", p.created_at as "createdAt", p.updated_at as "updatedAt"
        from pay_by_bank_payment p left join payment_request q on q.id = p.payment_request_id where p.id = ${id}`,
  )
/** A payment by bank by what statements show of it. */
export const selectBankPaymentIdOf = async (db: Db, reference: string): Promise<string | undefined> =>
  reference.length === 12
    ? (
        await first(
          db,
          sql<{ id: string }>`
            select id from pay_by_bank_payment where id >= ${reference} and id < ${`${reference}~`} and left(id, 12) = ${reference} limit 1`,
        )
      )?.id
    : undefined

export interface ReturnRow {
  id: string
  amount: bigint
  reason: string
  state: string
  createdAt: Date
}
export const selectReturn = (db: Db, { ref, paymentId, isRefund }: { ref: string; paymentId: string; isRefund: boolean }) =>
  first(
    db,
    sql<ReturnRow>`
      select id, amount, reason, state, created_at as "createdAt" from bank_return
       where ${isRefund ? sql`id = ${ref}` : sql`bank_payment_id = ${paymentId} and reason = 'unapplied'`} order by created_at desc limit 1`,
  )

export interface CardPaymentRow {
  id: string
  amount: bigint
  lastFour: string
  reference: string
  step: string
  failure: string | null
  reason: string | null
  createdAt: Date
  updatedAt: Date
}
export const selectCardPayment = (db: Db, id: string) =>
  first(
    db,
    sql<CardPaymentRow>`
      select id, amount, last_four as "lastFour", reference, step, failure, reason, created_at as "createdAt", updated_at as "updatedAt" from card_payment where id = ${id}`,
  )

export interface CardRefundRow {
  id: string
  cardPaymentId: string
  amount: bigint
  step: string
  reason: string | null
  createdAt: Date
  updatedAt: Date
}
export const selectCardRefund = (db: Db, id: string) =>
  first(
    db,
    sql<CardRefundRow>`
      select id, card_payment_id as "cardPaymentId", amount, step, reason, created_at as "createdAt", updated_at as "updatedAt" from card_refund where id = ${id}`,
  )

export interface AdviceLineRow {
  advice: string
  line: number
  kind: string
  reference: string
  amount: bigint
  verdict: string
  day: string
  receivedAt: Date
}
const adviceLineColumns = sql`
  a.reference as advice, l.line, l.kind, l.reference, l.amount, l.verdict, a.day::text as day, a.received_at as "receivedAt"
  from card_advice_line l join card_advice a on a.number = l.advice`
export const selectAdviceLine = (db: Db, advice: string, line: string) =>
  first(db, sql<AdviceLineRow>`select ${adviceLineColumns} where a.reference = ${advice} and l.line = ${/^\d{1,9}$/.test(line) ? line : '0'}::int`)
export const selectAdviceLineOf = (db: Db, key: string) =>
  first(db, sql<AdviceLineRow>`select ${adviceLineColumns} where l.key = ${key} order by a.number desc limit 1`)

export interface AdviceRow {
  reference: string
  day: string
  payDay: string
  net: bigint
  receivedAt: Date
}
export const selectAdvice = (db: Db, reference: string) =>
  first(
    db,
    sql<AdviceRow>`select reference, day::text as day, pay_day::text as "payDay", net, received_at as "receivedAt" from card_advice where reference = ${reference}`,
  )

export interface ReceiptRow {
  amount: bigint
  day: string
  receipts: number
  transactionId: string
  receivedAt: Date
}
/** What our statements show with a reference. */
export const selectReceipts = (db: Db, reference: string) =>
  first(
    db,
    sql<ReceiptRow>`
      select sum(amount)::bigint as amount, max(day)::text as day, count(*)::int as receipts, max(transaction_id) as "transactionId", max(received_at) as "receivedAt"
        from bank_receipt where reference = ${reference} having count(*) > 0`,
  )

export interface BillRow {
  id: string
  number: bigint
  reference: string
  day: string
  dueDay: string
  amount: bigint
  paid: bigint
  createdAt: Date
}
export const selectBill = (db: Db, reference: string) =>
  first(
    db,
    sql<BillRow>`
      select id, number, reference, day::text as day, due_day::text as "dueDay", amount, paid, created_at as "createdAt" from issuer_bill where reference = ${reference}`,
  )

export interface BillPaymentRow {
  amount: bigint
  surplus: bigint
  received: bigint
  day: string
  receivedAt: Date
}
export const selectBillPayment = (db: Db, ref: string) =>
  first(
    db,
    sql<BillPaymentRow>`
      select p.amount, p.surplus, r.amount as received, r.day::text as day, r.received_at as "receivedAt"
        from issuer_bill_payment p join bank_receipt r using (account, transaction_id)
       where p.account = ${ref.slice(0, ref.indexOf(':'))} and p.transaction_id = ${ref.slice(ref.indexOf(':') + 1)}`,
  )

export interface OutgoingRow {
  id: string
  amount: bigint
  reference: string
  status: string
  /** Masked. */
  payee: string | null
  source: string
  accountId: string | null
  createdAt: Date
  sentAt: Date | null
  returnedAt: Date | null
  returnReason: string | null
}
export const selectOutgoing = (db: Db, id: string) =>
  first(
    db,
    sql<OutgoingRow>`
      select o.id, o.amount, o.reference, o.status, coalesce(o.masked_number, b.masked_number) as payee, o.source_account as source, o.account_id as "accountId",
             o.created_at as "createdAt", o.sent_at as "sentAt", o.returned_at as "returnedAt", o.return_reason as "returnReason"
        from outgoing_payment o left join bank_account b on b.id = o.bank_account_id where o.id = ${id}`,
  )

export const selectBankAccount = (db: Db, id: string) =>
  first(
    db,
    sql<{ masked: string; payeeCheck: string | null; createdAt: Date }>`
      select masked_number as masked, payee_check as "payeeCheck", created_at as "createdAt" from bank_account where id = ${id}`,
  )

export const selectAssetTransfer = (db: Db, id: string) =>
  first(
    db,
    sql<{ status: string; value: bigint | null; category: string; createdAt: Date; settledAt: Date | null; reports: number }>`
      select t.status, t.value, t.category, t.created_at as "createdAt", t.settled_at as "settledAt",
             (select count(*)::int from operator_exception x where x.kind = 'asset-transfer-reported' and x.refs ->> 'senderAccountId' = t.sender_account_id) as reports
        from asset_transfer t where t.id = ${id}`,
  )

export interface RequestRow {
  shortCode: string
  amount: bigint
  status: string
  createdAt: Date
  expiresAt: Date
  merchantId: string
  holds: bigint | null
  paidAt: Date | null
}
export const selectRequest = (db: Db, id: string) =>
  first(
    db,
    sql<RequestRow>`
      select q.short_code as "shortCode", q.amount, q.status, q.created_at as "createdAt", q.expires_at as "expiresAt", q.merchant_id as "merchantId",
             (select a.balance from ledger.account a where a.id = 'request:' || q.id) as holds,
             (select t.paid_at from till_payment t where t.payment_request_id = q.id) as "paidAt"
        from payment_request q where q.id = ${id}`,
  )

export const selectBalance = async (db: Db, account: string): Promise<bigint | undefined> =>
  (await first(db, sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`))?.balance

export const selectBookCheck = (db: Db) => first(db, sql<{ broken: string[]; at: Date }>`select broken, at from book_check`)

export const selectLastAnchor = (db: Db) =>
  first(db, sql<{ number: bigint; madeAt: Date }>`select number, made_at as "madeAt" from book_anchor order by number desc limit 1`)

export interface ReportRow {
  day: string
  owed: bigint
  held: bigint
  preparedAt: Date
  signatures: number
}
export const selectReport = (db: Db, day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day)
    ? first(
        db,
        sql<ReportRow>`
          select day::text as day, owed, held, prepared_at as "preparedAt",
                 (select count(*)::int from safeguarding_signature s where s.day = r.day) as signatures
            from safeguarding_report r where day = ${day}::date`,
      )
    : Promise.resolve(undefined)

/** The postings of payments, transfers and sends, the newest first. */
export async function selectPostingsOf(db: Db, ids: readonly string[]): Promise<bigint[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ posting: bigint }>`
    select distinct posting from (
      select posting from payment_activity where payment_request_id = any (${ids}::text[])
      union all select posting from funds_transfer where id = any (${ids}::text[])
      union all select unnest(array[posting, settled_posting]) from asset_transfer where id = any (${ids}::text[])
      union all select unnest(array[posting, return_posting]) from outgoing_payment where id = any (${ids}::text[])
      union all select posting from pay_by_bank_payment where id = any (${ids}::text[])) p
     where posting is not null order by posting desc limit 8`.execute(db)
  return rows.map(({ posting }) => posting)
}
