import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listMerchantActivities, listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import type { listPaymentRequests, PaymentRequest } from '@nikau/contract/payment-requests'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import { keyReaches } from '../../../http/api-keys.ts'
import type { Actor, MerchantKey, PaymentTokenBearer, Person } from '../../../http/bind.ts'
import { EventStream } from '../../../http/event-stream.ts'
import { defaultPageSize, toPage } from '../../../http/pagination.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { reachOf } from '../../accounts/index.ts'
import { ownConnection } from '../../connections/index.ts'
import { merchantReachOf } from '../../merchants/index.ts'
import { type Scans, selectPaidSince, showOfflinePayment } from '../../patron-codes/index.ts'
import { closeOverduePart } from '../close/expire.ts'
import { type ExternalPaymentMethod, findMethod, type ReturnDeps } from '../external/port.ts'
import { keyMay, reachesRequest, sideOf } from '../request/access.ts'
import { toActivity, toRequest } from '../request/present.ts'
import { isRestKept } from '../request/rest.ts'
import { parseShortCode } from '../request/short-code.ts'
import { selectActivities, selectRequest } from '../request/store.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import {
  type MerchantCursor,
  selectAccountIds,
  selectByExternalRef,
  selectByShortCode,
  selectLatestOnConnection,
  selectOwnedMerchant,
  selectMerchantActivities,
  selectOfPatronCodes,
} from './store.ts'

export interface ReadDeps {
  db: Db
  externalMethods: readonly ExternalPaymentMethod[]
  clock: Clock
  webOrigin: string
}

/** Anyone who has the id may read the request, because it cannot be guessed. Only the merchant and the payer see who paid. */
export async function readRequest(
  deps: ReadDeps & ReturnDeps,
  actor: Actor | PaymentTokenBearer,
  id: string,
): Promise<PaymentRequest | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  if ('sessionId' in actor && actor.paymentRequestId !== id) return refuse('FORBIDDEN')
  const row = await selectRequest(deps.db, id)
  if (!row) return refuse('REQUEST_NOT_FOUND')
  if ('sessionId' in actor) return toRequest(row, { now: deps.clock.now(), webOrigin: deps.webOrigin, mayKnowPayer: () => false })
  if (!('personId' in actor) && !keyReaches(actor, row)) return refuse('FORBIDDEN')
  if (!('personId' in actor) && actor.till)
    return (await sideOf(deps.db, actor, row, 'read', deps.clock.now())) ? await presentToTill(deps, actor, row) : refuse('FORBIDDEN')
  await startQuickPay(deps, actor, row)
  return { ...(await presentTo(deps, actor, row)), ...(await offlineCodeOf(deps, actor, row)) }
}

/** The request of a charge, to the till that made it. How old it is does not matter: the till may have been off since. */
export async function readChargeOfTill(deps: ReadDeps & ReturnDeps, key: MerchantKey, id: string): Promise<PaymentRequest | Refusal<'FORBIDDEN'>> {
  const row = await selectRequest(deps.db, id)
  return row && (await keyMay(deps.db, key, row, 'read')) ? await presentToTill(deps, key, row) : refuse('FORBIDDEN')
}

async function presentToTill(deps: ReadDeps & ReturnDeps, key: MerchantKey, row: RequestRow): Promise<PaymentRequest> {
  await startQuickPay(deps, key, row)
  const seen = await closeOverduePart(deps, row)
  const request = await presentTo(deps, key, seen)
  // Its time is over by this process's clock and not by the ledger's: it is not closed yet, and the till asks again.
  return request.status === 'expired' && seen.status === 'new' && isRestKept(seen) ? { ...request, status: seen.status } : request
}

/** How the payer's own device made the payment. Nobody else learns that it had no signal. */
async function offlineCodeOf(deps: ReadDeps, actor: Actor, row: RequestRow): Promise<Pick<PaymentRequest, 'offlineCode'>> {
  if (!('personId' in actor) || row.terms.patronCodeId === undefined || row.tenders.length === 0) return {}
  const payment = await showOfflinePayment(deps.db, row.id, actor.personId, deps.clock.now())
  return payment ? { offlineCode: { ...payment, limit: cents(payment.limit) } } : {}
}

/** The first poll by the account whose key created the request proves that its till knows the request, and starts the charge of a scanned card. */
async function startQuickPay(deps: ReadDeps, actor: Actor, row: RequestRow): Promise<void> {
  const { quickPay: name } = row.terms
  if (name === undefined || 'personId' in actor || actor.accountId !== row.createdByAccountId) return
  if (row.reservedFor !== null || statusOf(row, deps.clock.now()) !== 'new') return
  // An integrator's grant may have been revoked since.
  if (!(await keyMay(deps.db, actor, row, 'create'))) return
  await findMethod(deps.externalMethods, name).quickPay!.start(row.id)
}

/** What the barcode screen waits for: the request of the till that has scanned one of the person's codes. */
export async function readOfPatronCodes(deps: ReadDeps, person: Person): Promise<PaymentRequest | Refusal<'REQUEST_NOT_FOUND'>> {
  const row = await selectOfPatronCodes(deps.db, person.personId, deps.clock.now())
  return row ? await presentTo(deps, person, row) : refuse('REQUEST_NOT_FOUND')
}

/** A page that was hidden or had no connection is told of what its code has paid in this time. */
const missedMs = 60_000

/** Events for the barcode screen, so that it need not ask. The first is of a request that waits already, or that was just paid without approval. */
export function watchPatronCodes(deps: ReadDeps & { scans: Scans }, { personId }: Person): EventStream<{ paymentRequestId: string }> {
  return new EventStream((send, end) => {
    const stop = deps.scans.watch(personId, (paymentRequestId) => send({ paymentRequestId }), end)
    firstRequest(deps, personId).then((paymentRequestId) => paymentRequestId !== undefined && send({ paymentRequestId }), end)
    return stop
  })
}

async function firstRequest({ db, clock }: ReadDeps, personId: string): Promise<string | undefined> {
  const now = clock.now()
  return (await selectOfPatronCodes(db, personId, now))?.id ?? (await selectPaidSince(db, personId, new Date(now.getTime() - missedMs)))
}

/** What a connected shop asks its customer for now. */
export async function readLatestOnConnection(
  deps: ReadDeps,
  person: Person,
  connectionId: string,
): Promise<PaymentRequest | Refusal<'FORBIDDEN' | 'REQUEST_NOT_FOUND'>> {
  if (!(await ownConnection(deps.db, person, connectionId))) return refuse('FORBIDDEN')
  const row = await selectLatestOnConnection(deps.db, connectionId, deps.clock.now())
  return row ? await presentTo(deps, person, row) : refuse('REQUEST_NOT_FOUND')
}

async function presentTo(deps: ReadDeps, actor: Actor, row: RequestRow): Promise<PaymentRequest> {
  const view = { now: deps.clock.now(), webOrigin: deps.webOrigin }
  if (row.tenders.length === 0) return toRequest(row, { ...view, mayKnowPayer: () => false })
  if (!('personId' in actor)) {
    const isMerchants = !actor.till && (await keyMay(deps.db, actor, row, 'read'))
    return toRequest(row, { ...view, mayKnowPayer: () => isMerchants })
  }
  const own = await selectAccountIds(deps.db, actor.personId)
  const isMerchants = (await sideOf(deps.db, actor, row, 'read', view.now)) === 'merchant'
  return toRequest(row, { ...view, mayKnowPayer: (accountId) => own.includes(accountId) || isMerchants })
}

/** Finds requests by the merchant's reference, or by the code on a receipt. */
export async function findRequests(
  deps: ReadDeps,
  actor: Actor,
  query: QueryOf<typeof listPaymentRequests>,
): Promise<AnswerOf<typeof listPaymentRequests> | Refusal<'FORBIDDEN' | 'CHECKSUM_FAILED'>> {
  const { merchantAccountId, externalRef } = query
  const reach = await reachOf(deps.db, actor, merchantAccountId, 'payments:read')
  if (!reach) return refuse('FORBIDDEN')
  const now = deps.clock.now()
  if (externalRef === undefined) {
    const code = parseShortCode(query.shortCode!)
    if (code === undefined) return refuse('CHECKSUM_FAILED')
    const row = await selectByShortCode(deps.db, code)
    return { items: row?.merchantAccountId === merchantAccountId && reachesRequest(reach, actor, row, now) ? [await presentTo(deps, actor, row)] : [] }
  }
  const rows = await selectByExternalRef(deps.db, { merchantAccountId, externalRef, after: query.pageKey, limit: defaultPageSize })
  const { items, ...next } = toPage(
    rows,
    defaultPageSize,
    async (row) => (reachesRequest(reach, actor, row, now) ? await presentTo(deps, actor, row) : undefined),
    (last) => last.id,
  )
  return { items: (await Promise.all(items)).filter((item) => item !== undefined), ...next }
}

/** Newest first. For the merchant, and for the customer that the request is bound to. */
export async function listActivities(
  { db, clock }: ReadDeps,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listPaymentRequestActivities>,
): Promise<AnswerOf<typeof listPaymentRequestActivities> | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  const request = await selectRequest(db, id)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  if (!(await sideOf(db, actor, request, 'read', clock.now()))) return refuse('FORBIDDEN')
  const before = query.pageKey !== undefined && /^\d{1,9}$/.test(query.pageKey) ? Number(query.pageKey) : undefined
  const rows = await selectActivities(db, id, { before, limit: defaultPageSize })
  return toPage(
    rows,
    defaultPageSize,
    (activity) => toActivity(activity, request),
    (last) => String(last.number),
  )
}

export async function listActivitiesOfMerchant(
  { db }: ReadDeps,
  actor: Actor,
  query: QueryOf<typeof listMerchantActivities>,
): Promise<AnswerOf<typeof listMerchantActivities> | Refusal<'FORBIDDEN'>> {
  const merchant = await selectOwnedMerchant(db, query.merchantId)
  const reach = merchant && (await merchantReachOf(db, actor, merchant, 'read'))
  if (reach === undefined || reach === 'own-till') return refuse('FORBIDDEN')
  const rows = await selectMerchantActivities(db, query.merchantId, { before: parseCursor(query.pageKey), limit: defaultPageSize })
  return toPage(
    rows,
    defaultPageSize,
    (activity) => toActivity(activity, { ...activity, createdBy: activity.requestCreatedBy }),
    (last) => [last.createdAt.getTime(), last.paymentRequestId, last.number].join('~'),
  )
}

function parseCursor(key: string | undefined): MerchantCursor | undefined {
  const parts = /^(\d{1,15})~([\w-]{1,64})~(\d{1,9})$/.exec(key ?? '')
  return parts ? { at: new Date(Number(parts[1])), requestId: parts[2]!, number: Number(parts[3]) } : undefined
}
