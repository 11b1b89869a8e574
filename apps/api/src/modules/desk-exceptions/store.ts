import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Units of test are a world of their own: a desk shows either those or all others (DESK-97). */
const ofMode = (test: boolean) => sql`coalesce(x.unit like '%.test', false) = ${test}`

const lastTake = sql`
  left join lateral (select a.operator from operator_exception_action a where a.exception_id = x.id and a.action = 'take' order by a.id desc limit 1) take on true`

/** An open exception as far as its filters and the totals need it. */
export interface OpenRow {
  id: bigint
  kind: ExceptionKind
  amount: bigint | null
  openedAt: Date
  owner: string | null
  /** A proposal about it waits for a second person. */
  waits: boolean
}

/** Every open exception, the oldest first. What is overdue is decided by the rules of their kinds, not here. */
export async function selectOpen(db: Db, { test, now }: { test: boolean; now: Date }): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    with waiting as (
      select distinct exception_id from operator_proposal where state = 'waiting' and ends_at > ${now} and exception_id is not null)
    select x.id, x.kind, x.amount, x.opened_at as "openedAt", take.operator as owner, w.exception_id is not null as waits
      from operator_exception x ${lastTake} left join waiting w on w.exception_id = x.id
     where x.closed_at is null and ${ofMode(test)} order by x.opened_at, x.id`.execute(db)
  return rows
}

/** An exception as a row of the queue shows it. */
export interface QueueRow {
  id: bigint
  kind: ExceptionKind
  ref: string
  refs: Record<string, string>
  unit: string | null
  amount: bigint | null
  openedAt: Date
  closedAt: Date | null
  owner: string | null
  note: string | null
  notedAt: Date | null
  proposalId: string | null
  proposedAct: string | null
  proposedAt: Date | null
  /** Of the request, file or card that it is about. */
  shortCode: string | null
  lastFour: string | null
  orders: number | null
}

const queueColumns = (now: Date) => sql`
  x.id, x.kind, x.ref, x.refs, x.unit, x.amount, x.opened_at as "openedAt", x.closed_at as "closedAt", take.operator as owner, note.note, note.at as "notedAt",
  waiting.id as "proposalId", waiting.kind as "proposedAct", waiting.created_at as "proposedAt",
  (select q.short_code from payment_request q
    where q.id = coalesce(x.refs ->> 'paymentRequestId', case x.kind when 'payment-request-not-closed' then x.ref end)) as "shortCode",
  (select c.last_four from card_payment c where c.id = x.refs ->> 'cardPaymentId') as "lastFour",
  (select f.count from bank_file f where f.id = x.refs ->> 'fileId' and x.kind in ('bank-file-rejected', 'bank-file-conflict')) as orders
  from operator_exception x ${lastTake}
  left join lateral (select a.note, a.at from operator_exception_action a where a.exception_id = x.id and a.action = 'note' order by a.id desc limit 1) note on true
  left join lateral (
    select p.id, p.kind, p.created_at from operator_proposal p
     where p.exception_id = x.id and p.state = 'waiting' and p.ends_at > ${now} order by p.created_at limit 1) waiting on true`

export async function selectQueueRows(db: Db, ids: readonly bigint[], now: Date): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`select ${queueColumns(now)} where x.id = any (${ids}::bigint[]) order by x.opened_at, x.id`.execute(db)
  return rows
}

export async function selectException(db: Db, id: bigint, { test, now }: { test: boolean; now: Date }): Promise<QueueRow | undefined> {
  return (await sql<QueueRow>`select ${queueColumns(now)} where x.id = ${id} and ${ofMode(test)}`.execute(db)).rows[0]
}

export interface ClosedFilter {
  test: boolean
  kinds: readonly ExceptionKind[] | undefined
  /** An operator, `nobody`, or anyone. */
  owner: string | undefined
}

const taken = sql`select from operator_exception_action a where a.exception_id = x.id and a.action = 'take'`
/** From the acts of the owner: of two hundred thousand closed ones few are theirs. */
const ownedBy = (owner: string) =>
  owner === 'nobody'
    ? sql`not exists (${taken})`
    : sql`x.id in (
        select t.exception_id from operator_exception_action t where t.action = 'take' and t.operator = ${owner}
           and not exists (select from operator_exception_action l where l.exception_id = t.exception_id and l.action = 'take' and l.id > t.id))`

const closedBy = ({ test, kinds, owner }: ClosedFilter) => sql`
  x.closed_at is not null and ${ofMode(test)} and ${kinds === undefined ? sql`true` : sql`x.kind = any (${kinds}::text[])`}
  and ${owner === undefined ? sql`true` : ownedBy(owner)}`

/** Closed ones, the last first. */
export async function selectClosed(
  db: Db,
  filter: ClosedFilter & { after: { closedAt: Date; id: bigint } | undefined; limit: number; now: Date },
): Promise<QueueRow[]> {
  const { after, limit, now } = filter
  const { rows } = await sql<QueueRow>`
    select ${queueColumns(now)}
     where ${closedBy(filter)} and ${after ? sql`(x.closed_at, x.id) < (${after.closedAt}, ${after.id})` : sql`true`}
     order by x.closed_at desc, x.id desc limit ${limit}`.execute(db)
  return rows
}

export async function sumClosed(db: Db, filter: ClosedFilter): Promise<{ count: number; sum: bigint }> {
  const { rows } = await sql<{ count: number; sum: bigint }>`
    select count(*)::int as count, coalesce(sum(x.amount), 0)::bigint as sum from operator_exception x where ${closedBy(filter)}`.execute(db)
  return rows[0]!
}

/** How many were closed since a moment, and the median of how long they were open. */
export async function selectClosedSince(db: Db, since: Date, test: boolean): Promise<{ count: number; medianSeconds: number | null }> {
  const { rows } = await sql<{ count: number; medianSeconds: number | null }>`
    select count(*)::int as count,
           round(percentile_cont(0.5) within group (order by extract(epoch from x.closed_at - x.opened_at))::numeric)::int as "medianSeconds"
      from operator_exception x where x.closed_at >= ${since} and ${ofMode(test)}`.execute(db)
  return rows[0]!
}

export async function countBefore(db: Db, kind: ExceptionKind, id: bigint): Promise<number> {
  return (await sql<{ count: number }>`select count(*)::int as count from operator_exception where kind = ${kind} and id < ${id}`.execute(db)).rows[0]!.count
}

export interface ActionRow {
  action: 'take' | 'note' | 'close'
  operator: string
  note: string
  at: Date
}

/** What operators did about an exception. */
export async function selectActions(db: Db, exceptionId: bigint): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select action, operator, note, at from operator_exception_action where exception_id = ${exceptionId} order by id`.execute(db)
  return rows
}

export interface ProposedRow {
  id: string
  kind: string
  amount: bigint | null
  note: string
  proposer: string
  createdAt: Date
  declinedBy: string | null
  declineNote: string | null
  decidedAt: Date | null
  approvals: { operator: string; at: string }[]
}

/** What was proposed about an exception and had to be agreed on. */
export async function selectProposed(db: Db, exceptionId: bigint): Promise<ProposedRow[]> {
  const { rows } = await sql<ProposedRow>`
    select p.id, p.kind, p.amount, p.note, p.proposer, p.created_at as "createdAt", p.declined_by as "declinedBy", p.decline_note as "declineNote",
           p.decided_at as "decidedAt",
           coalesce((select jsonb_agg(jsonb_build_object('operator', a.operator, 'at', a.at) order by a.at) from operator_approval a where a.proposal_id = p.id), '[]') as approvals
      from operator_proposal p where p.exception_id = ${exceptionId} and p.kind not in ('take-exception', 'note-exception') order by p.created_at, p.id`.execute(
    db,
  )
  return rows
}

/** The names of all operators by their ids. */
export async function selectNames(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id::text as id, name from operator`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export interface OpenDifference {
  id: bigint
  kind: ExceptionKind
  ref: string
  day: string
  excess: bigint
}

/** Open differences of one of our accounts, which may explain one another. */
export async function selectDifferences(db: Db, account: string): Promise<OpenDifference[]> {
  const { rows } = await sql<OpenDifference>`
    select x.id, x.kind, d.ref, d.day::text as day, case d.kind when 'sum' then d.expected - d.shown else d.shown - d.expected end as excess
      from operator_exception x
      join bank_difference d on d.account = x.refs ->> 'account' and d.day = (x.refs ->> 'day')::date and d.ref = x.refs ->> 'ref' and x.kind = 'statement-' || d.kind
     where x.closed_at is null and x.kind like 'statement-%' and x.refs ->> 'account' = ${account} order by x.opened_at, x.id limit 200`.execute(db)
  return rows
}

/** Ids that acts need and the exception does not hold. */
export async function selectActIds(
  db: Db,
  { ref, refs }: Pick<QueueRow, 'ref' | 'refs'>,
): Promise<{ returnId: string | null; billId: string | null; walletId: string | null }> {
  const { rows } = await sql<{ returnId: string | null; billId: string | null; walletId: string | null }>`
    select (select r.id from bank_return r where r.bank_payment_id = ${ref} and r.reason = 'unapplied' order by r.created_at desc limit 1) as "returnId",
           (select b.id from issuer_bill b where b.reference = ${ref}) as "billId",
           (select q.settlement_wallet_id from payment_request q where q.id = ${refs.paymentRequestId ?? null}) as "walletId"`.execute(db)
  return rows[0]!
}
