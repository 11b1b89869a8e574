import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brokenOrder, smallTargets } from '../business/sweep-rules.ts'
import { currentTurn } from '../features/till-device/index.ts'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { button, create, leg, mockTillPerTest, noNetwork, openTill, paid, pairDevice, read, refusal, request, server, sione, type } from './fixtures.tsx'

// Every screen of the till. It has one address: each screen is reached as a person reaches it, or by the state that the device kept.

mockTillPerTest()
/** Lets a charge go that is on its way. */
let letGo = () => {}
afterEach(() => {
  letGo()
  delete document.documentElement.dataset.theme
})

const now = new Date().toISOString()
const later = new Date(Date.now() + 86_000_000).toISOString()
const wallet = leg('nikau.nzd.main', '', 2500)
const rest = { remainingAmount: '1362', restUntil: later, expiresAt: later, paidBy: { assetTotals: [wallet] } }
const condition = { id: 'photo-id', name: 'Photo ID', message: 'Please check photo ID', status: 'awaiting-merchant' }
const listed = {
  id: 'pr1',
  shortCode: 'NK-7F3C-91B2',
  status: 'paid',
  createdAt: now,
  amount: '1600',
  received: '1600',
  refunded: '0',
  items: ['Flat white'],
  itemCount: 1,
  place: { kind: 'till', terminalId: 'till1', operatorId: sione.personId },
  methods: ['wallet'],
}
const receipt = {
  ...listed,
  merchantAccountId: 'org',
  liveness: 'main',
  expiresAt: now,
  remaining: '0',
  lineItems: [{ name: 'Flat white', qty: '1', price: '1600', gst: '209' }],
  legs: [{ id: 'l1', method: 'wallet', amount: '1600', refunded: '0', paidAt: now }],
}
const day = {
  day: now.slice(0, 10),
  at: now,
  paidCount: 1,
  openCount: 0,
  taken: '1600',
  givenBack: '0',
  rounding: '0',
  methods: [{ method: 'wallet', count: 1, taken: '1600', givenBack: '0' }],
}
const refundable = {
  refundable: '1600',
  until: later,
  limit: '500',
  legs: [{ completedPaymentId: 'l1', method: 'wallet', description: 'NZD', amount: '1600', refundable: '1600', whole: false }],
}

const keep = (sale: object) => localStorage.setItem('till.sale', JSON.stringify({ id: 's1', basket: { lines: [], typed: '3862' }, charges: 1, ...sale }))
/** A charge whose request is as given. */
const withCharge = (answer: unknown, more: object = {}) => {
  keep({ charge: { key: 's1.1', amount: { $cents: '3862' }, by: 'code', at: now, requestId: 'pr1', ...more } })
  server.answers[read] = answer
}
const withItems = () => {
  const item = { sku: 'flat-white', name: 'Flat white', price: { $cents: '550' } }
  localStorage.setItem('till.items', JSON.stringify([item, { ...item, sku: 'pie', name: 'Venison pie' }]))
}
const offline = () => {
  server.answers['GET /api/tills/till1'] = noNetwork
}
const press =
  (...names: (string | RegExp)[]) =>
  async () => {
    // oxlint-disable-next-line no-await-in-loop -- one screen after the other
    for (const name of names) await button(name).click()
  }
const undone = { by: 'void', legs: [{ type: 'nikau.nzd.main', description: '', amount: { $cents: '3862' } }] }

interface Screen {
  name: string
  /** Before the till is opened. */
  before?: () => void
  /** Leads to the screen. */
  go?: () => Promise<void>
  /** A heading of level 1. */
  heading: string | RegExp
}

const screens: Screen[] = [
  { name: 'pairing', before: () => localStorage.removeItem('till.pairing'), heading: 'Pair this till' },
  {
    name: 'start',
    before: () => currentTurn.set(undefined),
    // The keypad comes with the names.
    go: async () => await expect.element(button('1')).toBeVisible(),
    heading: 'Who’s at the till?',
  },
  { name: 'keypad', heading: 'Till' },
  { name: 'keypad with items', before: withItems, go: async () => await type('550'), heading: 'Till' },
  {
    name: 'keypad with a payment of another till',
    before: () =>
      localStorage.setItem(
        'till.sale.aside',
        JSON.stringify([
          {
            id: 's0',
            basket: { lines: [], typed: '' },
            charges: 1,
            till: { id: 'till9', name: 'Till 9' },
            charge: { key: 's0.1', amount: { $cents: '900' }, by: 'qr', at: now },
          },
        ]),
      ),
    heading: 'Till',
  },
  { name: 'scan', go: async () => (await type('3862'), await press('Charge $38.62')()), heading: 'Scan the customer’s code' },
  { name: 'digits', go: async () => (await type('3862'), await press('Charge $38.62', 'Type the 16 digits')()), heading: 'Type the 16 digits' },
  {
    name: 'starting',
    before: () => {
      server.answers[create] = () => new Promise((resolve) => (letGo = () => resolve(request(3862))))
      keep({})
    },
    go: press('Charge $38.62', 'Show our QR'),
    heading: 'Asking the customer',
  },
  { name: 'waiting by code', before: () => withCharge(request(3862)), heading: 'Waiting for the customer' },
  { name: 'waiting by QR code', before: () => withCharge(request(3862), { by: 'qr' }), heading: 'Waiting for the customer' },
  { name: 'condition', before: () => withCharge(request(3862, { merchantConditions: [condition] })), heading: 'Please check photo ID' },
  { name: 'checking', before: () => withCharge(noNetwork, { isInDoubt: true }), heading: 'We’re checking' },
  { name: 'paid', before: () => withCharge(paid(3862, wallet)), heading: 'Paid in full' },
  { name: 'undo', before: () => withCharge(paid(3862, wallet)), go: press('Undo'), heading: 'Undo this payment?' },
  { name: 'giving back', before: () => withCharge(paid(3862, wallet), { returning: { ...undone, isUnknown: true } }), heading: 'We’re checking' },
  { name: 'given back', before: () => withCharge({ ...paid(3862, wallet), status: 'cancelled' }), heading: 'Given back' },
  { name: 'declined', before: () => withCharge(request(3862, { status: 'cancelled', cancellationReason: 'PAYMENT_FAILED' })), heading: 'Not paid' },
  { name: 'part paid', before: () => withCharge(request(3862, rest)), heading: 'Still to take' },
  { name: 'give back and stop', before: () => withCharge(request(3862, rest)), go: press('Give back $25.00 and stop'), heading: 'Give back and stop?' },
  { name: 'rest by code', before: () => withCharge(request(3862, rest), { awaits: 'code' }), heading: 'Waiting for the other customer' },
  { name: 'rest by link', before: () => withCharge(request(3862, rest), { awaits: 'link' }), heading: 'A link for the rest' },
  {
    name: 'recording',
    before: () => {
      withCharge(noNetwork, { taking: { tender: 'cash', amount: { $cents: '1362' }, key: 's1.1.taken1' } })
      server.answers['POST /api/payment-requests/pr1/pay'] = noNetwork
    },
    heading: 'We’re checking',
  },
  { name: 'person', go: press(/Sione Latu/), heading: 'Sione Latu' },
  { name: 'item buttons', before: withItems, go: press(/Sione Latu/, 'Item buttons'), heading: 'Item buttons' },
  { name: 'payments', go: press('Payments of this till'), heading: 'Payments' },
  { name: 'receipt', go: press('Payments of this till', /Flat white/), heading: /^Payment \$/ },
  { name: 'give back from the receipt', go: press('Payments of this till', /Flat white/, 'Give back'), heading: 'Give back' },
  { name: 'close of the day', go: press('Payments of this till', 'Close the day'), heading: 'Close the day' },
  { name: 'offline', before: offline, heading: 'This till can’t take Nikau payments right now' },
  { name: 'note', before: offline, go: press(/Note a cash or EFTPOS sale/), heading: 'Note a cash or EFTPOS sale' },
  { name: 'sticker', before: offline, go: press(/Use the printed sticker/), heading: 'Use the printed sticker' },
]

async function open({ before, go, heading }: Screen): Promise<HTMLElement> {
  pairDevice()
  Object.assign(server.answers, {
    'GET /api/tills/till1/payments': { items: [listed] },
    'GET /api/tills/till1/payments/pr1': receipt,
    'GET /api/payment-requests/pr1/refund-options': refundable,
    'GET /api/tills/till1/day': day,
    'POST /api/tills/till1/sales/s1.1/abandon': refusal('UNKNOWN', {}, 503),
  })
  before?.()
  await openTill()
  await go?.()
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const main = () => document.querySelector<HTMLElement>('main')
  await expect.poll(() => main()?.querySelectorAll('[aria-busy="true"]').length).toBe(0)
  return main()!
}

const sizes = { desktop: [1280, 800], phone: [390, 844] } as const
const sized = screens.flatMap((screen) => Object.entries(sizes).map(([size, [width, height]]) => ({ ...screen, size, width, height })))
const timeout = 120_000

test.each(sized)(
  'the till’s screen $name on a $size has no violation of WCAG 2.2 A and AA, in light and dark [BIZ-10]',
  async ({ width, height, ...screen }) => {
    await page.viewport(width, height)
    await open(screen)
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme
      for (const animation of document.getAnimations()) if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
      const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
    }
  },
  timeout,
)

test.each(screens)(
  'on a phone every control of the till’s screen $name is at least 48 px, and is reached by Tab in reading order [BIZ-10]',
  async (screen) => {
    await page.viewport(390, 844)
    const main = await open(screen)
    expect(smallTargets(document.body)).toEqual([])
    const visited: Element[] = []
    const start = document.body.insertAdjacentElement('afterbegin', document.createElement('button')) as HTMLButtonElement
    start.focus()
    for (let n = 0; n < 60; n++) {
      await userEvent.tab()
      const at = document.activeElement
      start.remove()
      if (!at || at === document.body || visited.includes(at)) break
      visited.push(at)
    }
    expect(brokenOrder(visited, main)).toEqual([])
  },
  timeout,
)
