import type { CalendarDate } from '@nikau/nz/nz-time'
import type { SettlementAdvice } from '@nikau/rails/farmlands'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { LineVerdict } from './rules.ts'

/** The number up to which every advice is stored: the company counts without gaps. */
export async function selectLastNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(min(n.number), 0)::int as number
      from (select 0::bigint as number union all select number from card_advice) n
     where not exists (select from card_advice a where a.number = n.number + 1)`.execute(db)
  return rows[0]!.number
}

/** False when it is stored already, or when another has its reference. */
export async function insertAdvice(tx: Tx, { lines, ...advice }: SettlementAdvice, at: Date): Promise<boolean> {
  const result = await sql`
    insert into card_advice (number, reference, day, pay_day, net, received_at)
    values (${advice.number}, ${advice.reference}, ${advice.day}::date, ${advice.payDay}::date, ${advice.net}, ${at}) on conflict do nothing`.execute(tx)
  if (result.numAffectedRows !== 1n) return false
  await sql`
    insert into card_advice_line (advice, line, kind, key, reference, amount, verdict)
    select ${advice.number}, l.line, l.kind, l.key, l.reference, l.amount, 'unknown'
      from unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ key }) => key)}::text[], ${lines.map(({ reference }) => reference)}::text[],
        ${lines.map(({ amount }) => amount)}::bigint[]) with ordinality as l (kind, key, reference, amount, line)`.execute(tx)
  return true
}

export async function selectAdviceNumber(db: Db, reference: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`select number::int as number from card_advice where reference = ${reference}`.execute(db)
  return rows[0]?.number
}

/** What the statements show for an advice, without what operators have booked of it. */
const credited = sql`((select coalesce(sum(r.amount), 0) from bank_receipt r where r.reference = a.reference)
  - (select coalesce(sum(b.amount), 0) from booked_receipt b where b.reference = a.reference and b.line is null))::bigint`

/** Advices with a line that is not matched, or with another sum on our statements than before. */
export async function selectOpenAdvices(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select a.number::int as number from card_advice a
     where a.credited <> ${credited} or exists (select from card_advice_line l where l.advice = a.number and l.verdict not in ('matched', 'booked'))
     order by a.number`.execute(db)
  return rows.map(({ number }) => number)
}

export interface AdviceRow {
  number: number
  reference: string
  payDay: CalendarDate
  net: bigint
  settledAt: Date | null
  /** What the statements had shown when it was last looked at, and what they show now. */
  creditedBefore: bigint
  credited: bigint
}

/** Advices are compared, and what they settle is corrected, one at a time. */
export async function lockSettlement(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('card-settlement', 0))`.execute(tx)
}

export async function lockAdvice(tx: Tx, number: number): Promise<AdviceRow | undefined> {
  await sql`select from card_advice where number = ${number} for update`.execute(tx)
  const { rows } = await sql<AdviceRow>`
    select a.number::int as number, a.reference, a.pay_day::text as "payDay", a.net, a.settled_at as "settledAt", a.credited as "creditedBefore",
           ${credited} as credited
      from card_advice a where a.number = ${number}`.execute(tx)
  return rows[0]
}

export async function updateCredited(tx: Tx, number: number, change: { credited: bigint; settledAt: Date | null }): Promise<void> {
  await sql`update card_advice set credited = ${change.credited}, settled_at = ${change.settledAt} where number = ${number}`.execute(tx)
}

export interface UnmatchedLine {
  line: number
  kind: 'charge' | 'refund'
  key: string
  reference: string
  amount: bigint
  verdict: LineVerdict
  bookedAmount: bigint | null
  bookedReference: string | null
  isSettled: boolean
}

/** The lines of an advice that are not matched, each with what is booked under its key: live charges, and refunds that the company has taken. */
export async function selectUnmatchedLines(tx: Tx, advice: number): Promise<UnmatchedLine[]> {
  const { rows } = await sql<UnmatchedLine>`
    select l.line, l.kind, l.key, l.reference, l.amount, l.verdict, coalesce(c.amount, -r.amount) as "bookedAmount",
           coalesce(c.reference, r.reference) as "bookedReference",
           exists (select from card_advice_line o where o.kind = l.kind and o.key = l.key and o.verdict = 'matched')
           or exists (select from card_correction w where w.kind = l.kind and w.key = l.key) as "isSettled"
      from card_advice_line l
      left join card_payment c on l.kind = 'charge' and c.id = l.key and c.posting is not null and not c.test
      left join lateral (
        select r.amount, p.reference from card_refund r join card_payment p on p.id = r.card_payment_id
         where l.kind = 'refund' and r.id = l.key and r.step = 'done' and not p.test) r on true
     where l.advice = ${advice} and l.verdict not in ('matched', 'booked') order by l.line`.execute(tx)
  return rows
}

export async function selectLine(tx: Tx, advice: number, line: number): Promise<{ line: number; amount: bigint; verdict: LineVerdict } | undefined> {
  const { rows } = await sql<{ line: number; amount: bigint; verdict: LineVerdict }>`
    select line, amount, verdict from card_advice_line where advice = ${advice} and line = ${line}`.execute(tx)
  return rows[0]
}

export async function updateVerdicts(tx: Tx, advice: number, lines: readonly { line: number; verdict: LineVerdict }[]): Promise<void> {
  await sql`
    update card_advice_line l set verdict = n.verdict
      from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ verdict }) => verdict)}::text[]) as n (line, verdict)
     where l.advice = ${advice} and l.line = n.line`.execute(tx)
}

export async function selectUnbooked(tx: Tx, advice: number): Promise<{ line: number; amount: bigint }[]> {
  const { rows } = await sql<{ line: number; amount: bigint }>`
    select line, amount from card_advice_line where advice = ${advice} and verdict = 'matched' and settled_at is null order by line`.execute(tx)
  return rows
}

export async function markBooked(tx: Tx, advice: number, lines: readonly number[], posting: bigint | null, at: Date): Promise<void> {
  await sql`
    update card_advice_line set settled_at = ${at}, posting = ${posting}::bigint where advice = ${advice} and line = any (${lines}::int[])`.execute(tx)
}

export interface Unlisted {
  id: string
  amount: bigint
}

/** Live charges and refunds of an interval that no advice lists, without those that were raised before. */
export async function selectUnlisted(db: Db, { since, before }: { since: Date; before: Date }): Promise<Unlisted[]> {
  const { rows } = await sql<Unlisted>`
    select o.id, o.amount
      from (
        select 'charge' as kind, c.id, c.amount from card_payment c
         where c.posting is not null and not c.test and c.updated_at >= ${since} and c.updated_at < ${before}
        union all
        select 'refund', r.id, -r.amount from card_refund r join card_payment c on c.id = r.card_payment_id
         where r.step = 'done' and not c.test and r.updated_at >= ${since} and r.updated_at < ${before}) o
     where not exists (select from card_advice_line l where l.kind = o.kind and l.key = o.id)
       and not exists (select from operator_exception x where x.kind = 'card-advice-line-missing' and x.ref = o.id)
     order by o.id`.execute(db)
  return rows
}

/** Advices whose day of payment is on every statement that we have read, without any credit. */
export async function selectUnpaid(db: Db): Promise<{ reference: string; net: bigint }[]> {
  const { rows } = await sql<{ reference: string; net: bigint }>`
    select a.reference, a.net from card_advice a
     where a.settled_at is null and a.credited = 0 and ${credited} = 0
       and a.pay_day <= (select case when bool_and(last_reconciled_day is not null) then min(last_reconciled_day) end from bank_connection)
       and not exists (select from operator_exception x where x.kind = 'card-advice-unpaid' and x.ref = a.reference)
     order by a.number`.execute(db)
  return rows
}
