import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listMerchantActivities, listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import type { listPaymentRequests, PaymentRequest } from '@nikau/contract/payment-requests'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor, CardBearer } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { isMerchantsKey, sideOf } from './authorise.ts'
import type { RequestRow } from './rows.ts'
import { readShortCode } from './short-code.ts'
import { toActivity, toRequest } from './show.ts'
import { accountsOf, merchantAccountOf, selectActivities, selectByExternalRef, selectByShortCode, selectMerchantActivities, selectRequest } from './store.ts'

export interface ReadMeans {
  db: Db
  clock: Clock
  webOrigin: string
}

const pageSize = 50
const merchantRoles = ['account-owner', 'cashier', 'merchant-terminal'] as const

/** Whoever has the id may look: it cannot be guessed. Who paid is for the merchant and for the payer to know. */
export async function read(means: ReadMeans, actor: Actor | CardBearer, id: string): Promise<PaymentRequest | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  if ('cardSessionId' in actor && actor.paymentRequestId !== id) return refuse('FORBIDDEN')
  const row = await selectRequest(means.db, id)
  if (!row) return refuse('REQUEST_NOT_FOUND')
  if ('cardSessionId' in actor) return toRequest(row, { now: means.clock.now(), webOrigin: means.webOrigin, mayKnowPayer: () => false })
  if (!('personId' in actor) && actor.test && !row.test) return refuse('FORBIDDEN')
  return await shown(means, actor, row)
}

async function shown(means: ReadMeans, actor: Actor, row: RequestRow): Promise<PaymentRequest> {
  const view = { now: means.clock.now(), webOrigin: means.webOrigin }
  if (row.legs.length === 0) return toRequest(row, { ...view, mayKnowPayer: () => false })
  if (!('personId' in actor)) return toRequest(row, { ...view, mayKnowPayer: () => isMerchantsKey(actor, row) })
  const own = await accountsOf(means.db, actor.personId)
  return toRequest(row, { ...view, mayKnowPayer: (accountId) => own.includes(accountId) || own.includes(row.merchantAccountId) })
}

/** By the merchant's own reference, or by the code on a receipt. */
export async function find(
  means: ReadMeans,
  actor: Actor,
  query: QueryOf<typeof listPaymentRequests>,
): Promise<AnswerOf<typeof listPaymentRequests> | Refusal<'FORBIDDEN' | 'CHECKSUM_FAILED'>> {
  const { merchantAccountId, externalRef } = query
  if (!(await mayActFor(means.db, actor, merchantAccountId, merchantRoles))) return refuse('FORBIDDEN')
  if (externalRef === undefined) {
    const code = readShortCode(query.shortCode!)
    if (code === undefined) return refuse('CHECKSUM_FAILED')
    const row = await selectByShortCode(means.db, code)
    return { items: row?.merchantAccountId === merchantAccountId ? [await shown(means, actor, row)] : [] }
  }
  const rows = await selectByExternalRef(means.db, { merchantAccountId, externalRef, after: query.pageKey, limit: pageSize })
  const items = await Promise.all(rows.slice(0, pageSize).map((row) => shown(means, actor, row)))
  return { items, ...(rows.length > pageSize && { nextPageKey: items.at(-1)!.id }) }
}

/** Newest first. For the merchant, and for the customer that the request is bound to. */
export async function activities(
  { db }: ReadMeans,
  actor: Actor,
  id: string,
  query: QueryOf<typeof listPaymentRequestActivities>,
): Promise<AnswerOf<typeof listPaymentRequestActivities> | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN'>> {
  const row = await selectRequest(db, id)
  if (!row) return refuse('REQUEST_NOT_FOUND')
  if (!(await sideOf(db, actor, row))) return refuse('FORBIDDEN')
  const before = query.pageKey !== undefined && /^\d{1,9}$/.test(query.pageKey) ? Number(query.pageKey) : undefined
  const rows = await selectActivities(db, id, { before, limit: pageSize })
  const items = rows.slice(0, pageSize)
  return { items: items.map((one) => toActivity(one, row)), ...(rows.length > pageSize && { nextPageKey: String(items.at(-1)!.number) }) }
}

export async function merchantActivities(
  { db }: ReadMeans,
  actor: Actor,
  query: QueryOf<typeof listMerchantActivities>,
): Promise<AnswerOf<typeof listMerchantActivities> | Refusal<'FORBIDDEN'>> {
  const accountId = await merchantAccountOf(db, query.merchantId)
  if (accountId === undefined || !(await mayActFor(db, actor, accountId, merchantRoles))) return refuse('FORBIDDEN')
  const rows = await selectMerchantActivities(db, query.merchantId, { before: placeOf(query.pageKey), limit: pageSize })
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  return {
    items: items.map((one) => toActivity(one, { ...one, createdBy: one.requestCreatedBy })),
    ...(rows.length > pageSize && last && { nextPageKey: [last.createdAt.getTime(), last.paymentRequestId, last.number].join('~') }),
  }
}

function placeOf(key: string | undefined) {
  const parts = /^(\d{1,15})~([\w-]{1,64})~(\d{1,9})$/.exec(key ?? '')
  return parts ? { at: new Date(Number(parts[1])), requestId: parts[2]!, number: Number(parts[3]) } : undefined
}
