import type { BodyOf } from '@nikau/contract'
import { lineItemsDue, lineItem, type MerchantCondition, type PaymentRequest, paymentOption, createPaymentRequest } from '@nikau/contract/payment-requests'
import { defaultExpirySeconds } from '@nikau/contract/payment-request-states'
import type { Ledger } from '@nikau/ledger'
import { add } from '@nikau/money'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type MerchantKey, nameOf } from '../../http/bind.ts'
import { once } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { allowedRedirect } from '../merchants/index.ts'
import { dueAccount } from './group.ts'
import { optionsFor, passesLuhn } from './options.ts'
import type { Terms } from './rows.ts'
import { newShortCode } from './short-code.ts'
import { toRequest } from './show.ts'
import {
  type ConfigForRequest,
  insertActivity,
  insertRequest,
  isShortCodeTaken,
  type Redemption,
  selectConfigForRequest,
  selectRedemptions,
  selectRequest,
} from './store.ts'

export interface CreateMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
  webOrigin: string
}

type Body = BodyOf<typeof createPaymentRequest>
type Refused = Exclude<keyof typeof createPaymentRequest.refusals, 'IDEMPOTENT_OPERATION_FAILED'>

/** Asks for a payment. The request's counter in the ledger is what nobody can overpay or pay late. */
export async function create(means: CreateMeans, key: MerchantKey, body: Body): Promise<PaymentRequest | Refusal<Refused | 'IDEMPOTENT_OPERATION_FAILED'>> {
  return await once(means, createPaymentRequest, { caller: key.accountId, body }, (tx) => createIn(tx, means, key, body))
}

/** To whom a request is bound from its beginning, and what has to be settled with them before it is paid. */
export interface Bound {
  patronAccountId?: string
  conditions?: readonly MerchantCondition[]
}

/** A till may belong to whoever sells tills, so any key may ask for any merchant; only test and real money are kept apart. */
export async function createIn(tx: Tx, means: CreateMeans, key: MerchantKey, body: Body, bound: Bound = {}): Promise<PaymentRequest | Refusal<Refused>> {
  const config = await selectConfigForRequest(tx, body.configId)
  if (!config?.merchantAccountId || (key.test && !config.test)) return refuse('FORBIDDEN')
  const lineItems = body.lineItems ?? []
  if (body.lineItems && add(...lineItems.map((line) => line.price)) !== lineItemsDue(body)) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
  const redirects = redirectsOf(body, config)
  if (redirects instanceof Refusal) return redirects
  const strange = unknownParty(body)
  if (strange) return strange
  const named = config.options.flatMap((option) => option.collectionIds ?? [])
  const redemptions = await selectRedemptions(tx, { merchantId: config.merchantId, test: config.test, named })
  if (body.collectionId !== undefined && !redemptions.some((one) => one.collectionId === body.collectionId)) return refuse('TOKEN_COLLECTION_NOT_FOUND')
  return await write(tx, means, key, body, { config, redirects, redemptions, bound })
}

async function write(
  tx: Tx,
  means: CreateMeans,
  key: MerchantKey,
  body: Body,
  found: { config: ConfigForRequest; redirects: Redirects; redemptions: Redemption[]; bound: Bound },
): Promise<PaymentRequest | Refusal<Refused>> {
  const { config } = found
  const preAuth = body.preAuth ?? false
  const asked = { amount: body.value.amount, lineItems: body.lineItems ?? [], preAuth, collectionId: body.collectionId }
  const paymentOptions = optionsFor(config, asked, found.redemptions)
  if (paymentOptions.length === 0) return refuse('NO_AVAILABLE_PAYMENT_OPTIONS')

  const id = means.ids.public()
  const at = means.clock.now()
  const expirySeconds = body.expirySeconds ?? defaultExpirySeconds
  const expiresAt = new Date(at.getTime() + expirySeconds * 1000)
  const createdBy = nameOf(key)
  const { merchantId } = config
  await insertRequest(tx, {
    id,
    test: config.test,
    amount: body.value.amount,
    at,
    expiresAt,
    shortCode: await freeShortCode(tx),
    configId: config.configId,
    merchantId,
    merchantAccountId: config.merchantAccountId!,
    merchantName: config.merchantName,
    settlementWalletId: config.settlementWalletId,
    createdBy,
    createdByAccountId: key.accountId,
    createdByAccountName: key.accountName,
    patronAccountId: found.bound.patronAccountId ?? null,
    externalRef: body.externalRef ?? null,
    terms: termsOf(body, { paymentOptions: z.encode(z.array(paymentOption), paymentOptions), expirySeconds, ...found }),
    conditions: found.bound.conditions ?? [],
    preAuth,
  })
  const activity = { paymentRequestId: id, number: 1, id: activityId(means.ids), type: preAuth ? 'preAuthRequest' : 'request', merchantId } as const
  await insertActivity(tx, { ...activity, amount: body.value.amount, createdAt: at, createdBy, posting: null, idempotencyKey: null, asked: null, detail: {} })
  await means.ledger.openAccount(tx, dueAccount({ id, amount: body.value.amount, expiresAt }))
  const row = await selectRequest(tx, id)
  return toRequest(row!, { now: at, webOrigin: means.webOrigin, mayKnowPayer: () => true })
}

export function activityId(ids: Ids): string {
  return ids.ordered().replaceAll('-', '')
}

/** Thirty-four thousand million codes: the loop hardly ever runs twice. */
async function freeShortCode(tx: Tx): Promise<string> {
  let code = newShortCode()
  while (await isShortCodeTaken(tx, code)) code = newShortCode()
  return code
}

type Redirects = Partial<Record<'redirectUrl' | 'redirectPaidUrl' | 'redirectCancelUrl', string>>

function redirectsOf(body: Body, config: ConfigForRequest): Redirects | Refusal<'REDIRECT_URL_INVALID'> {
  const allowed: Redirects = {}
  for (const name of ['redirectUrl', 'redirectPaidUrl', 'redirectCancelUrl'] as const) {
    const given = body[name]
    if (given === undefined) continue
    const url = allowedRedirect(given, config.allowedRedirectUrls, config.test)
    if (url === undefined) return refuse('REDIRECT_URL_INVALID')
    allowed[name] = url
  }
  return allowed
}

/** Nobody has patron codes, connections or payment links yet: whoever names one names one that does not exist. */
function unknownParty(body: Body): Refusal<Refused> | undefined {
  if (body.barcode !== undefined) return refuse(body.barcode.length === 16 && !passesLuhn(body.barcode) ? 'CHECKSUM_FAILED' : 'PATRON_CODE_INVALID')
  if (body.connectionId !== undefined) return refuse('CONNECTION_NOT_FOUND')
  return body.paymentLinkId === undefined ? undefined : refuse('FORBIDDEN')
}

function termsOf(body: Body, known: { paymentOptions: Terms['paymentOptions']; expirySeconds: number; redirects: Redirects; config: ConfigForRequest }): Terms {
  const { invoiceRef, purchaseOrderRef, terminalId, deviceId, operatorId, collectionId, patronNotPresent, conditionsEnabled } = body
  const given = { invoiceRef, purchaseOrderRef, terminalId, deviceId, operatorId, collectionId, patronNotPresent, conditionsEnabled }
  return {
    paymentOptions: known.paymentOptions,
    partialAllowed: body.partialAllowed ?? false,
    expirySeconds: known.expirySeconds,
    ...known.redirects,
    ...(body.lineItems && { lineItems: z.encode(z.array(lineItem), body.lineItems) }),
    ...(body.basketAmount !== undefined && { basketAmount: body.basketAmount.toString() }),
    ...(known.config.gstNumber !== null && { gstNumber: known.config.gstNumber }),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Terms>),
  }
}
