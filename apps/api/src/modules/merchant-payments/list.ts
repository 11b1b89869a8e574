import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { getMerchantPaymentTotals, listMerchantPayments } from '@nikau/contract/merchant-payments'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeCursor, defaultPageSize, encodeCursor, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { listableMerchant } from './access.ts'
import { type Filter, type FilterQuery, toFilter } from './filter.ts'
import { readPlaceNames } from './names.ts'
import { presentPayment } from './present.ts'
import { type Cursor, hasShortCode, selectPayments, selectTotals } from './store.ts'
import { selectLatestPaid } from './store-latest.ts'

export interface ReadDeps {
  db: Db
  clock: Clock
}

/** Newest first. */
export async function listPayments(
  { db, clock }: ReadDeps,
  actor: Actor,
  merchantId: string,
  query: QueryOf<typeof listMerchantPayments>,
): Promise<AnswerOf<typeof listMerchantPayments> | Refusal<'FORBIDDEN'>> {
  const merchant = await listableMerchant(db, actor, merchantId)
  if (!merchant) return refuse('FORBIDDEN')
  const filter = await readFilter(db, merchantId, query, clock.now())
  const isByPaid = query.order === 'paid'
  const rows = isByPaid ? await selectLatestPaid(db, filter) : await selectPayments(db, filter, { before: toCursor(query.pageKey), limit: defaultPageSize })
  const names = await readPlaceNames(db, merchant.accountId, rows)
  return toPage(rows, defaultPageSize, (row) => presentPayment(row, names), cursorOf)
}

export const cursorOf = ({ createdAt, id }: Cursor) => encodeCursor([createdAt.toISOString(), id])

export async function readTotals(
  { db, clock }: ReadDeps,
  actor: Actor,
  merchantId: string,
  query: FilterQuery,
): Promise<AnswerOf<typeof getMerchantPaymentTotals> | Refusal<'FORBIDDEN'>> {
  if (!(await listableMerchant(db, actor, merchantId))) return refuse('FORBIDDEN')
  const { count, paidCount, gstInSales, ...sums } = await selectTotals(db, await readFilter(db, merchantId, query, clock.now()))
  return { count: Number(count), paidCount: Number(paidCount), gstInSales: cents(gstInSales), ...withBank(sums) }
}

type Sums = Record<'taken' | 'givenBack' | 'ownTokens' | 'takenAtTill' | 'fees' | 'gstOnFees', bigint>

/** Adds what goes to the bank. */
export function withBank({ taken, givenBack, ownTokens, takenAtTill, fees, gstOnFees }: Sums) {
  return {
    taken: cents(taken),
    givenBack: cents(givenBack),
    ownTokens: cents(ownTokens),
    takenAtTill: cents(takenAtTill),
    fees: cents(fees),
    gstOnFees: cents(gstOnFees),
    toBank: cents(taken - givenBack - ownTokens - takenAtTill - fees - gstOnFees),
  }
}

/** The filter of a query. What looks like a short code and is none of the merchant's is searched as words. */
export async function readFilter(db: Db, merchantId: string, query: FilterQuery, now: Date): Promise<Filter> {
  const filter = toFilter(merchantId, query, now)
  const { search } = filter
  if (search?.shortCode === undefined || (await hasShortCode(db, merchantId, search.shortCode))) return filter
  return { ...filter, search: { ...search, shortCode: undefined } }
}

export function toCursor(pageKey: string | undefined): Cursor | undefined {
  const [at, id] = decodeCursor(pageKey)
  if (typeof at !== 'string' || typeof id !== 'string') return undefined
  const createdAt = new Date(at)
  return Number.isNaN(createdAt.getTime()) ? undefined : { createdAt, id }
}
