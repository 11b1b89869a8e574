// Written by `pnpm sdk` from the contract. Amounts are text of whole cents.

export interface AssetTotal {
  type: string
  description: string
  total: { amount: string; currency: 'NZD' }
  lineItems?: Array<LineItem>
  settlementDate?: string
  payerAccountId?: string
  tender?: 'cash' | 'eftpos'
  expiresAt?: string
}

export interface ConfigOption {
  type: string
  walletId?: string
  collectionIds?: Array<string>
  externalMerchantId?: string
  farmlandsMerchantNumber?: string
}

export interface ConnectionSummary {
  id: string
  createdAt: string
  createdByAccountName: string
  status: 'created' | 'authorized' | 'expired' | 'ended'
  url: string
  merchantId: string
  test: boolean
  formattedCreatedAt: string
  redirectHref: string
}

export interface EndedConnection {
  id: string
  merchantId: string
  status: 'ended'
  endedAt: string
}

export interface FixedCode {
  id: string
  accountId: string
  prefix: string
  target: string
  status: 'pending' | 'active'
  jwksUrl: string
  createdAt: string
}

export interface LineItem {
  name: string
  qty: string
  price: string
  sku?: string
  tax?: string
  discount?: string
  productId?: string
  restricted?: boolean
  classification?: { type: 'GS1'; code: string; name?: string; props?: Record<string, string> }
}

export interface LineItemInput {
  name: string
  qty: string | number
  price: string | number
  sku?: string
  tax?: string
  discount?: string | number
  productId?: string
  restricted?: boolean
  classification?: { type: 'GS1'; code: string; name?: string; props?: Record<string, string> }
}

export interface Merchant {
  id: string
  accountId: string
  name: string
  country: 'NZ'
  type: 'physical' | 'e-commerce'
  test: boolean
  status: 'active' | 'in-review'
  categoryCode: string
  gstNumber?: string
  location?: { lat: number; lng: number; street: string; suburb?: string; city: string; postCode?: string; state?: string; country: string }
  branding: { colour?: 'nikau' | 'harbour' | 'brick' | 'lilac' | 'mustard' | 'slate'; pictureId?: string }
  createdAt: string
}

export interface MerchantCondition {
  id: string
  name: string
  message: string
  status: 'awaiting-merchant' | 'awaiting-patron' | 'accepted' | 'declined' | 'void'
}

export interface MerchantConfig {
  id: string
  merchantId: string
  paymentOptions: Array<ConfigOption>
  allowedRedirectUrls: Array<string>
  version: number
  createdAt: string
  updatedAt: string
}

export interface MerchantPayment {
  id: string
  shortCode: string
  status: 'waiting' | 'paid' | 'bank-finishing' | 'part-paid' | 'part-refunded' | 'refunded' | 'declined' | 'expired' | 'cancelled'
  createdAt: string
  paidAt?: string
  amount: string
  received: string
  rounding?: string
  refunded: string
  items: Array<string>
  itemCount: number
  place: PaymentPlace
  notedAt?: string
  methods: Array<'wallet' | 'token' | 'own-token' | 'pay-by-bank' | 'farm-card' | 'external'>
  externalRef?: string
  note?: string
}

export interface MerchantPaymentDetail {
  id: string
  shortCode: string
  status: 'waiting' | 'paid' | 'bank-finishing' | 'part-paid' | 'part-refunded' | 'refunded' | 'declined' | 'expired' | 'cancelled'
  createdAt: string
  paidAt?: string
  amount: string
  received: string
  rounding?: string
  refunded: string
  items: Array<string>
  itemCount: number
  place: PaymentPlace
  notedAt?: string
  methods: Array<'wallet' | 'token' | 'own-token' | 'pay-by-bank' | 'farm-card' | 'external'>
  externalRef?: string
  note?: string
  merchantAccountId: string
  liveness: 'main' | 'test'
  expiresAt: string
  remaining: string
  restUntil?: string
  lineItems: Array<{
    name: string
    qty: string
    price: string
    sku?: string
    tax?: string
    discount?: string
    productId?: string
    restricted?: boolean
    classification?: { type: 'GS1'; code: string; name?: string; props?: Record<string, string> }
    gst: string
  }>
  gstNumber?: string
  invoiceRef?: string
  purchaseOrderRef?: string
  legs: Array<PaymentLeg>
  whatYouGet?: PaymentSums
  payout?: PaymentPayout
}

export interface MerchantPaymentTotals {
  taken: string
  givenBack: string
  ownTokens: string
  takenAtTill: string
  fees: string
  gstOnFees: string
  toBank: string
  count: number
  paidCount: number
  gstInSales: string
}

export interface NextPayout {
  walletId: string
  day: string
  soFar: string
  onHold: boolean
  payments: string
  refunds: string
  ownTokens: string
  fees: string
  gst: string
  adjustments: string
  carriedIn: string
}

export interface PaymentActivity {
  id: string
  type:
    | 'request'
    | 'preAuthRequest'
    | 'paid'
    | 'payment'
    | 'refund'
    | 'cancellation'
    | 'expiry'
    | 'accept-condition'
    | 'decline-condition'
    | 'authorization'
    | 'confirmation'
    | 'release'
  value: { amount: string; currency: 'NZD' }
  paymentRequestId: string
  activityNumber: number
  shortCode: string
  merchantId: string
  merchantConfigId: string
  merchantAccountId: string
  merchantName: string
  createdAt: string
  createdBy: string
  paymentRequestCreatedBy: string
  assetType?: string
  external?: boolean
  tender?: 'cash' | 'eftpos'
  rounding?: string
  externalRef?: string
  cancellationReason?:
    | 'CANCELLED_BY_MERCHANT'
    | 'CANCELLED_BY_PATRON'
    | 'PATRON_CODE_INVALID'
    | 'PATRON_CODE_EXPIRED'
    | 'PAYMENT_FAILED'
    | 'DECLINED_BY_PATRON'
    | 'DECLINED_BY_MERCHANT'
    | 'PAYMENT_DECLINED'
    | 'PAYMENT_REQUEST_EXPIRED'
    | 'NO_AVAILABLE_PAYMENT_OPTIONS'
    | 'INACTIVE_ASSET'
  conditionId?: string
  idempotencyKey?: string
  preAuth?: boolean
  paidBy?: { assetTotals: Array<AssetTotal> }
  reason?: string
  approvedBy?: string
  strategy?: { refunds: Array<{ assetId?: string; assetType: string; completedPaymentId: string; amount: string; collectionId?: string }> }
}

export interface PaymentLeg {
  id: string
  method: 'wallet' | 'token' | 'own-token' | 'pay-by-bank' | 'farm-card' | 'external'
  description?: string
  amount: string
  refunded: string
  paidAt: string
  covers?: Array<string>
  tender?: 'cash' | 'eftpos'
  payout?: PaymentPayout
}

export interface PaymentLink {
  id: string
  merchantId: string
  liveness: 'main' | 'test'
  name: string
  kind: 'fixed' | 'typed' | 'till'
  amount?: string
  least?: string
  most?: string
  partialAllowed: boolean
  asksNote: boolean
  tillId?: string
  uses: 'once' | 'many'
  lastDay?: string
  status: 'open' | 'used' | 'ended' | 'closed'
  url: string
  count: number
  paid: string
  createdAt: string
  closedAt?: string
}

export interface PaymentOption {
  assetType: string
  amount: string
  productCodes?: Array<string>
  acceptedCollections?: Array<{ id: string; lineItems: Array<LineItem> }>
}

export interface PaymentPayout {
  day: string
  id?: string
  status?: 'building' | 'sent' | 'paid' | 'sent-back' | 'carried'
}

export interface PaymentPlace {
  kind: 'till' | 'link' | 'online'
  terminalId?: string
  operatorId?: string
  tillName?: string
  personName?: string
}

export interface PaymentRequest {
  id: string
  url: string
  merchantId: string
  merchantName: string
  merchantBranding?: { logo?: string; colour?: 'nikau' | 'harbour' | 'brick' | 'lilac' | 'mustard' | 'slate' }
  value: { amount: string; currency: 'NZD' }
  createdAt: string
  expiresAt: string
  paymentOptions: Array<PaymentOption>
  partialAllowed: boolean
  basketAmount?: string
  remainingAmount: string
  rounding?: string
  restUntil?: string
  status: 'new' | 'paid' | 'expired' | 'cancelled'
  paidAt?: string
  shortCode: string
  lineItems?: Array<LineItem>
  liveness: 'main' | 'test'
  redirectUrl?: string
  redirectPaidUrl?: string
  redirectCancelUrl?: string
  paidBy?: { assetTotals: Array<AssetTotal> }
  configId: string
  updatedAt: string
  expirySeconds: number
  refundedAmount?: string
  cancellationReason?:
    | 'CANCELLED_BY_MERCHANT'
    | 'CANCELLED_BY_PATRON'
    | 'PATRON_CODE_INVALID'
    | 'PATRON_CODE_EXPIRED'
    | 'PAYMENT_FAILED'
    | 'DECLINED_BY_PATRON'
    | 'DECLINED_BY_MERCHANT'
    | 'PAYMENT_DECLINED'
    | 'PAYMENT_REQUEST_EXPIRED'
    | 'NO_AVAILABLE_PAYMENT_OPTIONS'
    | 'INACTIVE_ASSET'
  conditionsEnabled?: boolean
  merchantConditions?: Array<MerchantCondition>
  patronNotPresent?: boolean
  patronCodeId?: string
  offlineCode?: { createdAt: string; usedAt: string; shownAt: string; limit: string }
  barcode?: string
  barcodeType?: string
  collectionId?: string
  purchaseOrderRef?: string
  invoiceRef?: string
  externalRef?: string
  terminalId?: string
  deviceId?: string
  operatorId?: string
  notedAt?: string
  createdByAccountId?: string
  createdByAccountName?: string
  preAuth?: boolean
  preAuthStatus?: 'pending' | 'authorized' | 'released'
  preAuthExpiresAt?: string
  taxNumber?: { type: 'nz-gst'; value: string }
  connectionId?: string
  connectionStatus?: string
  paymentLinkId?: string
}

export interface PaymentSums {
  taken: string
  givenBack: string
  ownTokens: string
  takenAtTill: string
  fees: string
  gstOnFees: string
  toBank: string
}

export interface Payout {
  id: string
  walletId: string
  day: string
  firstDay: string
  lastDay: string
  status: 'building' | 'sent' | 'paid' | 'sent-back' | 'carried'
  carriedReason?: 'below-minimum' | 'on-hold' | 'no-account' | 'account-to-confirm' | 'below-zero'
  payments: string
  refunds: string
  ownTokens: string
  fees: string
  gst: string
  adjustments: string
  carriedIn: string
  carriedOut: string
  net: string
  bank?: { name: string; number: string; particulars: string; code: string; reference: string }
  sentAt?: string
  paidAt?: string
  returnedAt?: string
  returnReason?:
    | 'insufficient-funds'
    | 'no-authority'
    | 'authority-cancelled'
    | 'account-closed'
    | 'account-transferred'
    | 'stopped-by-payer'
    | 'payer-deceased'
    | 'aborted'
    | 'declined'
    | 'expired'
    | 'bank-unavailable'
    | 'returned'
}

export interface PayoutLine {
  kind: 'carried-in' | 'payment' | 'refund' | 'own-token' | 'adjustment' | 'carried-out'
  at?: string
  paymentRequestId?: string
  shortCode?: string
  externalRef?: string
  items?: string
  paidWith?: Array<{ method: 'wallet' | 'token' | 'pay-by-bank' | 'farm-card'; description: string }>
  adjustment?: 'correction' | 'goodwill' | 'fee-refund' | 'recovery' | 'write-off' | 'account-closed'
  amount: string
  ownTokens?: string
  fee: string
  gst: string
  net: string
}

export interface RefundOptions {
  refundable: string
  until: string
  limit?: string
  legs: Array<{
    completedPaymentId: string
    method: 'wallet' | 'token' | 'pay-by-bank' | 'farm-card' | 'external'
    description: string
    amount: string
    refundable: string
    whole: boolean
    lineItems?: Array<LineItem>
  }>
  captures?: Array<{ confirmationIdempotencyKey: string; amount: string; refundable: string; capturedAt: string; until: string }>
}

export interface ScannedCode {
  id: string
  type: 'fixed-code:scanned'
  data: { url: string }
  accountId: string
  createdAt: string
}

export interface TestEvent {
  message: string
}

export interface WebhookChallenge {
  id: string
  type: 'webhook:challenge'
  data: { challenge: string }
  accountId: string
  createdAt: string
}

export interface WebhookNotification {
  id: string
  type:
    | 'payment-request:paid'
    | 'payment-request:refund-completed'
    | 'payment-request:cancelled'
    | 'payment-request:expired'
    | 'connection:ended'
    | 'webhook:test'
  sequence: number
  data: PaymentActivity | EndedConnection | TestEvent
  paymentStatus?: 'waiting' | 'paid' | 'bank-finishing' | 'part-paid' | 'part-refunded' | 'refunded' | 'declined' | 'expired' | 'cancelled'
  accountId: string
  test: boolean
  createdAt: string
}

/** The calls: what is sent, what is answered, and the codes of refusals. */
export interface Operations {
  /** Create a payment request. A repeated idempotency key returns the first request. */
  createPaymentRequest: {
    params: undefined
    query: undefined
    body: {
      configId: string
      value: { amount: string | number; currency: 'NZD' }
      expirySeconds?: string | number
      partialAllowed?: boolean
      basketAmount?: string | number
      lineItems?: Array<LineItemInput>
      barcode?: string
      barcodeType?: string
      patronNotPresent?: boolean
      conditionsEnabled?: boolean
      preAuth?: boolean
      collectionId?: string
      connectionId?: string
      paymentLinkId?: string
      redirectUrl?: string
      redirectPaidUrl?: string
      redirectCancelUrl?: string
      externalRef?: string
      invoiceRef?: string
      purchaseOrderRef?: string
      terminalId?: string
      deviceId?: string
      operatorId?: string
      notedAt?: string
      idempotencyKey?: string
    }
    answer: PaymentRequest
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'LINE_ITEMS_SUM_CHECK_FAILED'
      | 'CHECKSUM_FAILED'
      | 'TERMS_TOO_LARGE'
      | 'FORBIDDEN'
      | 'BUSINESS_NOT_VERIFIED'
      | 'MERCHANT_IN_REVIEW'
      | 'MERCHANT_LIMIT_EXCEEDED'
      | 'TILL_LIMIT_EXCEEDED'
      | 'SALE_ABANDONED'
      | 'INVALID_MERCHANT_CONFIG'
      | 'REDIRECT_URL_INVALID'
      | 'PATRON_CODE_INVALID'
      | 'INSUFFICIENT_ASSET_VALUE'
      | 'NO_AVAILABLE_PAYMENT_OPTIONS'
      | 'PAUSED'
      | 'TOKEN_COLLECTION_NOT_FOUND'
      | 'CONNECTION_NOT_FOUND'
      | 'CONNECTION_MERCHANT_MISMATCH'
      | 'CONNECTION_CREATED_BY_MISMATCH'
      | 'IDEMPOTENT_OPERATION_FAILED'
  }
  /** Get a payment request. A till polls it every second while it is new. */
  getPaymentRequest: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: PaymentRequest
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'REQUEST_NOT_FOUND' | 'FORBIDDEN'
  }
  /** List payment requests of a merchant account by external reference or short code. */
  listPaymentRequests: {
    params: undefined
    query: { merchantAccountId: string; externalRef?: string; shortCode?: string; pageKey?: string }
    body: undefined
    answer: { items: Array<PaymentRequest>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN' | 'CHECKSUM_FAILED'
  }
  /** List activities of a payment request, newest first. */
  listPaymentRequestActivities: {
    params: { id: string }
    query: { pageKey?: string }
    body: undefined
    answer: { items: Array<PaymentActivity>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'REQUEST_NOT_FOUND' | 'FORBIDDEN'
  }
  /** Cancel a new payment request: the merchant’s own, or one bound to the caller by patron code or connection. */
  cancelPaymentRequest: {
    params: { id: string }
    query: undefined
    body: { approvalCode?: string } | null
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'REQUEST_PAID'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
      | 'TILL_LIMIT_EXCEEDED'
      | 'REFUND_LIMIT_EXCEEDED'
      | 'REFUND_APPROVAL_INVALID'
  }
  /** Void a payment request whose outcome the till does not know: cancel it if new, refund it in full if paid. */
  voidPaymentRequest: {
    params: { id: string }
    query: undefined
    body: { externalRef?: string; approvalCode?: string } | null
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'VOID_WINDOW_EXCEEDED'
      | 'ALREADY_REFUNDED'
      | 'REFUND_NOT_SUPPORTED'
      | 'INACTIVE_ASSET'
      | 'REQUEST_EXPIRED'
      | 'PRE_AUTH_ALREADY_CONFIRMED'
      | 'REPEAT_REFERENCE'
      | 'TILL_LIMIT_EXCEEDED'
      | 'REFUND_LIMIT_EXCEEDED'
      | 'REFUND_APPROVAL_INVALID'
  }
  /** Capture part or all of a pre-authorised amount. May be repeated up to the whole amount. */
  confirmPaymentRequest: {
    params: { id: string }
    query: undefined
    body: { idempotencyKey: string; invoiceRef: string; lineItems?: Array<LineItemInput>; value?: { amount: string | number; currency: 'NZD' } }
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'LINE_ITEMS_SUM_CHECK_FAILED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'INVALID_PAYMENT_REQUEST_TYPE'
      | 'PRE_AUTH_RELEASED'
      | 'PRE_AUTH_PENDING'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
      | 'INVALID_AMOUNT'
      | 'IDEMPOTENT_OPERATION_FAILED'
  }
  /** Release the remaining hold of a pre-authorisation, or cancel a request that was never authorised. */
  releasePaymentRequest: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'INVALID_PAYMENT_REQUEST_TYPE'
      | 'PRE_AUTH_RELEASED'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
  }
  /** Pay a payment request, in full or, with a mode, in part. A person signs in again for a large payment from a wallet. */
  payPaymentRequest: {
    params: { id: string }
    query: undefined
    body: {
      assetType: string
      assetId?: string
      transactionId?: string
      authorization?: string
      mode?: 'partial-payment' | 'multi-asset-payment'
      amount?: string | number
      tender?: 'cash' | 'eftpos'
      externalPaymentRef?: string
      lineItems?: Array<LineItemInput>
      note?: string
      idempotencyKey?: string
    }
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'REQUEST_PAID'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
      | 'ACCOUNT_FROZEN'
      | 'INVALID_ASSET_TYPE'
      | 'INACTIVE_ASSET'
      | 'INVALID_AMOUNT'
      | 'ASSET_REDEMPTION_DENIED'
      | 'OWN_LIMIT_EXCEEDED'
      | 'QUOTA_EXCEEDED'
      | 'INSUFFICIENT_ASSET_VALUE'
      | 'PATRON_CODE_EXPIRED'
      | 'PATRON_CODE_INVALID'
      | 'INVALID_MERCHANT_CONFIG'
      | 'PAYMENT_DECLINED'
      | 'PAYMENT_UNCONFIRMED'
      | 'IDEMPOTENT_OPERATION_FAILED'
  }
  /** Accept a condition, as the party it is waiting for. */
  acceptCondition: {
    params: { id: string; conditionId: string }
    query: undefined
    body: undefined
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'REQUEST_PAID'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
      | 'PATRON_NOT_AUTHORIZED'
      | 'MERCHANT_NOT_AUTHORIZED'
      | 'CONDITION_ALREADY_SET'
  }
  /** Decline a condition. The payment request is cancelled. */
  declineCondition: {
    params: { id: string; conditionId: string }
    query: undefined
    body: undefined
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'REQUEST_PAID'
      | 'REQUEST_CANCELLED'
      | 'REQUEST_EXPIRED'
      | 'PATRON_NOT_AUTHORIZED'
      | 'MERCHANT_NOT_AUTHORIZED'
      | 'CONDITION_ALREADY_SET'
  }
  /** Refund a payment in part or in full. externalRef is the idempotency key: repeating it with the same amount returns the same refund. A person signs in again for what is large together with their refunds of the day. */
  refundPaymentRequest: {
    params: { id: string }
    query: undefined
    body: {
      value: { amount: string | number; currency: 'NZD' }
      externalRef: string
      invoiceRef?: string
      lineItems?: Array<LineItemInput>
      confirmationIdempotencyKey?: string
      merchantConfigId?: string
      reason?: string
      legs?: Array<{ completedPaymentId: string; amount: string | number }>
      approvalCode?: string
    }
    answer: PaymentActivity
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'LINE_ITEMS_SUM_CHECK_FAILED'
      | 'LEGS_SUM_CHECK_FAILED'
      | 'REQUEST_NOT_FOUND'
      | 'FORBIDDEN'
      | 'REPEAT_REFERENCE'
      | 'NOT_PAID'
      | 'ALREADY_REFUNDED'
      | 'INVALID_AMOUNT'
      | 'PARTIAL_REFUNDS_NOT_ALLOWED'
      | 'INACTIVE_ASSET'
      | 'REFUND_NOT_SUPPORTED'
      | 'REFUND_WINDOW_EXCEEDED'
      | 'TILL_LIMIT_EXCEEDED'
      | 'REFUND_LIMIT_EXCEEDED'
      | 'REFUND_APPROVAL_INVALID'
      | 'PRE_AUTH_PENDING'
      | 'CONFIRMATION_NOT_FOUND'
      | 'REFUND_DECLINED'
      | 'SETTLEMENT_BALANCE_TOO_LOW'
  }
  /** Get what can go back of a payment, to which of its payments, and until when; of a pre-authorised one, by capture. */
  getRefundOptions: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: RefundOptions
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'NOT_PAID'
  }
  /** List payments of a merchant, newest first, by day, status, method, place or search; with `order=paid` those that were paid last. */
  listMerchantPayments: {
    params: { merchantId: string }
    query: {
      from?: string
      to?: string
      status?: string | Array<string>
      method?: string | Array<string>
      where?: string
      search?: string
      order?: 'created' | 'paid'
      pageKey?: string
    }
    body: undefined
    answer: { items: Array<MerchantPayment>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Get a payment as its merchant sees it: legs, items with their GST, what goes to the bank, and its payout. */
  getMerchantPayment: {
    params: { merchantId: string; paymentRequestId: string }
    query: undefined
    body: undefined
    answer: MerchantPaymentDetail
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Get the sums of all payments that a list has: the sums of its export. */
  getMerchantPaymentTotals: {
    params: { merchantId: string }
    query: { from?: string; to?: string; status?: string | Array<string>; method?: string | Array<string>; where?: string; search?: string }
    body: undefined
    answer: MerchantPaymentTotals
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Make a payment link. A repeated idempotency key returns the first one. */
  createPaymentLink: {
    params: undefined
    query: undefined
    body: {
      merchantId: string
      configId?: string
      name: string
      kind: 'fixed' | 'typed' | 'till'
      tillId?: string
      amount?: string | number
      least?: string | number
      most?: string | number
      uses?: 'once' | 'many'
      lastDay?: string
      partialAllowed?: boolean
      asksNote?: boolean
      idempotencyKey?: string
    }
    answer: PaymentLink
    code:
      | 'BAD_REQUEST'
      | 'UNAUTHORIZED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'FORBIDDEN'
      | 'PAYMENT_LINK_LIMIT_EXCEEDED'
      | 'PAYMENT_LINK_LAST_DAY_INVALID'
      | 'NO_AVAILABLE_PAYMENT_OPTIONS'
      | 'IDEMPOTENT_OPERATION_FAILED'
  }
  /** List the payment links of a merchant, open ones first, newest first, with the count and sum of what was paid. */
  listPaymentLinks: {
    params: undefined
    query: { merchantId: string }
    body: undefined
    answer: { items: Array<PaymentLink> }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Close a payment link for good. Requests that were made by it can still be paid. Repeating it changes nothing. */
  archivePaymentLink: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: PaymentLink
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** List payouts of a merchant account, newest first. */
  listPayouts: {
    params: { accountId: string }
    query: { pageKey?: string }
    body: undefined
    answer: { items: Array<Payout>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Get what each settlement wallet has for its next payout so far, and its business day. */
  listNextPayouts: {
    params: { accountId: string }
    query: undefined
    body: undefined
    answer: Array<NextPayout>
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Get a payout: its sums, its status and the text on the bank statement. */
  getPayout: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Payout
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** List what a payout consists of, oldest first, own tokens last. Every cent of it is in exactly one line. */
  listPayoutLines: {
    params: { id: string }
    query: { pageKey?: string }
    body: undefined
    answer: { items: Array<PayoutLine>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** List merchants of an account, by name. */
  listMerchants: {
    params: undefined
    query: { accountId: string; pageKey?: string }
    body: undefined
    answer: { items: Array<Merchant>; nextPageKey?: string; totalItems?: number }
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Get a merchant configuration. */
  getMerchantConfig: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: MerchantConfig
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Ask for a connection to a customer’s wallet. It expires after 15 minutes unless a customer authorises it. */
  createConnection: {
    params: undefined
    query: undefined
    body: { merchantId: string }
    answer: ConnectionSummary
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN' | 'BUSINESS_NOT_VERIFIED' | 'MERCHANT_IN_REVIEW'
  }
  /** Get the public summary of a connection. */
  getConnectionSummary: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: ConnectionSummary
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN'
  }
  /** Register the URLs that the account’s machines show as codes. They are unknown until the target has answered a challenge. */
  registerFixedCode: {
    params: undefined
    query: undefined
    body: { prefix: string; target: string }
    answer: FixedCode
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FIXED_CODE_INVALID' | 'FIXED_CODE_TAKEN' | 'FIXED_CODE_LIMIT_EXCEEDED'
  }
  /** Send a challenge to the target, signed like a webhook. It proves that the account runs the machines by answering with the value. */
  verifyFixedCode: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: FixedCode
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'RATE_LIMIT_EXCEEDED' | 'FORBIDDEN' | 'FIXED_CODE_TAKEN' | 'CHALLENGE_NOT_ANSWERED'
  }
}

export type Operation = keyof Operations

export const routes: Readonly<Record<Operation, { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string }>> = {
  createPaymentRequest: { method: 'POST', path: '/api/payment-requests' },
  getPaymentRequest: { method: 'GET', path: '/api/payment-requests/:id' },
  listPaymentRequests: { method: 'GET', path: '/api/payment-requests' },
  listPaymentRequestActivities: { method: 'GET', path: '/api/payment-requests/:id/activities' },
  cancelPaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/cancel' },
  voidPaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/void' },
  confirmPaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/confirm' },
  releasePaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/release' },
  payPaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/pay' },
  acceptCondition: { method: 'POST', path: '/api/payment-requests/:id/conditions/:conditionId/accept' },
  declineCondition: { method: 'POST', path: '/api/payment-requests/:id/conditions/:conditionId/decline' },
  refundPaymentRequest: { method: 'POST', path: '/api/payment-requests/:id/refund' },
  getRefundOptions: { method: 'GET', path: '/api/payment-requests/:id/refund-options' },
  listMerchantPayments: { method: 'GET', path: '/api/merchants/:merchantId/payments' },
  getMerchantPayment: { method: 'GET', path: '/api/merchants/:merchantId/payments/:paymentRequestId' },
  getMerchantPaymentTotals: { method: 'GET', path: '/api/merchants/:merchantId/payments/totals' },
  createPaymentLink: { method: 'POST', path: '/api/payment-links' },
  listPaymentLinks: { method: 'GET', path: '/api/payment-links' },
  archivePaymentLink: { method: 'POST', path: '/api/payment-links/:id/archive' },
  listPayouts: { method: 'GET', path: '/api/accounts/:accountId/payouts' },
  listNextPayouts: { method: 'GET', path: '/api/accounts/:accountId/next-payouts' },
  getPayout: { method: 'GET', path: '/api/payouts/:id' },
  listPayoutLines: { method: 'GET', path: '/api/payouts/:id/lines' },
  listMerchants: { method: 'GET', path: '/api/merchants' },
  getMerchantConfig: { method: 'GET', path: '/api/merchant-configs/:id' },
  createConnection: { method: 'POST', path: '/api/connections' },
  getConnectionSummary: { method: 'GET', path: '/api/connections/:id/summary' },
  registerFixedCode: { method: 'POST', path: '/api/fixed-codes' },
  verifyFixedCode: { method: 'POST', path: '/api/fixed-codes/:id/verify' },
}
