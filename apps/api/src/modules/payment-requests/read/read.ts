import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listMerchantActivities, listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import type { listPaymentRequests, PaymentRequest } from '@nikau/contract/payment-requests'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor, PaymentTokenBearer, Person } from '../../../http/bind.ts'
import { defaultPageSize, toPage } from '../../../http/pagination.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { mayActFor } from '../../accounts/index.ts'
import { mayActForMerchant } from '../../merchants/index.ts'
import { keyMay, sideOf } from '../request/access.ts'
import { toActivity, toRequest } from '../request/present.ts'
import { parseShortCode } from '../request/short-code.ts'
import { selectActivities, selectRequest } from '../request/store.ts'
import type { RequestRow } from '../request/types.ts'
import {
  type MerchantCursor,
  selectAccountIds,
  selectByExternalRef,
  selectByShortCode,
  selectMerchantAccountId,
  selectMerchantActivities,
  selectOfPatronCodes,
} from './store.ts'

export interface ReadDeps {
  db: Db
  clock: Clock
  webOrigin: string
}

const merchantRoles = ['account-owner', 'cashier', 'merchant-terminal'] as const

/** Anyone who has the id may read the request, because it cannot be guessed. Only the merchant and the payer see who paid. */
export async function readRequest(
  deps: ReadDeps,
  actor: Actor | PaymentTokenBearer,
  id: string,
): Promise<PaymentRequest | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  if ('sessionId' in actor && actor.paymentRequestId !== id) return refuse('FORBIDDEN')
  const row = await selectRequest(deps.db, id)
  if (!row) return refuse('REQUEST_NOT_FOUND')
  if ('sessionId' in actor) return toRequest(row, { now: deps.clock.now(), webOrigin: deps.webOrigin, mayKnowPayer: () => false })
  if (!('personId' in actor) && actor.test && !row.test) return refuse('FORBIDDEN')
  return await presentTo(deps, actor, row)
}

/** What the barcode screen waits for: the request of the till that has scanned one of the person's codes. */
export async function readOfPatronCodes(deps: ReadDeps, person: Person): Promise<PaymentRequest | Refusal<'REQUEST_NOT_FOUND'>> {
  const row = await selectOfPatronCodes(deps.db, person.personId, deps.clock.now())
  return row ? await presentTo(deps, person, row) : refuse('REQUEST_NOT_FOUND')
}

async function presentTo(deps: ReadDeps, actor: Actor, row: RequestRow): Promise<PaymentRequest> {
  const view = { now: deps.clock.now(), webOrigin: deps.webOrigin }
  if (row.tenders.length === 0) return toRequest(row, { ...view, mayKnowPayer: () => false })
  if (!('personId' in actor)) {
    const isMerchants = await keyMay(deps.db, actor, row, 'read')
    return toRequest(row, { ...view, mayKnowPayer: () => isMerchants })
  }
  const own = await selectAccountIds(deps.db, actor.personId)
  return toRequest(row, { ...view, mayKnowPayer: (accountId) => own.includes(accountId) || own.includes(row.merchantAccountId) })
}

/** Finds requests by the merchant's reference, or by the code on a receipt. */
export async function findRequests(
  deps: ReadDeps,
  actor: Actor,
  query: QueryOf<typeof listPaymentRequests>,
): Promise<AnswerOf<typeof listPaymentRequests> | Refusal<'FORBIDDEN' | 'CHECKSUM_FAILED'>> {
  const { merchantAccountId, externalRef } = query
  if (!(await mayActFor(deps.db, actor, merchantAccountId, merchantRoles))) return refuse('FORBIDDEN')
  if (externalRef === undefined) {
    const code = parseShortCode(query.shortCode!)
    if (code === undefined) return refuse('CHECKSUM_FAILED')
    const row = await selectByShortCode(deps.db, code)
    return { items: row?.merchantAccountId === merchantAccountId ? [await presentTo(deps, actor, row)] : [] }
  }
  const rows = await selectByExternalRef(deps.db, { merchantAccountId, externalRef, after: query.pageKey, limit: defaultPageSize })
  const { items, ...next } = toPage(
    rows,
    defaultPageSize,
    (row) => presentTo(deps, actor, row),
    (last) => last.id,
  )
  return { items: await Promise.all(items), ...next }
}

/** Newest first. For the merchant, and for the customer that the request is bound to. */
export async function listActivities(
  { db }: ReadDeps,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listPaymentRequestActivities>,
): Promise<AnswerOf<typeof listPaymentRequestActivities> | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  const request = await selectRequest(db, id)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  if (!(await sideOf(db, actor, request, 'read'))) return refuse('FORBIDDEN')
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
  const merchantAccountId = await selectMerchantAccountId(db, query.merchantId)
  if (merchantAccountId === undefined) return refuse('FORBIDDEN')
  if (!(await mayActForMerchant(db, actor, { merchantId: query.merchantId, merchantAccountId }, 'read'))) return refuse('FORBIDDEN')
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
