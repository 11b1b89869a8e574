import type { Operation, Operations } from './operations.ts'
import { createTransport, type NikauOptions, type Send } from './transport.ts'

type Body<O extends Operation> = Operations[O]['body']
type Query<O extends Operation> = Operations[O]['query']
type Answer<O extends Operation> = Promise<Operations[O]['answer']>

/** With the key of the call left to the client, which makes one and keeps it over its retries. */
type Keyed<T, Key extends string> = Omit<T, Key> & { [K in Key]?: string }

export type Nikau = ReturnType<typeof createNikau>

/** A client of one API key. Calls answer what the API answers, or throw a `NikauError`. */
export function createNikau(options: NikauOptions) {
  return nikauOver(createTransport(options))
}

export function nikauOver(send: Send) {
  /** Repeating it takes no effect twice: it only reads, has a key, or answers the same again. */
  const repeatable = <O extends Operation>(operation: O, parts: Parameters<Send>[1]): Answer<O> => send(operation, parts, true)
  const once = <O extends Operation>(operation: O, parts: Parameters<Send>[1]): Answer<O> => send(operation, parts, false)

  return {
    paymentRequests: {
      /** Without an idempotency key the client makes one. Give your own, such as the id of the order, to be safe over a restart too. */
      create: (request: Body<'createPaymentRequest'>): Answer<'createPaymentRequest'> => repeatable('createPaymentRequest', { body: withKey(request) }),
      get: (id: string): Answer<'getPaymentRequest'> => repeatable('getPaymentRequest', { params: { id } }),
      /** By external reference or short code. */
      list: (query: Query<'listPaymentRequests'>): Answer<'listPaymentRequests'> => repeatable('listPaymentRequests', { query }),
      activities: (id: string, query: Query<'listPaymentRequestActivities'> = {}): Answer<'listPaymentRequestActivities'> =>
        repeatable('listPaymentRequestActivities', { params: { id }, query }),
      /** Of a new request; refused when it is paid. After `NO_ANSWER` read the request. */
      cancel: (id: string): Answer<'cancelPaymentRequest'> => once('cancelPaymentRequest', { params: { id } }),
      /** Cancels a new request and refunds a paid one in full, for when you do not know which it is. Repeating it answers the same. */
      void: (id: string, body: { externalRef?: string } = {}): Answer<'voidPaymentRequest'> => repeatable('voidPaymentRequest', { params: { id }, body }),
      /** Captures what was pre-authorised: all that is left, or `value`. */
      capture: (id: string, capture: Keyed<Body<'confirmPaymentRequest'>, 'idempotencyKey'>): Answer<'confirmPaymentRequest'> =>
        repeatable('confirmPaymentRequest', { params: { id }, body: withKey(capture) }),
      /** Releases what a pre-authorisation still holds. */
      release: (id: string): Answer<'releasePaymentRequest'> => once('releasePaymentRequest', { params: { id } }),
      /** Records what you took yourself, such as cash. */
      record: (id: string, payment: Body<'payPaymentRequest'>): Answer<'payPaymentRequest'> =>
        repeatable('payPaymentRequest', { params: { id }, body: withKey(payment) }),
      acceptCondition: (id: string, conditionId: string): Answer<'acceptCondition'> => once('acceptCondition', { params: { id, conditionId } }),
      declineCondition: (id: string, conditionId: string): Answer<'declineCondition'> => once('declineCondition', { params: { id, conditionId } }),
    },
    refunds: {
      /** `externalRef` is the key of a refund: the same reference and amount is the same refund. Without one the client makes it. */
      create: (id: string, refund: Keyed<Body<'refundPaymentRequest'>, 'externalRef'>): Answer<'refundPaymentRequest'> =>
        repeatable('refundPaymentRequest', { params: { id }, body: { ...refund, externalRef: refund.externalRef ?? newKey() } }),
      /** What can go back, to which payments and until when. */
      options: (id: string): Answer<'getRefundOptions'> => repeatable('getRefundOptions', { params: { id } }),
    },
    payments: {
      list: (merchantId: string, query: Query<'listMerchantPayments'> = {}): Answer<'listMerchantPayments'> =>
        repeatable('listMerchantPayments', { params: { merchantId }, query }),
      get: (merchantId: string, paymentRequestId: string): Answer<'getMerchantPayment'> =>
        repeatable('getMerchantPayment', { params: { merchantId, paymentRequestId } }),
      totals: (merchantId: string, query: Query<'getMerchantPaymentTotals'> = {}): Answer<'getMerchantPaymentTotals'> =>
        repeatable('getMerchantPaymentTotals', { params: { merchantId }, query }),
    },
    paymentLinks: {
      create: (link: Body<'createPaymentLink'>): Answer<'createPaymentLink'> => repeatable('createPaymentLink', { body: withKey(link) }),
      list: (query: Query<'listPaymentLinks'>): Answer<'listPaymentLinks'> => repeatable('listPaymentLinks', { query }),
      /** Closes a link for good. */
      archive: (id: string): Answer<'archivePaymentLink'> => repeatable('archivePaymentLink', { params: { id } }),
    },
    payouts: {
      list: (accountId: string, query: Query<'listPayouts'> = {}): Answer<'listPayouts'> => repeatable('listPayouts', { params: { accountId }, query }),
      next: (accountId: string): Answer<'listNextPayouts'> => repeatable('listNextPayouts', { params: { accountId } }),
      get: (id: string): Answer<'getPayout'> => repeatable('getPayout', { params: { id } }),
      lines: (id: string, query: Query<'listPayoutLines'> = {}): Answer<'listPayoutLines'> => repeatable('listPayoutLines', { params: { id }, query }),
    },
    merchants: {
      list: (query: Query<'listMerchants'>): Answer<'listMerchants'> => repeatable('listMerchants', { query }),
      config: (configId: string): Answer<'getMerchantConfig'> => repeatable('getMerchantConfig', { params: { id: configId } }),
    },
    connections: {
      create: (connection: Body<'createConnection'>): Answer<'createConnection'> => once('createConnection', { body: connection }),
      get: (id: string): Answer<'getConnectionSummary'> => repeatable('getConnectionSummary', { params: { id } }),
    },
    fixedCodes: {
      register: (code: Body<'registerFixedCode'>): Answer<'registerFixedCode'> => once('registerFixedCode', { body: code }),
      verify: (id: string): Answer<'verifyFixedCode'> => once('verifyFixedCode', { params: { id } }),
    },
  }
}

function newKey(): string {
  return crypto.randomUUID()
}

function withKey<T extends object>(body: T): T & { idempotencyKey: string } {
  const { idempotencyKey = newKey() } = body as { idempotencyKey?: string }
  return { ...body, idempotencyKey }
}
