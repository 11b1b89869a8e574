import type { Page } from 'playwright'
import type { Where } from './screens-checkout.ts'

/** The staff till of Corner Loaf. What the device keeps and what the API answers are stubs; nothing of it is stored. */

/** A Saturday afternoon in Auckland. */
const now = '2026-11-14T03:12:00.000Z'
const headers = { 'access-control-allow-origin': '*', date: new Date(now).toUTCString() }
const minutes = (count: number) => new Date(Date.parse(now) + count * 60_000).toISOString()
const amountOf = (cents: number) => ({ $cents: String(cents) })
const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })

const till = {
  id: 'till1',
  name: 'Till 1',
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  accountId: 'org',
  accountName: 'Corner Loaf Ltd',
  liveness: 'main',
  configId: 'mc_1',
  gstNumber: '140107697',
  limits: { perPayment: '200000', perDay: '2000000', refund: '20000' },
}
const kept = { ...till, limits: { perPayment: amountOf(200_000), perDay: amountOf(2_000_000), refund: amountOf(20_000) } }
const person = (digit: number, name: string) => ({ personId: `5a0c1f0e-0000-4000-8000-00000000000${digit}`, name, hasCode: true })
const [sione, priya, hana] = [person(1, 'Sione'), person(2, 'Priya'), person(3, 'Hana')] as const
const turn = { token: 'turn', personId: sione.personId, name: sione.name, endsAfter: 1800, refundLimit: amountOf(5000) }
const item = (sku: string, name: string, price: number) => ({ sku, name, price: amountOf(price) })
const items = [
  item('flat-white', 'Flat white', 550),
  item('long-black', 'Long black', 500),
  item('venison-pie', 'Venison pie', 1050),
  item('scone', 'Cheese scone', 600),
]
const basket = { lines: [{ ...items[0], count: 1 }, { ...items[2], count: 1 }], typed: '' } // prettier-ignore
const sale = { id: 'sale', basket, charges: 0 }
const charge = { key: 'sale.1', amount: amountOf(1600), by: 'code', at: now, requestId: 'pr1' }
const charged = { ...sale, charges: 1, charge }
const inDoubt = { ...charged, charge: { ...charge, requestId: undefined, isInDoubt: true } }

const request = (more: object = {}) => ({
  id: 'pr1',
  url: 'https://nikau.example/deimos/pay/pr1',
  shortCode: 'NK-7F3C-91B2',
  merchantId: 'live',
  merchantName: 'Corner Loaf',
  configId: 'mc_1',
  value: nzd(1600),
  createdAt: now,
  updatedAt: now,
  expiresAt: minutes(1.6),
  expirySeconds: 120,
  paymentOptions: [],
  partialAllowed: true,
  remainingAmount: '1600',
  status: 'new',
  liveness: 'main',
  ...more,
})
const total = (type: string, description: string, amount: number) => ({ type, description, total: nzd(amount) })
const paidRequest = request({
  status: 'paid',
  remainingAmount: '0',
  paidAt: now,
  paidBy: { assetTotals: [total('flat-white.main', 'Flat white token', 550), total('nikau.nzd.main', '', 1050)] },
})
const partPaid = request({
  value: nzd(3860),
  status: 'new',
  restUntil: minutes(1440),
  expiresAt: minutes(1440),
  remainingAmount: '1360',
  paidBy: { assetTotals: [total('nikau.nzd.main', '', 2500)] },
})
const declined = request({ status: 'cancelled', cancellationReason: 'PAYMENT_FAILED' })
const withCondition = request({
  merchantConditions: [{ id: 'photo-id', name: 'Photo ID', message: 'Check photo ID: the name starts with M', status: 'awaiting-merchant' }],
})

const payment = (id: string, shortCode: string, ago: number, amount: number, names: string[], more: object = {}) => ({
  id,
  shortCode,
  status: 'paid',
  createdAt: minutes(-ago),
  paidAt: minutes(-ago),
  amount: String(amount),
  received: String(amount),
  refunded: '0',
  items: names,
  itemCount: names.length,
  place: { kind: 'till', terminalId: till.id, operatorId: sione.personId },
  methods: ['wallet'],
  ...more,
})
const payments = [
  payment('pr1', 'NK-7F3C-91B2', 4, 1600, ['Flat white', 'Venison pie'], { methods: ['token', 'wallet'] }),
  payment('pr2', 'NK-88A0-C21D', 9, 3860, ['Lunch platter for four'], { status: 'part-paid', received: '2500' }),
  payment('pr3', 'NK-19C2-4F0E', 31, 1400, ['Filled roll'], { status: 'part-refunded', refunded: '700' }),
  payment('pr4', 'NK-61BB-0D93', 52, 900, ['Kūmara sourdough'], { status: 'declined', received: '0', methods: [], paidAt: undefined }),
  payment('pr5', 'NK-0A77-E1C5', 75, 1603, ['Sale'], { methods: ['external'], notedAt: minutes(-140) }),
  payment('pr6', 'NK-52D0-77A4', 1460, 2360, ['Sourdough', 'Butter', 'Scone'], { status: 'refunded', refunded: '2360' }),
]
const receipt = {
  ...payments[0],
  merchantAccountId: 'org',
  liveness: 'main',
  expiresAt: minutes(-2),
  remaining: '0',
  gstNumber: '140107697',
  lineItems: [
    { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550', gst: '72' },
    { name: 'Venison pie', sku: 'venison-pie', qty: '1', price: '1050', gst: '137' },
  ],
  legs: [
    { id: 'l1', method: 'token', description: 'Flat white token', amount: '550', refunded: '0', paidAt: minutes(-4), covers: ['Flat white'] },
    { id: 'l2', method: 'wallet', amount: '1050', refunded: '0', paidAt: minutes(-4) },
  ],
}
const refundOptions = {
  refundable: '1600',
  until: minutes(60_000),
  limit: '5000',
  legs: [
    { completedPaymentId: 'l1', method: 'token', description: 'Flat white token', amount: '550', refundable: '550', whole: true },
    { completedPaymentId: 'l2', method: 'wallet', description: 'NZD', amount: '1050', refundable: '1050', whole: false },
  ],
}
const day = {
  day: '2026-11-14',
  at: now,
  paidCount: 41,
  openCount: 0,
  taken: '86238',
  givenBack: '2100',
  rounding: '-12',
  methods: [
    { method: 'wallet', count: 24, taken: '48150', givenBack: '1400' },
    { method: 'token', count: 6, taken: '3300', givenBack: '0' },
    { method: 'pay-by-bank', count: 3, taken: '6288', givenBack: '0' },
    { method: 'eftpos', count: 7, taken: '18650', givenBack: '700' },
    { method: 'cash', count: 5, taken: '9850', givenBack: '0' },
  ],
}
const note = (number: number, tender: string, amount: number, ago: number, more: object = {}) => ({
  id: `n${number}`,
  number,
  tillId: till.id,
  configId: 'mc_1',
  deviceId: 'd1',
  liveness: 'main',
  amount: amountOf(amount),
  tender,
  lineItems: [],
  at: minutes(-ago),
  by: { personId: sione.personId, name: sione.name },
  attempt: 1,
  ...more,
})
const notes = [note(1, 'cash', 1603, 6), note(2, 'eftpos', 4250, 3)]
const refusedNote = note(1, 'eftpos', 250_000, 6, { isStarted: true, refusal: { code: 'TILL_LIMIT_EXCEEDED', body: { limit: 'payment', left: '1200000' } } })

const answers: Readonly<Record<string, unknown>> = {
  'GET /api/tills/till1': till,
  'GET /api/tills/till1/people': [sione, priya, hana],
  'GET /api/tills/till1/payments': { items: payments },
  'GET /api/tills/till1/payments/pr1': receipt,
  'GET /api/tills/till1/day': day,
  'GET /api/payment-requests/pr1/refund-options': refundOptions,
}

interface Situation {
  /** What the device keeps besides its pairing and its turn; without either if it is undefined here. */
  stored?: Readonly<Record<string, unknown>>
  answers?: Readonly<Record<string, unknown>>
  /** Nothing answers. */
  offline?: true
  /** A camera that sees no code. */
  camera?: true
}

const keep = (stored: Readonly<Record<string, unknown>>) => `for (const [key, value] of Object.entries(${JSON.stringify(stored)}))
  if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value))`
const fakeCamera = `navigator.permissions.query = async () => ({ state: 'granted' })
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 720, height: 1280 })
    const brush = canvas.getContext('2d')
    setInterval(() => {
      brush.fillStyle = 'dimgray'
      brush.fillRect(0, 0, 720, 1280)
    }, 100)
    return canvas.captureStream(10)
  }`

const openTill =
  ({ stored = {}, answers: more = {}, offline, camera }: Situation) =>
  async (page: Page, where: Where): Promise<void> => {
    await page.clock.setFixedTime(now)
    const device = { 'till.pairing': { key: 'nk_till', till: kept }, 'till.turn': turn, 'till.lastUse': Date.parse(now), ...stored }
    await page.addInitScript(keep(device))
    if (camera) await page.addInitScript(fakeCamera)
    const all: Readonly<Record<string, unknown>> = { ...answers, ...more }
    await page.route('**/api/**', async (route) => {
      const asked = route.request()
      const answer = all[`${asked.method()} ${new URL(asked.url()).pathname}`]
      if (offline) return await route.abort()
      return await (answer === undefined ? route.fulfill({ status: 403, json: { message: 'FORBIDDEN' }, headers }) : route.fulfill({ json: answer, headers }))
    })
    await page.goto(`${where.web}/deimos/till`)
  }

const screen = (name: string, until: string, { press, like, ...situation }: Situation & { press?: readonly string[]; like?: string } = {}) => ({
  name: `till-${name}`,
  path: '/till',
  // The clock stands still in its page, and its storage is that of the device, for good.
  alone: true as const,
  open: openTill(situation),
  until,
  ...(situation.offline && { refused: /\/api\// }),
  ...(press && { press }),
  ...(like !== undefined && { like: `till-${like}` }),
})

const [read, list] = ['GET /api/payment-requests/pr1', 'Payments of this till']
const inSale = { stored: { 'till.sale': sale, 'till.items': items } }
const waiting = { stored: { 'till.sale': charged }, answers: { [read]: request() } }
const offline = { stored: { 'till.note.n1': notes[0], 'till.note.n2': notes[1] }, offline: true as const }

export const tillScreens = [
  screen('pair', 'Pair this till', { stored: { 'till.pairing': undefined } }),
  screen('sign-on', 'Hana', { stored: { 'till.turn': undefined }, like: 'sign-on' }),
  screen('keypad', 'Charge $16.00', { ...inSale, like: 'keypad' }),
  screen('person', 'When it is paid', { press: ['Change person, items and sound'] }),
  screen('items', 'Flat white', { stored: { 'till.items': items }, press: ['Change person, items and sound', 'Item buttons'] }),
  screen('scan', 'Show our QR', { ...inSale, camera: true, press: ['Charge $16.00'], like: 'scan' }),
  screen('type-code', 'Customer’s code', { ...inSale, press: ['Charge $16.00', 'Type the 16 digits'] }),
  screen('waiting', 'Waiting for their approval', { ...waiting, like: 'waiting' }),
  screen('paid', 'Paid in full', { ...waiting, answers: { [read]: paidRequest }, like: 'paid' }),
  screen('undo', 'Undo this payment?', { ...waiting, answers: { [read]: paidRequest }, press: ['Undo'] }),
  screen('part-paid', 'Still to take', { ...waiting, answers: { [read]: partPaid }, like: 'part-paid' }),
  screen('declined', 'Not paid', { ...waiting, answers: { [read]: declined }, like: 'declined' }),
  screen('condition', 'Check photo ID', { ...waiting, answers: { [read]: withCondition }, like: 'condition' }),
  screen('checking', 'We’re checking', {
    stored: { 'till.sale': inDoubt },
    answers: { 'POST /api/tills/till1/sales/sale.1/abandon': { paymentRequest: request() } },
    offline: true,
  }),
  screen('offline', '2 noted', { ...offline, like: 'offline' }),
  screen('sticker', 'A sticker on which', { ...offline, press: ['Use the printed sticker'] }),
  screen('note', 'By EFTPOS', {
    stored: { 'till.sale': { ...sale, basket: { lines: [], typed: '1603' } } },
    offline: true,
    press: ['Note a cash or EFTPOS sale'],
  }),
  screen('notes', 'They are sent by themselves', { ...offline, press: [list, 'Noted sales'] }),
  screen('notes-refused', 'Not recorded', { stored: { 'till.note.n1': refusedNote }, press: [list, 'Noted sales'] }),
  screen('list', 'Lunch platter', { press: [list] }),
  screen('list-empty', 'No payments yet', { answers: { 'GET /api/tills/till1/payments': { items: [] } }, press: [list] }),
  screen('receipt', 'How it was paid', { press: [list, 'Flat white'] }),
  screen('give-back', 'can go back', { press: [list, 'Flat white', 'Give back'] }),
  screen('day', 'Taken in 41', { press: [list, 'Close the day'] }),
  screen('day-open', 'A charge of $16.00 is open', { ...waiting, press: [list, 'Close the day', 'Close the day'] }),
  screen('day-closed', 'The day is closed', { press: [list, 'Close the day', 'Close the day'] }),
]
