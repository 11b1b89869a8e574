import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ExceptionKind } from '../exceptions/index.ts'
import type { BookPosition, BrokenInvariant } from '../operations/index.ts'

export interface CheckRow {
  at: Date
  invariants: number
  found: BrokenInvariant[]
  postings: bigint
  entries: bigint
}

export async function selectCheck(tx: Tx): Promise<CheckRow | undefined> {
  return (await sql<CheckRow>`select at, invariants, found, postings, entries from book_check`.execute(tx)).rows[0]
}

export async function selectPosition(tx: Tx): Promise<{ at: Date; content: BookPosition } | undefined> {
  return (await sql<{ at: Date; content: BookPosition }>`select at, content from book_position`.execute(tx)).rows[0]
}

export interface WaitingRow {
  kind: 'debit' | 'credit'
  orders: number
  sum: bigint
}

/** What the next files take with them. */
export async function selectWaiting(tx: Tx, test: boolean): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select kind, count(*)::int as orders, sum(amount)::bigint as sum
      from (
        select case type when 'topup' then 'debit' else 'credit' end as kind, amount from funds_transfer
         where status = 'created' and liveness = ${test ? 'test' : 'main'} and bank_account_id is not null
        union all
        select 'credit', amount from outgoing_payment where status = 'waiting' and not ${test}) o
     group by kind`.execute(tx)
  return rows
}

export interface FileRow {
  reference: string
  kind: 'debit' | 'credit'
  orders: number
  total: bigint
  state: 'ready' | 'accepted' | 'rejected' | 'conflict'
}

export async function selectFiles(tx: Tx, day: CalendarDate): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select reference, kind, count as orders, total, state from bank_file where window_day = ${day}::date order by created_at, id`.execute(tx)
  return rows
}

export interface OpenExceptions {
  /** One of the ages, counted from 0. */
  age: number
  open: number
  sum: bigint
  overdue: number
}

/**
 * Counted here, because there may be thousands. `ages` are the moments at which the next age begins, newest first. Exceptions without a
 * unit are about no money, and belong to the desk over live money.
 */
export async function countOpenExceptions(
  tx: Tx,
  { test, ages, overdue }: { test: boolean; ages: readonly Date[]; overdue: readonly { kind: ExceptionKind; before: Date }[] },
): Promise<OpenExceptions[]> {
  const { rows } = await sql<OpenExceptions>`
    select (select count(*) from unnest(${ages}::timestamptz[]) as a (at) where x.opened_at <= a.at)::int as age, count(*)::int as open,
           coalesce(sum(x.amount), 0)::bigint as sum, count(*) filter (where x.opened_at < o.before)::int as overdue
      from operator_exception x
      join unnest(${overdue.map(({ kind }) => kind)}::text[], ${overdue.map(({ before }) => before)}::timestamptz[]) as o (kind, before) on o.kind = x.kind
     where x.closed_at is null and coalesce(x.unit like '%.test', false) = ${test}
     group by 1`.execute(tx)
  return rows
}

export async function selectLastReport(tx: Tx): Promise<{ day: CalendarDate; owed: bigint; held: bigint } | undefined> {
  const { rows } = await sql<{ day: CalendarDate; owed: bigint; held: bigint }>`
    select day::text as day, owed, held from safeguarding_report order by safeguarding_report.day desc limit 1`.execute(tx)
  return rows[0]
}

export interface MinuteRow {
  minute: Date
  answered: number
  refused: number
  buckets: number[]
}

export async function selectMinutes(tx: Tx, { from, to }: { from: Date; to: Date }): Promise<MinuteRow[]> {
  const { rows } = await sql<MinuteRow>`
    select minute, answered, refused, buckets from payment_minute where minute >= ${from} and minute < ${to} order by minute`.execute(tx)
  return rows
}

export interface TaskRow {
  task: string
  waiting: number
  oldest: Date | null
  running: number
  failing: number
  scheduledAt: Date | null
}

/** By the time of the database, as the queue itself. */
export async function selectTasks(tx: Tx): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.task, coalesce(j.waiting, 0) as waiting, j.oldest, coalesce(j.running, 0) as running, coalesce(j.failing, 0) as failing, t.scheduled_at as "scheduledAt"
      from background_task t
      left join (
        select task_identifier, count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting,
               min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts) as oldest,
               count(*) filter (where locked_at is not null)::int as running, count(*) filter (where last_error is not null)::int as failing
          from graphile_worker.jobs group by 1) j on j.task_identifier = t.task
     order by t.task`.execute(tx)
  return rows
}

/** Each pool of workers that lives holds one lock, with the number of packages/runtime/src/worker-heartbeat.ts. */
export async function countWorkers(tx: Tx, lockClass: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct objid)::int as count from pg_locks where locktype = 'advisory' and classid = ${lockClass}::bigint::oid and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows[0]!.count
}
