/**
 * Corner Loaf on Saturday 14 November 2026, as the API answers about it: for the sweep over the portal's screens and for their pictures.
 * By call, as in the mock server. Only JSON, so that the tools can import it.
 */

export const cornerLoafNow = '2026-11-14T03:20:00.000Z'
const at = '2026-11-14T03:12:31.000Z'
const on = (day: string, time = '03:12:31') => `${day}T${time}.000Z`

const shop = (id: string, test: boolean) => ({
  id,
  accountId: 'org',
  name: 'Corner Loaf',
  country: 'NZ',
  type: 'physical',
  test,
  status: 'active',
  categoryCode: '5462',
  gstNumber: '140107697',
  branding: {},
  location: { lat: -36.85, lng: 174.74, street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', postCode: '1021', country: 'NZ' },
  createdAt: on('2026-01-05'),
})

const person = (digit: number) => `0a000000-0000-4000-8000-00000000000${digit}`
const payment = (id: string, shortCode: string, time: string, amount: string, items: string[], more: object = {}) => ({
  id,
  shortCode,
  status: 'paid',
  createdAt: on('2026-11-14', time),
  paidAt: on('2026-11-14', time),
  amount,
  received: amount,
  refunded: '0',
  items,
  itemCount: items.length,
  place: { kind: 'till', terminalId: 'till_1', operatorId: person(3), tillName: 'Till 1', personName: 'Sione' },
  methods: ['wallet'],
  ...more,
})
const counts = { issued: 640, redeemed: 412, givenBack: 3, ended: 0, stillOut: 231 }
const weeks = [52, 49, 44, 30, 25].map((redeemed, i) => ({
  from: ['2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'][i],
  issued: 0,
  redeemed,
  givenBack: 0,
  ended: 0,
}))
const collection = {
  id: 'col_1',
  accountId: 'org',
  name: 'Tenth coffee',
  kind: 'product',
  liveness: 'main',
  status: 'running',
  worth: '550',
  lastDay: '2027-03-31',
  createdAt: on('2026-08-20'),
  counts,
  redemptionConditions: [{ merchantId: 'live', merchantName: 'Corner Loaf', items: [{ sku: 'fw', name: 'Flat white', maxValue: '550' }] }],
}
const redemption = {
  at,
  token: '4C1x',
  amount: '550',
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  paymentRequestId: 'pr_1',
  shortCode: 'NK7F3C91B2',
  owed: false,
  givenBack: false,
}
const issue = {
  id: 'i_1',
  collectionId: 'col_1',
  createdAt: at,
  count: 1,
  linkCount: 0,
  given: 1,
  refused: 0,
  recipients: [{ to: '021 ••• ••42', state: 'given' }],
}

const link = (id: string, more: object) => ({
  id,
  merchantId: 'live',
  liveness: 'main',
  name: 'Cake deposit',
  kind: 'fixed',
  amount: '6400',
  partialAllowed: false,
  asksNote: false,
  uses: 'many',
  status: 'open',
  url: `https://pay.nikau.example/l/${id}`,
  count: 3,
  paid: '19200',
  createdAt: on('2026-11-10'),
  ...more,
})

const payments = [
  payment('pr_1', 'NK-7F3C-91B2', '03:12:31', '1600', ['Flat white', 'Venison pie'], { methods: ['own-token', 'wallet'] }),
  payment('pr_2', 'NK-88A0-C21D', '03:09:00', '2360', ['Sourdough', 'Butter', 'Scone'], {
    status: 'part-paid',
    received: '1000',
    paidAt: undefined,
    methods: ['wallet'],
  }),
  payment('pr_3', 'NK-52D0-77A4', '02:58:00', '3450', ['Celebration cake'], { place: { kind: 'online' }, externalRef: 'Order 1042', methods: ['pay-by-bank'] }),
  payment('pr_4', 'NK-19C2-4F0E', '02:40:00', '1400', ['Filled roll'], { status: 'part-refunded', refunded: '700' }),
  payment('pr_5', 'NK-61BB-0D93', '02:31:00', '900', ['Kūmara sourdough'], { status: 'declined', received: '0', methods: [], paidAt: undefined }),
  payment('pr_6', 'NK-0A77-E1C5', '02:10:00', '1250', ['Lamington', 'Long black'], { methods: ['farm-card'] }),
]
const sums = { taken: '8200', givenBack: '700', ownTokens: '550', takenAtTill: '0', fees: '66', gstOnFees: '10', toBank: '6874' }
const line = (name: string, price: string, gst: string) => ({ name, sku: name.toLowerCase().replaceAll(' ', '-'), qty: '1', price, gst })
const wallet = (id: string, amount: string) => ({ id, method: 'wallet', amount, refunded: '0', paidAt: at })
const detail = (summary: object, more: object) => ({
  ...summary,
  merchantAccountId: 'org',
  liveness: 'main',
  expiresAt: on('2026-11-14', '03:42:00'),
  remaining: '0',
  gstNumber: '140107697',
  ...more,
})
const activity = (requestId: string, activityNumber: number, type: string, amount: string) => ({
  id: `a${activityNumber}`,
  type,
  value: { amount, currency: 'NZD' },
  paymentRequestId: requestId,
  activityNumber,
  shortCode: `NK-7F3C-91B2-00${activityNumber}`,
  merchantId: 'live',
  merchantConfigId: 'mc_1',
  merchantAccountId: 'org',
  merchantName: 'Corner Loaf',
  createdAt: at,
  createdBy: 'crn:org:api-key:till',
  paymentRequestCreatedBy: 'crn:org:api-key:till',
})

const request = (id: string, amount: string, more: object) => ({
  id,
  url: `https://nikau.example/deimos/pay/${id}`,
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  value: { amount, currency: 'NZD' },
  createdAt: at,
  updatedAt: at,
  expiresAt: on('2026-11-14', '03:42:00'),
  expirySeconds: 1800,
  paymentOptions: [{ assetType: 'nikau.nzd.main', amount }],
  partialAllowed: false,
  liveness: 'main',
  configId: 'mc_live',
  ...more,
})

const hours = (amounts: Record<number, number>, day: string) => {
  const midnight = Date.parse(`${day}T00:00:00+13:00`)
  const total = Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
  return {
    day,
    amount: String(total),
    count: Object.keys(amounts).length * 9,
    givenBack: '2100',
    soFar: { amount: String(total), count: Object.keys(amounts).length * 9 },
    hours: Array.from({ length: 24 }, (_, hour) => ({
      at: new Date(midnight + hour * 3_600_000).toISOString(),
      amount: String(amounts[hour] ?? 0),
      count: amounts[hour] === undefined ? 0 : 9,
    })),
  }
}
const today = { 7: 9850, 8: 20_460, 9: 22_380, 10: 17_600, 11: 14_250, 12: 19_740, 13: 13_380, 14: 8900, 15: 3760 }
const weekBefore = { 7: 8200, 8: 17_100, 9: 19_900, 10: 16_400, 11: 11_300, 12: 15_200, 13: 10_233, 14: 6100, 15: 2200 }

const payoutSums = { payments: '85610', refunds: '1400', ownTokens: '2200', fees: '675', gst: '103', adjustments: '0', carriedIn: '0' }
const bank = { name: 'Corner Loaf Ltd', number: '12-••••-••••323-00', particulars: 'NIKAU', code: '13NOV2026', reference: 'PO7KQ4M21DAB' }
const payout = (id: string, day: string, firstDay: string, lastDay: string, more: object = {}) => ({
  id,
  walletId: 'w1',
  day,
  firstDay,
  lastDay,
  status: 'paid',
  ...payoutSums,
  carriedOut: '0',
  net: '81232',
  bank,
  sentAt: on(day, '02:55:00'),
  paidAt: on(day, '05:10:00'),
  ...more,
})
const payoutLine = (kind: string, requestId: string, shortCode: string, amount: string, fee: string, gst: string, net: string, items: string) => ({
  kind,
  at: on('2026-11-12'),
  paymentRequestId: requestId,
  shortCode,
  amount,
  fee,
  gst,
  net,
  items,
  paidWith: [{ method: 'wallet', description: 'NZD' }],
})

const member = (digit: number, name: string, role: string, more: object = {}) => ({
  userId: person(digit),
  name,
  role,
  ownRefundLimit: false,
  addedAt: at,
  ...more,
})
const till = (number: number, more: object = {}) => ({
  id: `till_${number}`,
  name: `Till ${number}`,
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  liveness: 'main',
  status: 'paired',
  createdAt: on('2026-11-02'),
  ...more,
})
const invitation = { id: 'inv_1', name: 'Jonas Weber', alias: '+64215550133', role: 'developer', sentAt: at, expiresAt: '2026-11-21T03:00:00.000Z' }
const config = (merchantId: string, liveness: string) => ({
  id: `mc_${merchantId}`,
  merchantId,
  paymentOptions: ['nikau.nzd', 'nikau.token', 'quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd'].map((family) => ({
    type: `${family}.${liveness}`,
  })),
  allowedRedirectUrls: ['https://shop.cornerloaf.example/thanks', 'https://shop.cornerloaf.example/cart'],
  version: 3,
  createdAt: at,
  updatedAt: at,
})
const price = (method: string, rate: number, fixed = '0', more: object = {}) => ({ method, rate, fixed, ...more })
const prices = [price('wallet', 75), price('token', 75), price('pay-by-bank', 50, '10'), price('farm-card', 120)]
const steps = ['business', 'gst', 'address', 'payout-account', 'methods', 'test-payment', 'go-live']
const missing: Readonly<Record<string, string>> = { 'payout-account': 'code', 'test-payment': 'test-payment', 'go-live': 'steps' }
const change = (id: string, action: string, actorName: string, more: object) => ({
  id,
  at,
  action,
  actor: `crn::user:${person(1)}`,
  actorName,
  device: 'Safari on macOS',
  ...more,
})

const key = (name: string, liveness: string, lastFour: string, scopes: string[], more: object = {}) => ({
  name,
  scopes,
  liveness,
  allowedAddresses: [],
  prefix: `nk_${liveness}_${lastFour.toLowerCase().slice(0, 2)}`,
  lastFour,
  enabled: true,
  version: 1,
  createdAt: on('2026-10-03'),
  createdBy: `crn::user:${person(1)}`,
  ...more,
})
const endpoint = {
  id: 'wh_1',
  accountId: 'org',
  url: 'https://shop.cornerloaf.example/nikau/events',
  status: 'active',
  enabled: true,
  keyId: 'whk_4fQ2hLx9',
  jwksUrl: 'https://api.nikau.example/.well-known/webhooks/wh_1/jwks.json',
  version: 1,
  createdAt: on('2026-10-03'),
}
const delivery = (sequence: number, type: string, time: string, more: object = {}) => ({
  id: `5b2f8c1e-0d3a-4f6b-9c7d-00000000${sequence}`,
  type,
  sequence,
  paymentRequestId: `pr_${sequence}`,
  activityNumber: 2,
  status: 'delivered',
  attempts: 1,
  lastResult: 'status 200',
  createdAt: on('2026-11-14', time),
  deliveredAt: on('2026-11-14', time),
  ...more,
})
const failing = { status: 'waiting', attempts: 5, lastResult: 'status 503', deliveredAt: undefined }
const deliveries = [
  delivery(4182, 'payment-request:paid', '03:12:31', failing),
  delivery(4181, 'payment-request:paid', '03:03:12', { ...failing, attempts: 6 }),
  delivery(4180, 'payment-request:expired', '02:53:40', { ...failing, attempts: 6, lastResult: 'no response in 5 seconds' }),
  delivery(4179, 'payment-request:refund-completed', '02:42:05'),
  delivery(4178, 'payment-request:paid', '02:40:11'),
  delivery(4177, 'payment-request:cancelled', '02:16:50', { attempts: 2 }),
]
const attempt = (number: number, time: string, durationMs: number) => ({
  number,
  at: on('2026-11-14', time),
  durationMs,
  status: 503,
  result: 'status 503',
  answer: 'upstream connect error or disconnect/reset before headers',
})
const signature = `eyJhbGciOiJFUzI1NiIsImtpZCI6IndoS180ZlEyaEx4OSJ9.eyJpYXQiOjE3OTQ2MjU5NTF9.${'c2lnbmF0dXJl'.repeat(7)}`
const notification = {
  id: deliveries[0]!.id,
  type: 'payment-request:paid',
  sequence: 4182,
  data: { type: 'payment', value: { amount: '1600', currency: 'NZD' }, shortCode: 'NK-7F3C-91B2-04', externalRef: 'Order 1042' },
  paymentStatus: 'paid',
  accountId: 'org',
  test: true,
  createdAt: at,
}
const logged = (id: string, time: string, method: string, path: string, status: number, more: object = {}) => ({
  id: `req_01K9ZQ${id}`,
  at: on('2026-11-14', time),
  method,
  path,
  status,
  keyName: 'Till1',
  test: true,
  durationMs: 38,
  ...more,
})
const refused = logged('6H81', '02:58:40', 'POST', '/api/payment-requests/pr_5tBn8Kd0L/refund', 403, {
  refusal: 'ALREADY_REFUNDED',
  keyName: 'WebShop',
  durationMs: 19,
  idempotencyKey: 'refund-1039-1',
  paymentRequestId: 'pr_1',
  externalRef: 'R-1039',
})
const requests = [
  logged('7V4M', '03:11:58', 'POST', '/api/payment-requests', 200),
  logged('7TD2', '03:12:07', 'GET', '/api/payment-requests/pr_8kQw2Zr4T', 200, { durationMs: 6 }),
  refused,
  logged('5XXA', '02:15:22', 'POST', '/api/payment-requests', 400, { keyName: 'WebShop', durationMs: 4, refusal: 'INVALID_REQUEST' }),
  logged('4C0P', '01:30:00', 'GET', '/api/accounts/org/payouts', 200, { keyName: 'Bookkeeping', durationMs: 22 }),
  logged('3JB7', '01:11:47', 'POST', '/api/payment-requests/pr_9d1V7xH5/void', 200, { durationMs: 41 }),
]

/** What every screen of the portal asks for. */
export const cornerLoaf: Readonly<Record<string, unknown>> = {
  'GET /api/account-memberships': [{ accountId: 'org', accountName: 'Corner Loaf Ltd', accountType: 'org', role: 'account-owner' }],
  'GET /api/merchants': { items: [shop('live', false), shop('test', true)] },
  'GET /api/merchants/live': shop('live', false),
  'GET /api/merchants/live/takings': { day: hours(today, '2026-11-14'), compareWith: hours(weekBefore, '2026-11-07') },
  'GET /api/merchants/live/payments': { items: payments },
  'GET /api/merchants/live/payments/totals': { ...sums, count: 6, paidCount: 4, gstInSales: '1070' },
  'GET /api/merchants/live/payments/pr_1': detail(payments[0]!, {
    externalRef: 'Order 1042',
    note: 'No sauce on the pie please, it’s for Mia.',
    lineItems: [line('Flat white', '550', '72'), line('Venison pie', '1050', '137')],
    legs: [
      { id: 'a2', method: 'own-token', description: 'Tenth coffee', amount: '550', refunded: '0', paidAt: at, covers: ['Flat white'] },
      wallet('a3', '1050'),
    ],
    whatYouGet: { taken: '1600', givenBack: '0', ownTokens: '550', takenAtTill: '0', fees: '8', gstOnFees: '1', toBank: '1041' },
    payout: { day: '2026-11-16' },
  }),
  'GET /api/merchants/live/payments/pr_2': detail(payments[1]!, {
    remaining: '1360',
    lineItems: [line('Sourdough', '900', '117'), line('Butter', '860', '112'), line('Scone', '600', '78')],
    legs: [wallet('a2', '1000')],
    whatYouGet: { taken: '1000', givenBack: '0', ownTokens: '0', takenAtTill: '0', fees: '8', gstOnFees: '1', toBank: '991' },
  }),
  'GET /api/payment-requests/pr_1': request('pr_1', '1600', { remainingAmount: '0', status: 'paid', shortCode: 'NK-7F3C-91B2' }),
  'GET /api/payment-requests/pr_2': request('pr_2', '2360', {
    partialAllowed: true,
    remainingAmount: '1360',
    status: 'new',
    shortCode: payments[1]!.shortCode,
  }),
  'GET /api/payment-requests/pr_1/activities': {
    items: [activity('pr_1', 3, 'payment', '1050'), activity('pr_1', 2, 'payment', '550'), activity('pr_1', 1, 'request', '1600')],
  },
  'GET /api/payment-requests/pr_2/activities': { items: [activity('pr_2', 2, 'payment', '1000'), activity('pr_2', 1, 'request', '2360')] },
  'GET /api/payment-requests/pr_1/refund-options': {
    refundable: '1600',
    until: '2026-12-15T03:12:31.000Z',
    legs: [
      {
        completedPaymentId: 'token',
        method: 'token',
        description: 'Tenth coffee',
        amount: '550',
        refundable: '550',
        whole: true,
        lineItems: [{ name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }],
      },
      { completedPaymentId: 'wallet', method: 'wallet', description: 'Wallet', amount: '1050', refundable: '1050', whole: false },
    ],
  },
  'GET /api/accounts/org/webhooks': [endpoint],
  'GET /api/accounts/org/webhooks/wh_1/deliveries': { items: deliveries },
  [`GET /api/accounts/org/webhooks/wh_1/deliveries/${deliveries[0]!.id}`]: {
    ...deliveries[0],
    url: endpoint.url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Nikau-Webhooks/1', authorization: signature },
    body: JSON.stringify(notification),
    tries: [attempt(1, '03:12:32', 212), attempt(2, '03:12:37', 198), attempt(3, '03:12:52', 240), attempt(4, '03:13:37', 205), attempt(5, '03:15:52', 231)],
    givenUpAt: on('2026-11-28'),
  },
  'GET /.well-known/webhooks/wh_1/jwks.json': { keys: [] },
  'GET /api/accounts/org/api-keys': [
    key('WebShop', 'live', 'A0F3', ['payments:read', 'payments:write', 'refunds:write'], { lastUsedAt: at, allowedAddresses: ['203.0.113.0/24'] }),
    key('Till1', 'test', '91B2', ['payments:read', 'payments:write'], { lastUsedAt: on('2026-11-14', '03:18:00') }),
    key('WebShopTest', 'test', '7XH5', ['payments:read', 'payments:write', 'refunds:write'], { lastUsedAt: on('2026-11-14', '02:15:00') }),
    key('Bookkeeping', 'test', '04TQ', ['payouts:read'], { lastUsedAt: on('2026-11-10'), expiresAt: on('2027-02-01') }),
    key('OldTill', 'test', '3Z0C', ['payments:write'], { lastUsedAt: on('2026-10-02'), enabled: false }),
  ],
  'GET /api/accounts/org/requests': { items: requests },
  [`GET /api/requests/${refused.id}`]: {
    ...refused,
    address: '203.0.113.24',
    body: JSON.stringify({ value: { amount: '4290', currency: 'NZD' }, externalRef: 'R-1039' }),
  },
  'GET /api/merchants/test': shop('test', true),
  'GET /api/accounts/org/next-payouts': [
    {
      walletId: 'w1',
      day: '2026-11-16',
      soFar: '230131',
      onHold: false,
      ...payoutSums,
      payments: '234500',
      refunds: '2100',
      ownTokens: '550',
      fees: '1495',
      gst: '224',
    },
  ],
  'GET /api/payment-links': { items: [link('pl_cake', {}), link('pl_till', { name: 'Till 1', kind: 'till', amount: undefined, count: 412, paid: '620470' })] },
  'GET /api/collections': { items: [collection] },
  'GET /api/collections/col_1': collection,
  'GET /api/collections/col_1/summary': { ...counts, waiting: 4, onTheirWay: 0, endingSoon: 0, worthOut: '127050', weeks },
  'GET /api/collections/col_1/redemptions': { items: [redemption] },
  'GET /api/collections/col_1/tokens': { items: [issue] },
  'GET /api/accounts/org/payouts': {
    items: [
      payout('po_1', '2026-11-13', '2026-11-12', '2026-11-12'),
      payout('po_2', '2026-11-12', '2026-11-11', '2026-11-11', { status: 'sent-back', returnReason: 'account-closed' }),
      payout('po_3', '2026-11-11', '2026-11-10', '2026-11-10'),
      payout('po_4', '2026-11-10', '2026-11-09', '2026-11-09'),
      payout('po_5', '2026-11-09', '2026-11-06', '2026-11-08'),
    ],
  },
  'GET /api/payouts/po_1': payout('po_1', '2026-11-13', '2026-11-12', '2026-11-12'),
  'GET /api/payouts/po_1/lines': {
    items: [
      payoutLine('payment', 'pr_7', 'NK-33AA-10B4', '83410', '675', '103', '82632', 'Filled roll, long black'),
      payoutLine('refund', 'pr_8', 'NK-77C1-0E55', '-1400', '0', '0', '-1400', 'Flat white, scone'),
      {
        ...payoutLine('own-token', 'pr_9', 'NK-9F01-44D2', '2200', '0', '0', '0', 'Scone'),
        ownTokens: '2200',
        paidWith: [{ method: 'token', description: 'Free scone' }],
      },
    ],
  },
  'GET /api/accounts/org/payout-account': {
    current: { bankAccountId: 'b1', name: 'Corner Loaf Ltd', number: '12-••••-••••323-00', effectiveAt: on('2026-01-05') },
    toConfirm: false,
  },
  'GET /api/accounts/org/payout-schedule': { current: { kind: 'daily' } },
  'GET /api/accounts/org/tasks': [
    { kind: 'payout-sent-back', payoutId: 'po_2', amount: '81232', since: on('2026-11-13') },
    {
      kind: 'part-payment',
      paymentRequestId: 'pr_2',
      merchantId: 'live',
      shortCode: 'NK-88A0-C21D',
      rest: '1360',
      since: at,
      expiresAt: on('2026-11-14', '03:42:00'),
    },
  ],
  'GET /api/accounts/org/members': [
    member(1, 'Hana Parata', 'account-owner'),
    member(2, 'Wiremu Kingi', 'manager', { refundLimit: '50000' }),
    member(3, 'Sione Latu', 'cashier', { refundLimit: '5000', merchantIds: ['live'] }),
    member(4, 'Grace Lim', 'accountant'),
  ],
  'GET /api/accounts/org/invitations': [invitation],
  'GET /api/accounts/org/tills': [
    till(1, { pairedAt: on('2026-11-02'), lastUsedAt: on('2026-11-14', '03:12:00'), personName: 'Sione' }),
    till(2, { pairedAt: on('2026-11-02'), lastUsedAt: on('2026-11-14', '02:40:00') }),
    till(3, { name: 'Coffee cart', status: 'waiting' }),
    till(4, { name: 'Old tablet', status: 'off', pairedAt: on('2026-08-03'), lastUsedAt: on('2026-10-29', '04:20:00') }),
    till(5, { merchantId: 'test', liveness: 'test', pairedAt: on('2026-11-02') }),
  ],
  'GET /api/accounts/org/till-code': { setAt: on('2026-11-02', '20:14:00') },
  'GET /api/merchants/live/till-limits': { perPayment: '200000', perDay: '2000000', refund: '50000' },
  'GET /api/accounts/org/refund-limits': { cashier: '5000', manager: '50000' },
  'GET /api/invitations/inv_1': {
    id: 'inv_1',
    accountId: 'org',
    accountName: 'Corner Loaf Ltd',
    invitedBy: 'Hana Parata',
    role: 'developer',
    expiresAt: '2026-11-21T03:00:00.000Z',
    accepted: false,
  },
  'GET /api/accounts/org/checklist': {
    accountId: 'org',
    status: 'unverified',
    live: false,
    steps: steps.map((step) => ({ step, done: missing[step] === undefined, ...(missing[step] !== undefined && { missing: missing[step] }) })),
    payoutAccount: { id: 'b1', number: '12-••••-••••323-00', name: 'CORNER LOAF LTD', verified: false, payeeCheck: 'match', triesLeft: 5 },
  },
  'GET /api/accounts/org/business': {
    accountId: 'org',
    status: 'unverified',
    nzbn: '9429045812361',
    legalName: 'Corner Loaf Limited',
    tradingName: 'Corner Loaf',
    gst: { registered: true, number: '140107697' },
    place: { street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', postCode: '1021' },
    shopId: 'test',
  },
  'GET /api/nzbn/9429045812361': { nzbn: '9429045812361', legalName: 'Corner Loaf Limited', tradingName: 'Corner Loaf', active: true },
  'GET /api/merchants/live/configs': [config('live', 'main')],
  'GET /api/merchants/test/configs': [config('test', 'test')],
  'GET /api/merchants/live/fees': { gst: 1500, inForce: prices, toCome: [price('wallet', 65, '0', { firstDay: '2026-12-15' })] },
  'GET /api/merchants/test/fees': { gst: 1500, inForce: prices, toCome: [] },
  'GET /api/accounts/org/audit': {
    items: [
      change('3', 'shop-changed', 'Hana Parata', { before: { name: 'Loaf', branding: {} }, after: { name: 'Corner Loaf', branding: { colour: 'nikau' } } }),
      change('2', 'member-added', 'Sione Latu', { device: 'Chrome on Android', subjectName: 'Sione Latu', after: { role: 'cashier' } }),
      change('1', 'refund-limits-changed', 'Hana Parata', { before: { cashier: '2000' }, after: { cashier: '5000' } }),
      change('0', 'till-limits-changed', 'Hana Parata', { before: { perPayment: '200000' }, after: { perPayment: '50000' } }),
    ],
  },
}
