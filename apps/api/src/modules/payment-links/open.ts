import type { AnswerOf, BodyOf, RefusalOf } from '@nikau/contract'
import { createPaymentLinkRequest, type getPaymentLinkSummary } from '@nikau/contract/payment-links'
import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import type { MerchantKey } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { cancelRequest, type CreateDeps, createRequestInTransaction, payUrlById, saveNote, selectRequest, VersionConflict } from '../payment-requests/index.ts'
import { toLinkSummary } from './present.ts'
import { amountOf, requestSeconds, statusOfLink } from './rules.ts'
import { lockLink, type OpenedLink, selectNewestWaiting, selectOpened, selectStanding } from './store.ts'

type Body = BodyOf<typeof createPaymentLinkRequest>
type Answer = AnswerOf<typeof createPaymentLinkRequest>
type Refused = RefusalOf<typeof createPaymentLinkRequest>
type LinkRefused = 'PAYMENT_LINK_CLOSED' | 'PAYMENT_LINK_USED'

/** What a customer sees of a link that can be paid. */
export async function readSummary(deps: CreateDeps, id: string): Promise<AnswerOf<typeof getPaymentLinkSummary> | Refusal<LinkRefused>> {
  const link = payableLink(await selectOpened(deps.db, id), deps.clock.now())
  if (link instanceof Refusal) return link
  return toLinkSummary(link, link.kind === 'till' ? await waitingAtTill(deps, link) : undefined)
}

/** A link that does not exist is refused like a closed one. */
function payableLink(link: OpenedLink | undefined, now: Date): OpenedLink | Refusal<LinkRefused> {
  const status = link && statusOfLink(link, { isPaid: link.isPaid, now })
  if (status === 'used') return refuse('PAYMENT_LINK_USED')
  return link && status === 'open' ? link : refuse('PAYMENT_LINK_CLOSED')
}

async function waitingAtTill(deps: CreateDeps, { id, merchantAccountId }: OpenedLink): Promise<{ id: string; url: string } | undefined> {
  const requestId = await selectNewestWaiting(deps.db, id, deps.clock.now())
  const url = requestId && (await payUrlById(deps, requestId, merchantAccountId))
  return requestId && url ? { id: requestId, url } : undefined
}

const maxAttempts = 10

/** The request that a customer pays a link by. */
export async function requestOf(deps: CreateDeps, id: string, body: Body): Promise<Answer | Refusal<Refused>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withIdempotencyKey(deps, createPaymentLinkRequest, { caller: id, body }, (tx) => requestInTransaction(tx, deps, id, body))
    } catch (error) {
      // A request of the link was paid while it was replaced: look again.
      if (!(error instanceof VersionConflict) || attempt >= maxAttempts) throw error
    }
  }
}

async function requestInTransaction(tx: Tx, deps: CreateDeps, id: string, body: Body): Promise<Answer | Refusal<Refused>> {
  await lockLink(tx, id)
  const link = payableLink(await selectOpened(tx, id), deps.clock.now())
  if (link instanceof Refusal) return link
  if (link.kind === 'till') {
    const waiting = await waitingAtTill({ ...deps, db: tx }, link)
    return waiting ? { paymentRequestId: waiting.id, url: waiting.url } : refuse('ASK_AT_TILL')
  }
  const amount = amountOf(link, body.amount)
  if (amount === undefined) return refuse('INVALID_AMOUNT')
  const waiting = link.once ? await onlyWaiting(tx, deps, link, amount) : undefined
  if (waiting instanceof Refusal) return waiting
  const requestId = waiting ?? (await createRequest(tx, deps, link, amount))
  if (requestId instanceof Refusal) return requestId
  if (link.asksNote && body.note !== undefined) await saveNote(tx, requestId, body.note)
  return { paymentRequestId: requestId, url: `${deps.webOrigin}/deimos/pay/${requestId}` }
}

/**
 * The request that a link of one use waits for already. Every other one is closed by the ledger before a new one is made, so that
 * never two of them can be paid.
 */
async function onlyWaiting(tx: Tx, deps: CreateDeps, link: OpenedLink, amount: Cents): Promise<string | undefined | Refusal<'PAYMENT_LINK_USED'>> {
  const requests = await selectStanding(tx, link.id, deps.clock.now())
  if (requests.some(({ isPaid }) => isPaid)) return refuse('PAYMENT_LINK_USED')
  const waiting = requests.find(({ isReserved, isExpired, isPartPaid, ...request }) => isReserved || (!isExpired && (isPartPaid || request.amount === amount)))
  for (const { id } of waiting ? [] : requests) {
    const request = await selectRequest(tx, id)
    // One that has expired is refused, and recorded by its own job. One that was paid since is a conflict, and all is read again.
    if (request) await cancelRequest(tx, deps, request, { event: 'cancel', reason: 'CANCELLED_BY_MERCHANT', createdBy: 'crn::service:payment-links' })
  }
  return waiting?.id
}

/** Requested as a till of the shop would. */
async function createRequest(
  tx: Tx,
  deps: CreateDeps,
  link: OpenedLink,
  amount: Cents,
): Promise<string | Refusal<'MERCHANT_LIMIT_EXCEEDED' | 'NO_AVAILABLE_PAYMENT_OPTIONS'>> {
  const { merchantAccountId, accountName, test, configId } = link
  const till: MerchantKey = { accountId: merchantAccountId, accountName, keyName: 'payment-link', rights: 'merchant-terminal', test }
  const request = await createRequestInTransaction(tx, deps, till, {
    configId,
    value: { amount, currency: 'NZD' },
    lineItems: [{ name: link.name, qty: '1', price: amount }],
    paymentLinkId: link.id,
    expirySeconds: requestSeconds,
    ...(link.partialAllowed && { partialAllowed: true, basketAmount: amount }),
  })
  if (!(request instanceof Refusal)) return request.id
  // How much the shop has taken today is nobody's business.
  if (request.code === 'MERCHANT_LIMIT_EXCEEDED') return refuse('MERCHANT_LIMIT_EXCEEDED')
  return refuse('NO_AVAILABLE_PAYMENT_OPTIONS')
}
