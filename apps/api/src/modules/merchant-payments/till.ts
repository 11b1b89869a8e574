import type { AnswerOf, QueryOf } from '@nikau/contract'
import { type getTillDay, type listTillPayments, tillMethods, type TillPayment } from '@nikau/contract/till-payments'
import { add, cents } from '@nikau/money'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import type { KeyTill, MerchantKey } from '../../http/bind.ts'
import { defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { findKeyOfSale, ownSalesMs } from '../tills/index.ts'
import { presentDetail } from './detail.ts'
import { type Filter, toFilter } from './filter.ts'
import { cursorOf, type ReadDeps, toCursor } from './list.ts'
import { readPlaceNames } from './names.ts'
import { presentPayment } from './present.ts'
import { selectDetail } from './store-detail.ts'
import { selectLegs } from './store-legs.ts'
import { selectTillDay } from './store-till.ts'
import { selectPayments } from './store.ts'

/** The device that is paired with the till. */
const tillOf = ({ till }: MerchantKey, tillId: string): KeyTill | undefined => (till?.id === tillId ? till : undefined)

const whereOf = (till: KeyTill) => `till:${till.id}`

/** Newest first, as far back as the till may open them. */
export async function listOwnPayments(
  { db, clock }: ReadDeps,
  key: MerchantKey,
  tillId: string,
  { pageKey }: QueryOf<typeof listTillPayments>,
): Promise<AnswerOf<typeof listTillPayments> | Refusal<'FORBIDDEN'>> {
  const till = tillOf(key, tillId)
  if (!till) return refuse('FORBIDDEN')
  const now = clock.now()
  const filter: Filter = { ...toFilter(till.merchantId, { where: whereOf(till) }, now), from: oldestOf(now) }
  const rows = await selectPayments(db, filter, { before: toCursor(pageKey), limit: defaultPageSize })
  const names = await readPlaceNames(db, key.accountId, rows)
  return toPage(rows, defaultPageSize, (row) => presentPayment(row, names), cursorOf)
}

const oldestOf = (now: Date) => new Date(now.getTime() - ownSalesMs + 1)

export async function readOwnPayment(
  { db, clock }: ReadDeps,
  actor: MerchantKey,
  { id, paymentRequestId }: { id: string; paymentRequestId: string },
): Promise<TillPayment | Refusal<'FORBIDDEN'>> {
  const till = tillOf(actor, id)
  const now = clock.now()
  const row = till && (await selectDetail(db, till.merchantId, paymentRequestId, now))
  if (!row || row.terminalId !== till.id || row.createdAt < oldestOf(now)) return refuse('FORBIDDEN')
  const payment = presentDetail(row, await selectLegs(db, row.id), await readPlaceNames(db, actor.accountId, [row]))
  const idempotencyKey = payment.restUntil && (await findKeyOfSale(db, till, row.id))
  return { ...payment, ...(idempotencyKey !== undefined && { idempotencyKey }) }
}

/** The last day whose payments the till still sees, all of them. */
const daysBack = 6

/** Adds up one day by the same filter as the portal's list, so that the two are equal to the cent. */
export async function readTillDay(
  { db, clock }: ReadDeps,
  key: MerchantKey,
  tillId: string,
  query: QueryOf<typeof getTillDay>,
): Promise<AnswerOf<typeof getTillDay> | Refusal<'FORBIDDEN'>> {
  const till = tillOf(key, tillId)
  const now = clock.now()
  const today = calendarDate(now)
  const day = query.day ?? today
  if (!till || day > today || day < addDays(today, -daysBack)) return refuse('FORBIDDEN')
  const { methods, paidCount, openCount, rounding } = await selectTillDay(db, toFilter(till.merchantId, { from: day, to: day, where: whereOf(till) }, now))
  const byMethod = methods.map(({ method, count, taken, givenBack }) => ({ method, count, taken: cents(taken), givenBack: cents(givenBack) }))
  return {
    day,
    at: now,
    paidCount: Number(paidCount),
    openCount: Number(openCount),
    taken: add(...byMethod.map(({ taken }) => taken)),
    givenBack: add(...byMethod.map(({ givenBack }) => givenBack)),
    rounding: cents(rounding),
    methods: byMethod.toSorted((a, b) => tillMethods.indexOf(a.method) - tillMethods.indexOf(b.method)),
  }
}
