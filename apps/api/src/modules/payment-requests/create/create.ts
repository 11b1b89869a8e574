import type { BodyOf } from '@nikau/contract'
import {
  encodedBytes,
  expectedLineItemsTotal,
  lineItem,
  maxTermsBytes,
  type MerchantCondition,
  type PaymentRequest,
  paymentOption,
  createPaymentRequest,
} from '@nikau/contract/payment-requests'
import { defaultExpirySeconds } from '@nikau/contract/payment-request-states'
import { add, type Cents } from '@nikau/money'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Tx, Vault } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type KeyTill, type MerchantKey, crnOf } from '../../../http/bind.ts'
import { BadRequest } from '../../../http/errors.ts'
import { withIdempotencyKey } from '../../../http/idempotency.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { BusinessLimits } from '../../accounts/index.ts'
import { connectedCustomer } from '../../connections/index.ts'
import { allowedRedirect } from '../../merchants/index.ts'
import { limitGuesses, redeemPatronCode, type UsedCode } from '../../patron-codes/index.ts'
import { recordSale, startSale } from '../../tills/index.ts'
import { cancelRequest } from '../close/cancel.ts'
import type { ReturnDeps } from '../external/port.ts'
import { dueCounter } from '../request/accounts.ts'
import { newActivityId } from '../request/ids.ts'
import { toRequest } from '../request/present.ts'
import { newShortCode } from '../request/short-code.ts'
import { insertActivity, selectRequest } from '../request/store.ts'
import type { Terms } from '../request/types.ts'
import { configFor } from './config.ts'
import { payByCode, type PayByCodeDeps } from './pay-by-code.ts'
import { buildPaymentOptions } from './payment-options.ts'
import { type CardBinding, scanBarcode, type ScannedBarcode } from './scanned-card.ts'
import {
  type ConfigForRequest,
  insertRequest,
  isShortCodeTaken,
  isTillLink,
  lockTakings,
  type Redemption,
  selectLinkOfTill,
  selectRedemptions,
} from './store.ts'

export interface CreateDeps extends ReturnDeps, PayByCodeDeps {
  webOrigin: string
  vault: Vault
  /** Unknown patron codes that the keys of an account may try in an hour. */
  guessesPerHour: number
  /** Of new businesses. */
  businessLimits: BusinessLimits
}

type Body = BodyOf<typeof createPaymentRequest>
type Refused = Exclude<keyof typeof createPaymentRequest.refusals, 'IDEMPOTENT_OPERATION_FAILED'>

export async function create(deps: CreateDeps, key: MerchantKey, body: Body): Promise<PaymentRequest | Refusal<Refused | 'IDEMPOTENT_OPERATION_FAILED'>> {
  if (key.till && body.idempotencyKey === undefined) throw new BadRequest({ path: ['idempotencyKey'], message: 'is required of a till' })
  const { accountId } = key
  const scan = body.barcode === undefined ? undefined : await scanBarcode(deps, key, { barcode: body.barcode, configId: body.configId })
  // The stored hash of the call must not give the barcode of a card away.
  const hashed = scan ? { ...body, barcode: scan.fingerprint } : body
  const call = { caller: key.till?.id ?? accountId, body: hashed }
  const charge = key.till ? chargeOfTill(key.till, body) : body
  const work = () =>
    withIdempotencyKey(
      deps,
      createPaymentRequest,
      call,
      async (tx) => (await refusalOfLink(tx, charge)) ?? (await createInTransaction(tx, deps, key, await withLinkOfTill(tx, key, charge), scan)),
    )
  return body.barcode === undefined ? await work() : await limitGuesses(deps, { accountId, barcode: body.barcode }, work)
}

/** Which till asked, who was at it and whose sticker leads there is not for the device to say. */
function chargeOfTill(till: KeyTill, body: Body): Body {
  return { ...body, terminalId: till.id, operatorId: till.personId, paymentLinkId: undefined }
}

/** The sticker of a staff till leads to what anybody may pay there: not to what is bound to a customer's code, or was paid when it was noted. */
async function withLinkOfTill(tx: Tx, { till }: MerchantKey, charge: Body): Promise<Body> {
  if (!till || charge.barcode !== undefined || charge.notedAt !== undefined) return charge
  return { ...charge, paymentLinkId: await selectLinkOfTill(tx, till.id) }
}

/** A till names its own link only, which then leads to the request. Requests of other links are made by their customers. */
async function refusalOfLink(tx: Tx, { paymentLinkId, configId }: Body): Promise<Refusal<'FORBIDDEN'> | undefined> {
  return paymentLinkId === undefined || (await isTillLink(tx, paymentLinkId, configId)) ? undefined : refuse('FORBIDDEN')
}

/** The customer that a request is bound to from the start, and the conditions to meet before it is paid. */
export interface Binding {
  patronAccountId?: string
  /** The patron code that the till scanned. */
  code?: UsedCode
  conditions?: readonly MerchantCondition[]
  /** Charged with the merchant's first poll. */
  scanned?: CardBinding
}

export async function createInTransaction(
  tx: Tx,
  deps: CreateDeps,
  key: MerchantKey,
  body: Body,
  scan?: ScannedBarcode,
): Promise<PaymentRequest | Refusal<Refused>> {
  const config = await configFor(tx, key, body.configId)
  if (config instanceof Refusal) return config
  if (body.notedAt !== undefined && !key.till) return refuse('FORBIDDEN')
  const refused = key.till && (await startTillSale(tx, deps, key.till, config, body))
  if (refused) return refused
  const overLimit = config.isLimited && !config.test ? await refusalOfLimits(tx, deps, config.merchantAccountId!, body.value.amount) : undefined
  if (overLimit) return overLimit
  const lineItems = body.lineItems ?? []
  if (body.lineItems && add(...lineItems.map((line) => line.price)) !== expectedLineItemsTotal(body)) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
  const redirects = redirectsOf(body, config)
  if (redirects instanceof Refusal) return redirects
  const configured = config.options.flatMap((option) => option.collectionIds ?? [])
  const redemptions = await selectRedemptions(tx, { merchantId: config.merchantId, test: config.test, configured })
  if (body.collectionId !== undefined && !redemptions.some(({ collectionId }) => collectionId === body.collectionId))
    return refuse('TOKEN_COLLECTION_NOT_FOUND')
  const id = deps.ids.public()
  const binding = await bindingOf(tx, deps, key, body, { id, config, scan })
  if (binding instanceof Refusal) return binding
  return await insert(tx, deps, key, body, { id, config, redirects, redemptions, binding })
}

/** A till charges for its own shop, and customers who are there. */
async function startTillSale(
  tx: Tx,
  deps: CreateDeps,
  till: KeyTill,
  { merchantId }: ConfigForRequest,
  { connectionId, preAuth, value, idempotencyKey, notedAt, barcode }: Body,
): Promise<Refusal<Refused> | undefined> {
  if (merchantId !== till.merchantId || connectionId !== undefined || preAuth) return refuse('FORBIDDEN')
  if (notedAt !== undefined && barcode !== undefined) return refuse('FORBIDDEN')
  return await startSale(tx, deps, till, { key: idempotencyKey!, amount: value.amount })
}

/** Requests that wait count as taken, so that what is paid in a day never passes the limit, whoever pays first. */
async function refusalOfLimits(tx: Tx, deps: CreateDeps, accountId: string, amount: Cents): Promise<Refusal<'MERCHANT_LIMIT_EXCEEDED'> | undefined> {
  const { perDay, perPayment } = deps.businessLimits
  const now = deps.clock.now()
  const left = perDay - (await lockTakings(tx, accountId, { from: instantAt(calendarDate(now)), now }))
  const limit = amount > perPayment ? 'payment' : amount > left ? 'day' : undefined
  return limit && refuse('MERCHANT_LIMIT_EXCEEDED', { limit, left: String(left > 0n ? left : 0n) })
}

async function insert(
  tx: Tx,
  deps: CreateDeps,
  key: MerchantKey,
  body: Body,
  found: { id: string; config: ConfigForRequest; redirects: Redirects; redemptions: Redemption[]; binding: Binding },
): Promise<PaymentRequest | Refusal<Refused>> {
  const { id, config, binding } = found
  const { amount } = body.value
  const preAuth = body.preAuth ?? false
  const basket = { amount, lineItems: body.lineItems ?? [], collectionId: body.collectionId, preAuthFamilies: preAuth ? preAuthFamilies(deps) : undefined }
  const cardType = binding.scanned?.method.quickPay.assetTypeOf(config.test)
  // A noted sale was paid before it came here: nobody is asked to pay it.
  const isNoted = body.notedAt !== undefined
  const options = isNoted ? [] : buildPaymentOptions(config, basket, found.redemptions)
  const paymentOptions = options.filter(({ assetType }) => assetType === (cardType ?? assetType))
  if (paymentOptions.length === 0 && !isNoted) return refuse('NO_AVAILABLE_PAYMENT_OPTIONS')

  const expirySeconds = body.expirySeconds ?? defaultExpirySeconds
  const at = deps.clock.now()
  const terms = termsOf(body, {
    paymentOptions: z.encode(z.array(paymentOption), paymentOptions),
    expirySeconds,
    at,
    isTills: key.till !== undefined,
    ...found,
  })
  if (encodedBytes(terms) > maxTermsBytes) return refuse('TERMS_TOO_LARGE')

  const expiresAt = new Date(at.getTime() + expirySeconds * 1000)
  const createdBy = crnOf(key)
  const { merchantId } = config
  await insertRequest(tx, {
    id,
    test: config.test,
    amount,
    at,
    expiresAt,
    shortCode: await unusedShortCode(tx),
    configId: config.configId,
    merchantId,
    merchantAccountId: config.merchantAccountId!,
    merchantName: config.merchantName,
    settlementWalletId: config.settlementWalletId,
    createdBy,
    createdByAccountId: key.accountId,
    createdByAccountName: key.accountName,
    patronAccountId: binding.patronAccountId ?? null,
    externalRef: body.externalRef ?? null,
    terms,
    conditions: binding.conditions ?? [],
    preAuth,
  })
  if (key.till) await recordSale(tx, deps, key.till, { key: body.idempotencyKey!, paymentRequestId: id })
  const activity = { paymentRequestId: id, number: 1, id: newActivityId(deps.ids), type: preAuth ? 'preAuthRequest' : 'request', merchantId } as const
  await insertActivity(tx, { ...activity, amount, createdAt: at, createdBy, posting: null, idempotencyKey: null, requestHash: null, detail: {} })
  await deps.ledger.openAccount(tx, dueCounter({ id, amount, expiresAt }))
  if (binding.scanned) await binding.scanned.method.quickPay.attach(tx, binding.scanned.card, (await selectRequest(tx, id))!)
  if (binding.conditions?.length && !body.conditionsEnabled)
    await cancelRequest(tx, deps, (await selectRequest(tx, id))!, { event: 'cancel', reason: 'DECLINED_BY_MERCHANT', createdBy })
  const refused = binding.code && (await payByCode(tx, deps, (await selectRequest(tx, id))!, binding.code))
  if (refused) return refused
  const row = await selectRequest(tx, id)
  return toRequest(row!, { now: at, webOrigin: deps.webOrigin, mayKnowPayer: () => true })
}

/** Wallets can hold an amount; tokens and cash cannot be captured in parts. External methods say so themselves. */
function preAuthFamilies(deps: CreateDeps): string[] {
  return ['nikau.nzd', ...deps.externalMethods.flatMap((method) => method.preAuthFamilies ?? [])]
}

/** There are 34 thousand million codes: the loop rarely runs twice. */
async function unusedShortCode(tx: Tx): Promise<string> {
  let code = newShortCode()
  while (await isShortCodeTaken(tx, code)) code = newShortCode()
  return code
}

type Redirects = Partial<Record<'redirectUrl' | 'redirectPaidUrl' | 'redirectCancelUrl', string>>

function redirectsOf(body: Body, config: ConfigForRequest): Redirects | Refusal<'REDIRECT_URL_INVALID'> {
  const allowed: Redirects = {}
  for (const name of ['redirectUrl', 'redirectPaidUrl', 'redirectCancelUrl'] as const) {
    const requested = body[name]
    if (requested === undefined) continue
    const url = allowedRedirect(requested, config.allowedRedirectUrls, config.test)
    if (url === undefined) return refuse('REDIRECT_URL_INVALID')
    allowed[name] = url
  }
  return allowed
}

/** The customer that the request names by a connection or a patron code. */
async function bindingOf(
  tx: Tx,
  deps: CreateDeps,
  key: MerchantKey,
  body: Body,
  { id, config, scan }: { id: string; config: ConfigForRequest; scan: ScannedBarcode | undefined },
): Promise<Binding | Refusal<Refused>> {
  const { connectionId, barcode } = body
  const customer = connectionId === undefined ? undefined : await connectedCustomer(tx, key, { connectionId, merchantId: config.merchantId })
  if (customer instanceof Refusal) return customer
  if (scan) return bindCard(scan, { isElseBound: customer !== undefined || (body.preAuth ?? false), config })
  if (barcode === undefined) return customer ? { patronAccountId: customer.accountId } : {}
  const code = await redeemPatronCode(tx, deps, { barcode, paymentRequestId: id, test: config.test })
  if (code instanceof Refusal) return code
  if (customer && customer.accountId !== code.accountId) return refuse('PATRON_CODE_INVALID')
  const isChecked = code.testScenario !== null && !body.patronNotPresent
  return { patronAccountId: code.accountId, code, ...(isChecked && { conditions: [photoIdCheck] }) }
}

/** The card company bills by the merchant's GST number, and holds no amounts. */
function bindCard(scan: ScannedBarcode, { isElseBound, config }: { isElseBound: boolean; config: ConfigForRequest }): Binding | Refusal<Refused> {
  const scanned = scan.bind()
  if (scanned instanceof Refusal) return scanned
  if (isElseBound) return refuse('PATRON_CODE_INVALID')
  return config.gstNumber === null ? refuse('INVALID_MERCHANT_CONFIG') : { scanned }
}

const photoIdCheck: MerchantCondition = { id: 'photo-id-check', name: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }

function termsOf(
  body: Body,
  known: {
    paymentOptions: Terms['paymentOptions']
    expirySeconds: number
    at: Date
    redirects: Redirects
    config: ConfigForRequest
    binding: Binding
    isTills: boolean
  },
): Terms {
  const { invoiceRef, purchaseOrderRef, terminalId, deviceId, operatorId, collectionId, patronNotPresent, conditionsEnabled, connectionId, paymentLinkId } =
    body
  const { code, scanned } = known.binding
  const optional = {
    invoiceRef,
    purchaseOrderRef,
    terminalId,
    deviceId,
    operatorId,
    collectionId,
    patronNotPresent,
    conditionsEnabled,
    connectionId,
    paymentLinkId,
    patronCodeId: code?.id,
    quickPay: scanned?.method.name,
    keepsRest: known.isTills && body.partialAllowed ? (true as const) : undefined,
  }
  return {
    paymentOptions: known.paymentOptions,
    partialAllowed: body.partialAllowed ?? false,
    expirySeconds: known.expirySeconds,
    ...known.redirects,
    ...(body.lineItems && { lineItems: z.encode(z.array(lineItem), body.lineItems) }),
    ...(body.notedAt && { notedAt: notedBefore(body.notedAt, known.at).toISOString() }),
    ...(body.basketAmount !== undefined && { basketAmount: body.basketAmount.toString() }),
    ...(known.config.gstNumber !== null && { gstNumber: known.config.gstNumber }),
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<Terms>),
  }
}

const dayMs = 86_400_000

/** The clock of a device may be wrong. A time that is still to come, or more than 90 days ago, says nothing: the sale has that of its record. */
function notedBefore(notedAt: Date, at: Date): Date {
  const ago = at.getTime() - notedAt.getTime()
  return ago > 0 && ago <= 90 * dayMs ? notedAt : at
}
