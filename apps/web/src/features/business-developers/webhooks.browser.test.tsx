import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { cornerLoaf, cornerLoafNow } from '../../testing/corner-loaf.ts'
import { dialog, heading, mockServerPerTest } from '../../testing/fixtures.tsx'
import { answerFromPress, refusal, server } from '../../testing/mock-server.ts'
import { joinBusiness, openPortal } from '../../testing/portal.tsx'

mockServerPerTest()

const webhooks = '/api/accounts/org/webhooks'
const of = `${webhooks}/wh_1`
const deliveryId = '5b2f8c1e-0d3a-4f6b-9c7d-000000004182'
const [endpoint] = cornerLoaf[`GET ${webhooks}`] as [object]
const detail = cornerLoaf[`GET ${of}/deliveries/${deliveryId}`] as { body: string; tries: object[] }
const { items: deliveries } = cornerLoaf[`GET ${of}/deliveries`] as { items: object[] }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime(cornerLoafNow)
  await page.viewport(1280, 900)
  Object.assign(server.answers, cornerLoaf)
})
afterEach(() => vi.useRealTimers())

const open = () => openPortal('/business/developers/webhooks?shop=test')
const openDelivery = () => openPortal(`/business/developers/webhooks/${deliveryId}?webhook=wh_1&shop=test`)
const row = (name: RegExp) => page.getByRole('row', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const textOf = (locator: Locator) => locator.element().textContent.replaceAll(/\s+/g, ' ').trim()
const fill = (name: string, text: string) => page.getByRole('textbox', { name }).fill(text)

test('an endpoint is made at an address, which has to answer first, and shows by itself that it did [BIZ-63]', async () => {
  server.answers[`GET ${webhooks}`] = []
  const made = { ...endpoint, url: 'https://shop.example/nikau', status: 'pending' }
  server.answers[`POST ${webhooks}`] = () => {
    server.answers[`GET ${webhooks}`] = [made]
    return made
  }
  await open()
  await expect.element(page.getByText('No endpoints yet')).toBeVisible()
  await expectAccessible()
  await press('Add an endpoint')
  await fill('Address of your server', 'shop.example')
  await press('Add it')
  await expect.element(page.getByText('Enter the whole address, such as https://shop.example/nikau')).toBeVisible()
  await expectAccessible()
  await fill('Address of your server', 'https://shop.example/nikau')
  await press('Add it')
  await expect.element(page.getByText('Not answered yet')).toBeVisible()
  await expect.element(page.getByText('We’re waiting for https://shop.example/nikau')).toBeVisible()
  expect(server.bodies(`POST ${webhooks}`)).toEqual([{ url: 'https://shop.example/nikau', liveness: 'test' }])
  // Nothing can be sent before.
  for (const name of ['Send a test event', 'Send events again']) await expect.element(page.getByRole('button', { name })).toBeDisabled()
  server.answers[`GET ${webhooks}`] = [{ ...made, status: 'active' }]
  await expect.element(page.getByText('On', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeEnabled()
})

test('an address that cannot be used says why [BIZ-63]', async () => {
  await open()
  await press('Add an endpoint')
  await fill('Address of your server', 'http://10.0.0.1/')
  for (const [code, text] of [
    ['WEBHOOK_URL_INVALID', 'We can’t send to this address. It has to start with https and lead to a public server.'],
    ['WEBHOOK_LIMIT_EXCEEDED', 'A business has at most 10 endpoints.'],
  ] as const) {
    server.answers[`POST ${webhooks}`] = () => refusal(code)
    await press('Add it')
    await expect.element(page.getByText(text)).toBeVisible()
  }
})

test('an endpoint is moved, rotated and switched off [BIZ-63]', async () => {
  const change = (more: object) => () => {
    server.answers[`GET ${webhooks}`] = [{ ...endpoint, ...more }]
    return { ...endpoint, ...more }
  }
  server.answers[`PUT ${of}`] = change({ pendingUrl: 'https://new.cornerloaf.example/events' })
  await open()
  await press('Change the address')
  await expect.element(page.getByRole('textbox', { name: 'Address of your server' })).toHaveValue('https://shop.cornerloaf.example/nikau/events')
  await fill('Address of your server', 'https://new.cornerloaf.example/events')
  await press('Change it')
  await expect.element(page.getByText('We’re waiting for https://new.cornerloaf.example/events')).toBeVisible()
  await expect.element(page.getByText('Events go to the address above until it has answered its challenge.')).toBeVisible()
  expect(server.bodies(`PUT ${of}`)).toEqual([{ url: 'https://new.cornerloaf.example/events' }])

  server.answers[`POST ${of}/rotate`] = change({ keyId: 'whk_new' })
  await press('New signing key')
  await expect.element(dialog('Make a new signing key?')).toBeVisible()
  await expectAccessible()
  await press('Make a new key')
  await expect.element(page.getByText('whk_new')).toBeVisible()
  expect(server.to(`POST ${of}/rotate`)).toHaveLength(1)

  server.answers[`PUT ${of}`] = change({ enabled: false })
  await press('Switch off')
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible()
  expect(server.bodies(`PUT ${of}`).at(-1)).toEqual({ enabled: false })
  await expect.element(page.getByRole('button', { name: 'Switch on' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeDisabled()
})

test('deliveries are listed by status, sent again, and a test event is sent [BIZ-63]', async () => {
  server.answers[`GET ${of}/deliveries`] = (_: unknown, { query }: { query: { status?: string } }) => ({
    items: deliveries.filter((delivery) => query.status === undefined || (delivery as { status: string }).status === query.status),
  })
  server.answers[`POST ${of}/deliveries/${deliveryId}/resend`] = deliveries[0]
  server.answers[`POST ${of}/test`] = { ...deliveries[0], type: 'webhook:test', sequence: 4183 }
  await open()
  await expect.element(row(/^payment-request:paid pr_4182 4182 Trying again status 503, 5 tries 4:12 pm/)).toBeInTheDocument()
  await expect.element(row(/^payment-request:cancelled pr_4177 4177 Delivered status 200, 2 tries 3:16 pm/)).toBeInTheDocument()
  await expect.element(page.getByText('3 events are waiting for your server')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Delivered' }).click()
  await expect.element(row(/4182/)).not.toBeInTheDocument()
  await expect.element(row(/4179/)).toBeInTheDocument()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
  await expect.element(page.getByText('There are none with this status.')).toBeVisible()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }).click()
  await press('Send 4182 again')
  await expect.element(page.getByText('4182 is sent again')).toBeVisible()
  await press('Send a test event')
  await expect.element(page.getByText('Test event 4183 is on its way')).toBeVisible()
})

test('without a delivery the page says how to see one; what fails can be tried again [BIZ-63]', async () => {
  server.answers[`GET ${of}/deliveries`] = () => refusal('INTERNAL', {}, 400)
  await open()
  await expect.element(page.getByText('Couldn’t load the deliveries')).toBeVisible()
  answerFromPress(() => {
    server.answers[`GET ${of}/deliveries`] = { items: [] }
  })
  await press('Try again')
  await expect.element(page.getByText('Nothing has been sent yet. Send a test event to see one.')).toBeVisible()
  await expectAccessible()
})

test('a delivery shows its body, its headers, and every attempt with status, duration and answer [BIZ-63]', async () => {
  const long = 'x'.repeat(2000)
  const tries = [
    { number: 1, at: '2026-11-14T03:12:32.000Z', durationMs: 5003, result: 'no response in 5 seconds' },
    { number: 2, at: '2026-11-14T03:12:37.000Z', durationMs: 198, status: 502, result: 'status 502', answer: long },
    { number: 3, at: '2026-11-14T03:12:52.000Z', durationMs: 240, status: 503, result: 'status 503', answer: 'upstream connect error' },
  ]
  server.answers[`GET ${of}/deliveries/${deliveryId}`] = { ...detail, tries }
  server.answers[`POST ${of}/deliveries/${deliveryId}/resend`] = deliveries[0]
  await openDelivery()
  await expect.element(heading('payment-request:paid')).toBeVisible()
  await expect.element(page.getByText('No. 4182, NK 7F3C 91B2, made 4:12:31 pm')).toBeVisible()
  const headers = page.getByRole('group', { name: 'Headers' })
  await expect.poll(() => textOf(headers)).toMatch(/POST https:\/\/shop\.cornerloaf\.example\/nikau\/events/)
  await expect.poll(() => textOf(headers)).toMatch(/user-agent: Nikau-Webhooks\/1 authorization: eyJ/)
  expect(JSON.parse(page.getByRole('group', { name: 'Body, with line breaks for reading' }).element().textContent)).toEqual(JSON.parse(detail.body))
  const attempts = page.getByRole('list', { name: 'Tries' })
  await expect.poll(() => textOf(attempts)).toMatch(/no response in 5 seconds after 5003 ms.*502 after 198 ms.*503 after 240 ms/)
  await expect.poll(() => textOf(attempts)).toMatch(/We try again by ourselves.*Given up, unless delivered.*Sat 28 Nov/)
  const answer = page.getByRole('group', { name: 'Answer, its first 2,000 characters' })
  await expect.poll(() => textOf(answer)).toBe('upstream connect error')
  await page.getByRole('combobox', { name: 'Try' }).selectOptions('No. 2, status 502')
  await expect.poll(() => textOf(answer)).toBe(long)
  await expectAccessible()
  await press('Send again')
  await expect.element(page.getByText('4182 is sent again')).toBeVisible()
})

test('a delivery that is not there says so, whichever endpoint it is asked of [BIZ-06, BIZ-63]', async () => {
  server.answers[`GET ${of}/deliveries/${deliveryId}`] = () => refusal('FORBIDDEN')
  await openPortal(`/business/developers/webhooks/${deliveryId}?shop=test`)
  await expect.element(page.getByText('Couldn’t load this delivery')).toBeVisible()
})

test('events are sent again by range or as those that failed, and too many are refused in words [BIZ-64]', async () => {
  server.answers[`POST ${of}/replay`] = () => refusal('REPLAY_TOO_LONG')
  await open()
  await press('Send events again')
  await expectAccessible()
  await press('Send again')
  await expect.element(page.getByText('These are more than 1,000 events. Send them in ranges of at most 1,000 numbers.')).toBeVisible()

  await page.getByText('A range of numbers').click()
  await press('Send again')
  await expect.element(page.getByText('Enter two numbers, the smaller one first')).toBeVisible()
  await fill('From number', '10')
  await fill('To number', '1010')
  await expect.element(page.getByText('At most 1000 at once, and these are 1001')).toBeVisible()
  await expectAccessible()
  await press('Send again')
  expect(server.bodies(`POST ${of}/replay`)).toEqual([{ status: 'failed', liveness: 'test' }])

  server.answers[`POST ${of}/replay`] = { count: 1000 }
  await fill('To number', '1009')
  await press('Send 1000 again')
  await expect.element(page.getByText('1000 are sent again')).toBeVisible()
  expect(server.bodies(`POST ${of}/replay`).at(-1)).toEqual({ fromSequence: 10, toSequence: 1009, liveness: 'test' })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('all that failed are sent again from the notice, and a refusal is said there [BIZ-64]', async () => {
  server.answers[`POST ${of}/replay`] = { count: 6 }
  await open()
  await press('Send all that failed now')
  await expect.element(page.getByText('6 are sent again')).toBeVisible()
  expect(server.bodies(`POST ${of}/replay`)).toEqual([{ status: 'failed', liveness: 'test' }])
  server.answers[`POST ${of}/replay`] = () => refusal('REPLAY_TOO_LONG')
  await press('Send all that failed now')
  await expect.element(page.getByText(/^These are more than 1,000 events/)).toBeVisible()
})

test.for([
  { view: 'test', liveness: 'test', shown: ['wh_1', 'wh_test'] },
  { view: 'live', liveness: 'main', shown: ['wh_1', 'wh_live'] },
])('the $view view has the endpoints that are told about its money, and sends its own events again [BIZ-07]', async ({ view, liveness, shown }) => {
  const named = (id: string, more: object = {}) => ({ ...endpoint, id, url: `https://${id}.example/`, ...more })
  server.answers[`GET ${webhooks}`] = [named('wh_1'), named('wh_test', { liveness: 'test' }), named('wh_live', { liveness: 'main' })]
  server.answers[`POST ${of}/replay`] = { count: 6 }
  await openPortal(`/business/developers/webhooks?shop=${view}`)
  const choice = page.getByRole('combobox', { name: 'Endpoint' })
  await expect.element(choice).toBeVisible()
  expect([...choice.element().querySelectorAll('option')].map(({ value }) => value)).toEqual(shown)
  await press('Send all that failed now')
  await expect.element(page.getByText('6 are sent again')).toBeVisible()
  expect(server.bodies(`POST ${of}/replay`)).toEqual([{ status: 'failed', liveness }])
})

test.for([{ liveness: undefined }, { liveness: 'test' }])(
  'a developer changes an endpoint for test money only, here $liveness [BIZ-05]',
  async ({ liveness }) => {
    joinBusiness('developer')
    server.answers[`GET ${webhooks}`] = [{ ...endpoint, ...(liveness && { liveness }) }]
    await open()
    await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeEnabled()
    const asks = page.getByText('This endpoint is told about live payments too. Ask an owner to change it.')
    expect(asks.elements()).toHaveLength(liveness ? 0 : 1)
    for (const name of ['Change the address', 'New signing key', 'Switch off'])
      expect(page.getByRole('button', { name }).elements()).toHaveLength(liveness ? 1 : 0)
  },
)
