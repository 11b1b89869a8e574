import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { cornerLoaf, cornerLoafNow } from '../../testing/corner-loaf.ts'
import { currentPath, mockServerPerTest } from '../../testing/fixtures.tsx'
import { answerFromPress, refusal, server } from '../../testing/mock-server.ts'
import { openPortal } from '../../testing/portal.tsx'

mockServerPerTest()

const list = 'GET /api/accounts/org/requests'
const id = 'req_01K9ZQ6H81'
const { items: requests } = cornerLoaf[list] as { items: { id: string; status: number; keyName: string }[] }
const refused = cornerLoaf[`GET /api/requests/${id}`] as object

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime(cornerLoafNow)
  await page.viewport(1280, 900)
  Object.assign(server.answers, cornerLoaf)
})
afterEach(() => vi.useRealTimers())

const open = (query = '') => openPortal(`/business/developers/requests?shop=test${query}`)
const row = (name: RegExp) => page.getByRole('row', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const queries = () => server.to(list).map(({ query }) => query)

test('calls are listed with method, path, status, refusal code, key and duration, of the view’s money only [BIZ-07, BIZ-66]', async () => {
  await open()
  await expect.element(row(/^POST \/api\/payment-requests req_01K9ZQ7V4M 200 Till1 38 ms 4:11:58 pm/)).toBeInTheDocument()
  await expect
    .element(row(/^POST \/api\/payment-requests\/pr_5tBn8Kd0L\/refund req_01K9ZQ6H81 403 ALREADY_REFUNDED WebShop 19 ms 3:58:40 pm/))
    .toBeInTheDocument()
  await expect.element(page.getByText('Kept for 30 days')).toBeVisible()
  await expectAccessible()
  expect(queries()).toEqual([{ liveness: 'test' }])
  await page.getByRole('switch', { name: 'Test mode' }).click({ force: true })
  await expect.poll(() => queries().at(-1)).toEqual({ liveness: 'live' })
})

test('a call is found by request id, by a payment’s short code and by external reference, and by how it ended and its key [BIZ-67]', async () => {
  server.answers[list] = (_: unknown, { query }: { query: { search?: string } }) => ({
    items: requests.filter((request) => query.search === undefined || (query.search !== 'nothing' && request.id === id)),
  })
  await open()
  await expect.element(row(/req_01K9ZQ7V4M/)).toBeInTheDocument()
  for (const text of [id, 'NK-7F3C-91B2', 'R-1039']) {
    await page.getByRole('searchbox', { name: 'Request id, code or reference' }).fill(` ${text} `)
    await expect.poll(() => queries().at(-1)).toEqual({ search: text, liveness: 'test' })
    await expect.element(row(/req_01K9ZQ7V4M/)).not.toBeInTheDocument()
    await expect.element(row(new RegExp(id))).toBeInTheDocument()
    expect(new URLSearchParams(currentPath().split('?')[1]).get('q')).toBe(text)
  }
  await press('Refused')
  await page.getByRole('combobox', { name: 'Key' }).selectOptions('WebShopTest')
  await expect.poll(() => queries().at(-1)).toEqual({ search: 'R-1039', outcome: 'refused', keyName: 'WebShopTest', liveness: 'test' })
  await page.getByRole('searchbox').fill('nothing')
  await expect.element(page.getByText('No calls match “nothing”')).toBeVisible()
  await expectAccessible()
  await press('Clear search and filters')
  await expect.element(row(/req_01K9ZQ7V4M/)).toBeInTheDocument()
  await expect.poll(currentPath).toMatch(/requests\?shop=test$/)
})

test('a call shows its ids and its body, and is copied as curl without the secret [BIZ-66, BIZ-67]', async () => {
  const body = JSON.stringify({ note: "it’s “quoted” and it's $HOME", patronCode: '[removed]', value: { amount: '4290', currency: 'NZD' } })
  server.answers[`GET /api/requests/${id}`] = { ...refused, refusalFields: { limit: 'day', left: '12300' }, body }
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open()
  await page.getByRole('link', { name: new RegExp(id) }).click()
  const card = page.getByRole('region', { name: id })
  for (const text of ['ALREADY_REFUNDED', 'WebShop', '19 ms', '203.0.113.24', 'refund-1039-1', 'R-1039', 'pr_1', 'limit', 'day', 'left', '12300'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  expect(JSON.parse(card.getByRole('group', { name: 'Body, without secrets' }).element().textContent)).toEqual(JSON.parse(body))
  await expect.element(card.getByRole('link', { name: 'pr_1' })).toHaveAttribute('href', expect.stringMatching(/\/business\/payments\/pr_1\?shop=test$/))
  await expectAccessible()
  await card.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.element(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  const line = copied.mock.calls[0]![0]
  expect(line.split(' \\\n  ')).toEqual([
    `curl -X POST '${location.origin}/api/payment-requests/pr_5tBn8Kd0L/refund'`,
    '-H "X-Api-Key: $NIKAU_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ])
  await card.getByRole('button', { name: 'Close' }).click()
  await expect.element(card).not.toBeInTheDocument()
})

test('on a phone a call takes the place of the list [BIZ-67]', async () => {
  await page.viewport(390, 844)
  await open(`&call=${id}`)
  await expect.element(page.getByRole('region', { name: id })).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await expectAccessible()
  await press('Close')
  await expect.element(page.getByRole('table', { name: 'Calls of your keys, newest first' })).toBeVisible()
})

test('without a call the page says what will be there; what fails can be tried again [BIZ-66]', async () => {
  server.answers[list] = () => refusal('INTERNAL', {}, 400)
  server.answers[`GET /api/requests/${id}`] = () => refusal('FORBIDDEN')
  await open(`&call=${id}`)
  await expect.element(page.getByText('Couldn’t load the calls')).toBeVisible()
  await expect.element(page.getByText('Couldn’t load this call')).toBeVisible()
  answerFromPress(() => {
    server.answers[list] = { items: [] }
  })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText('No calls yet')).toBeVisible()
  await expectAccessible()
})
