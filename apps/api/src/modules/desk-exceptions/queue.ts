import { groupOfException } from '@nikau/contract/desk/exception-kinds'
import type { listExceptions } from '@nikau/contract/desk/exceptions'
import type { DeskAnswerOf, DeskQueryOf } from '@nikau/contract/desk/endpoint'
import { type Cents, cents } from '@nikau/money'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { decodeCursor, defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { ageStateOf } from '../exceptions/index.ts'
import { namesFrom, presentRow } from './present.ts'
import { kindsOf } from './rules.ts'
import { type OpenRow, selectClosed, selectClosedSince, selectNames, selectOpen, selectQueueRows, sumClosed } from './store.ts'

type Query = DeskQueryOf<typeof listExceptions>
type Answer = DeskAnswerOf<typeof listExceptions>

export interface Asking {
  /** The operator who asks. */
  operator: string
  test: boolean
  now: Date
}

const sumOf = (rows: readonly { amount: bigint | null }[]): { count: number; sum: Cents } => ({
  count: rows.length,
  sum: cents(rows.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)),
})

/**
 * The queue. All open exceptions are read for the totals, which follow the rules of each kind; of them, and of closed ones, one page is
 * read in full.
 */
export async function listQueue(db: Db, query: Query, asking: Asking): Promise<Answer> {
  const { test, now } = asking
  const open = await selectOpen(db, { test, now })
  const [named, today] = [namesFrom(await selectNames(db)), await selectClosedSince(db, instantAt(calendarDate(now), 0), test)]
  const totals: Answer['totals'] = {
    open: sumOf(open),
    withoutOwner: open.filter(({ owner }) => owner === null).length,
    mine: open.filter(({ owner }) => owner === asking.operator).length,
    overdue: open.filter(({ kind, openedAt }) => ageStateOf(kind, openedAt, now) === 'overdue').length,
    secondPerson: sumOf(open.filter(({ waits }) => waits)),
    closedToday: { count: today.count, ...(today.medianSeconds !== null && { medianSeconds: today.medianSeconds }) },
    groups: countBy(open.map(({ kind }) => groupOfException(kind))),
  }
  const next = open.find(({ owner, waits }) => !waits && (owner === null || owner === asking.operator))
  const page = query.state === 'closed' ? await closedPage(db, query, asking, named) : await openPage(db, open, query, asking, named)
  return { ...page, totals, ...(next && { nextId: String(next.id) }), now }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

type Page = Pick<Answer, 'items' | 'nextPageKey' | 'matching'>
type Naming = ReturnType<typeof namesFrom>

async function openPage(db: Db, open: readonly OpenRow[], query: Query, { operator, now }: Asking, named: Naming): Promise<Page> {
  const kinds = kindsOf(query)
  const owner = query.owner === 'me' ? operator : query.owner
  const matching = open.filter(
    (row) =>
      (kinds === undefined || kinds.includes(row.kind)) &&
      (owner === undefined || (row.owner ?? 'nobody') === owner) &&
      (query.age === undefined || ageStateOf(row.kind, row.openedAt, now) === query.age) &&
      (query.state !== 'waiting' || row.waits),
  )
  const after = cursorOf(query.pageKey)
  const rest = after ? matching.filter(({ openedAt, id }) => openedAt > after.at || (openedAt.getTime() === after.at.getTime() && id > after.id)) : matching
  const rows = await selectQueueRows(
    db,
    rest.slice(0, defaultPageSize + 1).map(({ id }) => id),
    now,
  )
  const page = toPage(
    rows,
    defaultPageSize,
    (row) => presentRow(row, { named, now }),
    ({ openedAt, id }) => encodeCursor([openedAt.getTime(), String(id)]),
  )
  return { ...page, matching: sumOf(matching) }
}

async function closedPage(db: Db, query: Query, { operator, test, now }: Asking, named: Naming): Promise<Page> {
  const filter = { test, kinds: kindsOf(query), owner: query.owner === 'me' ? operator : query.owner }
  const after = cursorOf(query.pageKey)
  const rows = await selectClosed(db, { ...filter, after: after && { closedAt: after.at, id: after.id }, limit: defaultPageSize + 1, now })
  const { count, sum } = await sumClosed(db, filter)
  const page = toPage(
    rows,
    defaultPageSize,
    (row) => presentRow(row, { named, now }),
    ({ closedAt, id }) => encodeCursor([closedAt!.getTime(), String(id)]),
  )
  return { ...page, matching: { count, sum: cents(sum) } }
}

function cursorOf(pageKey: string | undefined): { at: Date; id: bigint } | undefined {
  const [at, id] = decodeCursor(pageKey)
  return typeof at === 'number' && typeof id === 'string' && /^\d{1,18}$/.test(id) ? { at: new Date(at), id: BigInt(id) } : undefined
}
