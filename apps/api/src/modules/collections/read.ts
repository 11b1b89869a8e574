import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { Collection, CollectionSummary, listCollections, listRedemptions, listTokenIssues, TokenIssue } from '@nikau/contract/collections'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { decodeCursor, decodeNumberKey, defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf } from '../accounts/index.ts'
import { collectionFor } from './access.ts'
import { toCollection, toCounts } from './rules.ts'
import { type IssueRow, type RedemptionRow, selectCollections, selectIssues, selectRedemptions, selectWaiting, selectWeeks } from './store-read.ts'

interface ReadDeps {
  db: Db
  clock: Clock
}

const soonMs = 14 * 86_400_000

export async function list(
  { db, clock }: ReadDeps,
  person: Person,
  query: QueryOf<typeof listCollections>,
): Promise<AnswerOf<typeof listCollections> | Refusal<'FORBIDDEN'>> {
  const now = clock.now()
  const reach = await reachOf(db, person, query.accountId, 'tokens:write')
  if (!reach) return refuse('FORBIDDEN')
  const of = { accountId: query.accountId, test: query.liveness === 'test', only: reach.merchantIds, now }
  const rows = await selectCollections(db, { ...of, before: decodeBefore(query.pageKey), limit: defaultPageSize })
  return toPage(rows, defaultPageSize, (row) => toCollection(row, now), ({ end, id }) => encodeCursor([end, id])) // prettier-ignore
}

function decodeBefore(pageKey: string | undefined): { at: string; id: string } | undefined {
  const [at, id] = decodeCursor(pageKey)
  return typeof at === 'string' && /^[\d:. +-]{19,40}$/.test(at) && typeof id === 'string' ? { at, id } : undefined
}

export async function read({ db, clock }: ReadDeps, person: Person, id: string): Promise<Collection | Refusal<'FORBIDDEN'>> {
  const row = await collectionFor(db, person, id, clock.now())
  return row ? toCollection(row, clock.now()) : refuse('FORBIDDEN')
}

export async function summarise({ db, clock }: ReadDeps, person: Person, id: string): Promise<CollectionSummary | Refusal<'FORBIDDEN'>> {
  const now = clock.now()
  const row = await collectionFor(db, person, id, now)
  if (!row) return refuse('FORBIDDEN')
  const counts = toCounts(row)
  const waiting = await selectWaiting(db, id, { now, soon: new Date(now.getTime() + soonMs) })
  return { ...counts, ...waiting, worthOut: cents((row.worth ?? 0n) * BigInt(counts.stillOut)), weeks: await selectWeeks(db, id, now) }
}

export async function redemptions(
  { db, clock }: ReadDeps,
  person: Person,
  id: string,
  query: QueryOf<typeof listRedemptions>,
): Promise<AnswerOf<typeof listRedemptions> | Refusal<'FORBIDDEN'>> {
  if (!(await collectionFor(db, person, id, clock.now()))) return refuse('FORBIDDEN')
  const rows = await selectRedemptions(db, id, { before: decodeNumberKey(query.pageKey), limit: defaultPageSize })
  return toPage(rows, defaultPageSize, toRedemption, ({ number }) => number.toString())
}

const toRedemption = ({ number: _number, ...row }: RedemptionRow) => ({ ...row, amount: cents(row.amount) })

export async function listIssues(
  { db, clock }: ReadDeps,
  person: Person,
  id: string,
  query: QueryOf<typeof listTokenIssues>,
): Promise<AnswerOf<typeof listTokenIssues> | Refusal<'FORBIDDEN'>> {
  if (!(await collectionFor(db, person, id, clock.now()))) return refuse('FORBIDDEN')
  const rows = await selectIssues(db, id, { before: decodeNumberKey(query.pageKey), limit: defaultPageSize })
  return toPage(rows, defaultPageSize, toIssue, ({ number }) => number.toString())
}

export function toIssue({ number: _number, ...issue }: IssueRow): TokenIssue {
  return issue
}
