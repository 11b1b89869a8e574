import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentTurn, pairing } from '../features/till-device/index.ts'
import { noteStore } from '../features/till-notes/index.ts'
import { saleEngine } from '../features/till-sale/index.ts'
import {
  activity,
  button,
  create,
  heading,
  mockTillPerTest,
  noNetwork,
  openTill,
  paid,
  pairDevice,
  priya,
  refusal,
  request,
  server,
  sione,
  text,
  till,
  type,
} from './fixtures.tsx'

mockTillPerTest()

const pay = 'POST /api/payment-requests/pr1/pay'
const heartbeat = 'GET /api/tills/till1'

/** A till without a connection. */
async function offline() {
  server.answers[heartbeat] = noNetwork
  for (const call of [create, pay]) server.answers[call] = noNetwork
  const screen = await openTill()
  await expect.element(heading('This till can’t take Nikau payments right now')).toBeVisible()
  return screen
}

/** It is back, and the server takes what is sent. */
function reconnect() {
  server.answers[create] = request(1603)
  server.answers[pay] = activity
  server.answers[heartbeat] = till
  dispatchEvent(new Event('online'))
}
const noted = () => noteStore.list().map(({ amount, tender }) => [Number(amount), tender])

async function note(digits: string, how: RegExp) {
  await button(/Note a cash or EFTPOS sale/).click()
  await type(digits)
  await button(how).click()
  await expect.element(text(/^Noted: /)).toBeVisible()
  await button('Back to the sale').click()
}

test('without a connection, cash and EFTPOS sales are noted on the device first, cash rounded to 10 cents [TILL-19]', async () => {
  pairDevice()
  await openTill()
  await type('1603')
  dispatchEvent(new Event('offline'))
  server.answers[heartbeat] = noNetwork
  await button(/Note a cash or EFTPOS sale/).click()
  // It starts with the basket that could not be charged.
  await expect.element(page.getByRole('status', { name: 'Amount' })).toHaveTextContent('$16.03')
  await expect.element(text('rounds to $16.00')).toBeVisible()
  await button(/^In cash/).dblClick()
  await expect.element(text(/^Noted: \$16\.00 in cash, \d/)).toBeVisible()
  expect(noted()).toEqual([[1603, 'cash']])
  expect(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('till.note.'))!)).toContain('1603')
  await type('4250')
  await button('By EFTPOS').click()
  await expect.element(text(/^Noted: \$42\.50 by EFTPOS/)).toBeVisible()
  await button('Back to the sale').click()
  await expect.element(text('2 noted, sent when we’re back')).toBeVisible()
  await expect.element(button(/^Charge/)).toBeDisabled()
  expect(saleEngine.read().sale.basket).toEqual({ lines: [], typed: '' })
  // Nothing that was noted counts as a Nikau payment, and nothing was asked for.
  expect(document.body.textContent).not.toContain('Paid')
  expect(server.to(create)).toEqual([])
})

test('noted sales outlive a restart and are sent once, in order, with their time, when the connection is back [TILL-19]', async () => {
  pairDevice()
  const screen = await offline()
  await note('1603', /^In cash/)
  await note('4250', /^By EFTPOS/)
  await screen.unmount()
  await openTill()
  await expect.element(text('2 noted, sent when we’re back')).toBeVisible()
  const at = noteStore.list().map((one) => one.at)
  reconnect()
  await expect.poll(() => server.bodies(pay)).toHaveLength(2)
  await expect.element(text('2 noted sales are recorded now')).toBeVisible()
  expect(server.bodies(create)).toMatchObject([
    { value: { amount: '1603' }, notedAt: at[0], terminalId: 'till1', operatorId: sione.personId, lineItems: [{ name: 'Sale', price: '1603' }] },
    { value: { amount: '4250' }, notedAt: at[1] },
  ])
  expect(server.bodies(pay)).toMatchObject([
    { assetType: 'external.main', tender: 'cash' },
    { assetType: 'external.main', tender: 'eftpos' },
  ])
  for (const { headers } of server.to(pay)) expect(headers).toMatchObject({ 'x-till-turn': 'turn1' })
  const keys = [create, pay].map((call) => server.bodies(call).map((body) => (body as { idempotencyKey: string }).idempotencyKey))
  expect(new Set(keys[0]).size).toBe(2)
  expect(keys[1]).toEqual(keys[0])
  expect(noted()).toEqual([])
  await expect.element(button('Charge')).toBeVisible()
})

test('without anybody at the till noted sales wait; the next person sends them [TILL-19]', async () => {
  pairDevice()
  await offline()
  await note('1600', /^In cash/)
  currentTurn.set(undefined)
  reconnect()
  await expect.element(heading('Who’s at the till?')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Priya Nair' })).toBeInTheDocument()
  expect(server.to(create)).toEqual([])
  server.answers['POST /api/tills/till1/sign-on'] = { token: 'turn2', ...priya, endsAfter: 1800, refundLimit: '5000' }
  await page.getByText('Priya Nair').click()
  await type('135792')
  await expect.poll(() => server.to(pay).map(({ headers }) => headers['x-till-turn'])).toEqual(['turn2'])
  expect(noted()).toEqual([])
})

test('the 201st sale is refused with a sentence [TILL-19]', async () => {
  pairDevice()
  const one = {
    tillId: 'till1',
    configId: 'mc1',
    deviceId: 'd',
    liveness: 'main',
    tender: 'cash',
    lineItems: [],
    at: '2026-11-14T03:12:00.000Z',
    by: sione,
  } as const
  for (let n = 0; n < 200; n++) noteStore.add({ ...one, amount: 100n as never })
  await offline()
  await button(/Note a cash or EFTPOS sale/).click()
  await type('1600')
  await button('By EFTPOS').click()
  await expect.element(text('200 sales are noted, and this till keeps no more. Write this one down until they are sent.')).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Amount' })).toHaveTextContent('$16.00')
  expect(noted()).toHaveLength(200)
})

test('a refused sale stays with the reason, is sent again or removed, and holds up no other [TILL-19]', async () => {
  pairDevice()
  await offline()
  await note('900', /^By EFTPOS/)
  await note('1600', /^In cash/)
  reconnect()
  server.answers[create] = (body: { value: { amount: string } }) =>
    body.value.amount === '900' ? refusal('TILL_LIMIT_EXCEEDED', { limit: 'day', left: '500' }) : request(1600)
  dispatchEvent(new Event('online'))
  await expect.poll(noted).toEqual([[900, 'eftpos']])
  await button('Payments of this till').click()
  await expect.element(text('1 noted sale isn’t recorded yet')).toBeVisible()
  await button('Noted sales').click()
  await expect.element(text('This is over the limit of the till. $5.00 is left.')).toBeVisible()
  server.answers[create] = request(900)
  await button('Send again').click()
  await expect.element(text('Nothing is noted')).toBeVisible()
  const sent = server.bodies(create).map((body) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(sent).size).toBe(3)
})

test('a sale that was noted by mistake is removed after asking, unless a call was made for it [TILL-19]', async () => {
  pairDevice()
  await offline()
  await note('1600', /^In cash/)
  await note('900', /^By EFTPOS/)
  noteStore.update(noteStore.list()[1]!.id, { isStarted: true })
  await button(/^Noted sales/).click()
  await expect.element(button('Remove')).toBeVisible()
  expect(button('Remove').elements()).toHaveLength(1)
  await button('Remove').click()
  await button('Remove $16.00').click()
  expect(noted()).toEqual([[900, 'eftpos']])
})

test('while nobody knows how a charge ended, a sale can be noted, and the charge stays as it is [TILL-18, TILL-19]', async () => {
  pairDevice()
  server.answers[create] = noNetwork
  await openTill()
  await type('3860')
  await button('Charge $38.60').click()
  await button('Show our QR').click()
  await expect.element(heading('We’re checking')).toBeVisible()
  server.answers[heartbeat] = noNetwork
  dispatchEvent(new Event('offline'))
  const { key: sent } = saleEngine.read().sale.charge!
  await note('500', /^In cash/)
  await expect.element(heading('We’re checking')).toBeVisible()
  expect(saleEngine.read().sale.charge!.key).toBe(sent)
  server.answers[`POST /api/tills/till1/sales/${sent}/abandon`] = { paymentRequest: paid(3860) }
  reconnect()
  await expect.element(heading('Paid in full')).toBeVisible()
  await expect.poll(noted).toEqual([])
})

test('a till of a shop that accepts nothing yet notes no sale, and says why [TILL-19]', async () => {
  pairDevice()
  const { configId: _, ...without } = till
  const { key, till: known } = pairing.get()!
  pairing.set({ key, till: { ...known, configId: undefined } })
  server.answers[heartbeat] = without
  await openTill()
  dispatchEvent(new Event('offline'))
  server.answers[heartbeat] = noNetwork
  await button(/Note a cash or EFTPOS sale/).click()
  await type('1603')
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This shop doesn’t accept any payment method yet. Choose some in Nikau for business, under Settings.')
  await expect.element(button('By EFTPOS')).toBeDisabled()
  await expect.element(button(/^In cash/)).toBeDisabled()
})
