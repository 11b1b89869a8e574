import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { startShop } from './shop.ts'
import type { SaleView } from './till-view.ts'

interface Call {
  method: string
  path: string
  body: Record<string, unknown>
}
const calls: Call[] = []
type Answer = { status?: number; body: object } | 'silent'
/** What Nikau answers next: a status with a body, or nothing at all. */
let answer: (call: Call) => Answer | Promise<Answer>
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  const respond = async () => {
    const call = { method: request.method!, path: request.url!, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
    calls.push(call)
    const given = await answer(call)
    if (given === 'silent') return response.destroy()
    return response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(given.body))
  }
  request.on('end', () => void respond())
}).listen(0, '127.0.0.1')
await once(api, 'listening')
afterAll(() => api.close())
const shop = await startShop({
  port: 0,
  api: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  wallet: 'http://wallet.example',
  key: 'nk_test',
  configId: 'mc_1',
})
afterAll(() => shop.stop())

const request = (more: object = {}) => ({
  id: 'pr1',
  url: 'http://wallet.example/pay/pr1',
  status: 'new',
  shortCode: 'NK-C7FZ-S5KD',
  liveness: 'test',
  remainingAmount: '1100',
  expiresAt: new Date(Date.now() + 120_000).toISOString(),
  taxNumber: { value: '140107697' },
  ...more,
})
const paid = (...totals: [type: string, description: string, amount: number][]) =>
  request({
    status: 'paid',
    paidBy: { assetTotals: totals.map(([type, description, amount]) => ({ type, description, total: { amount: String(amount) } })) },
  })
beforeEach(() => {
  calls.length = 0
  answer = () => ({ body: request() })
})

/** A sale of two flat whites at $11.00. */
async function openSale() {
  const page = await fetch(`${shop.origin}/till`)
  const id = page.url.split('/').at(-1)!
  const read = async () => (await (await fetch(`${shop.origin}/api/till/${id}`)).json()) as SaleView
  const act = async (action: string, body: object = {}, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    return (await (await fetch(`${shop.origin}/api/till/${id}/${action}`, init)).json()) as SaleView
  }
  const html = async (path: string) => await (await fetch(`${shop.origin}/till/${id}${path}`)).text()
  const until = (stage: SaleView['stage']) => vi.waitFor(async () => expect((await read()).stage).toBe(stage), { timeout: 20_000, interval: 50 })
  expect(await act('basket', { entries: [{ sku: 'flat-white', qty: 2, price: 1 }] })).toMatchObject({ stage: 'basket', total: 1100 })
  return { id, read, act, html, until }
}
const created = () => calls.filter(({ path }) => path === '/api/payment-requests')

test('a code is charged for the whole basket, the sale survives a reload, and the receipt has its parts', async () => {
  const sale = await openSale()
  const waiting = await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })
  expect(waiting).toMatchObject({ stage: 'waiting', charge: { kind: 'code', paid: 0 } })
  expect(created()[0]!.body).toMatchObject({
    configId: 'mc_1',
    barcode: '9990001234567890',
    value: { amount: '1100', currency: 'NZD' },
    partialAllowed: true,
    basketAmount: '1100',
    idempotencyKey: `${sale.id}:1`,
    lineItems: [{ sku: 'flat-white', qty: '2', price: '1100' }],
  })
  expect(await sale.read()).toMatchObject({ stage: 'waiting', left: 1100 })
  expect(JSON.stringify(await sale.read()) + (await sale.html(''))).not.toContain('9990001234567890')
  answer = () => ({ body: paid(['nikau.nzd.test', 'NZD', 1100]) })
  await sale.until('paid')
  const receipt = await sale.html('/receipt')
  for (const text of ['Tōtara Market', 'GST number 140-107-697', '2 × Flat white', '$11.00', '$1.43', 'Nikau wallet · NK-C7FZ-S5KD', 'TEST'])
    expect(receipt).toContain(text)
})

test('a part payment leaves the rest, which cash completes as a payment that the till records', async () => {
  const sale = await openSale()
  answer = () => ({ body: paid(['nikau.token.test', 'Hot drink token', 550], ['nikau.nzd.test', 'NZD', 250]) })
  expect(await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })).toMatchObject({
    stage: 'take',
    left: 300,
    legs: [
      { by: 'Hot drink token', amount: 550 },
      { by: 'Nikau wallet', amount: 250 },
    ],
  })
  let isRecorded = false
  answer = ({ path }) => {
    isRecorded ||= path.endsWith('/pay')
    return { body: isRecorded ? paid(['external.test', 'Paid at the till', 300]) : request({ remainingAmount: '300' }) }
  }
  expect(await sale.act('charge', { kind: 'cash' })).toMatchObject({ stage: 'paid', left: 0 })
  expect(created()[1]!.body).toMatchObject({ value: { amount: '300' }, basketAmount: '1100', idempotencyKey: `${sale.id}:2` })
  expect(calls.find(({ path }) => path.endsWith('/pay'))!.body).toMatchObject({ assetType: 'external.test', idempotencyKey: `cash:${sale.id}:2` })
  expect(await sale.html('/receipt')).toContain('Cash · NK-C7FZ-S5KD')
})

test('a call without an answer is repeated under the same key, and a refusal says what to do', async () => {
  const sale = await openSale()
  answer = () => 'silent'
  expect(await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })).toMatchObject({ stage: 'waiting', charge: { isSilent: true } })
  answer = () => ({ status: 403, body: { message: 'PATRON_CODE_INVALID' } })
  await sale.until('take')
  expect(await sale.read()).toMatchObject({ left: 1100, notice: 'This code does not work. Ask for a fresh code.' })
  expect(new Set(created().map(({ body }) => body.idempotencyKey))).toEqual(new Set([`${sale.id}:1`]))
  answer = () => ({ body: request() })
  await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })
  expect(created().at(-1)!.body.idempotencyKey).toBe(`${sale.id}:2`)
  answer = () => ({ body: request({ status: 'cancelled', cancellationReason: 'PATRON_CODE_EXPIRED' }) })
  await sale.until('take')
  expect((await sale.read()).notice).toBe('This card has expired. Nothing was taken.')
})

test('cancel shows Paid when the customer was faster, and never refunds', async () => {
  const sale = await openSale()
  await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })
  let isPaid = false
  answer = ({ path }) => {
    isPaid ||= path.endsWith('/cancel')
    return path.endsWith('/cancel') ? { status: 403, body: { message: 'REQUEST_PAID' } } : { body: isPaid ? paid(['nikau.nzd.test', 'NZD', 1100]) : request() }
  }
  expect(await sale.act('cancel')).toMatchObject({ stage: 'paid' })
  expect(calls.some(({ path }) => path.endsWith('/void'))).toBe(false)
})

test('cancel comes before the poll that would charge a scanned card', async () => {
  const sale = await openSale()
  await sale.act('charge', { kind: 'code', barcode: '424242424' })
  let isCancelled = false
  answer = ({ path }) => {
    isCancelled ||= path.endsWith('/cancel')
    return { body: isCancelled ? request({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT' }) : request() }
  }
  expect(await sale.act('cancel')).toMatchObject({ stage: 'take', notice: 'Cancelled. Nothing was taken.' })
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/payment-requests',
    'POST /api/payment-requests/pr1/cancel',
    'GET /api/payment-requests/pr1',
  ])
})

test('a charge that was cancelled while Nikau was silent is refunded if it was paid', async () => {
  const sale = await openSale()
  answer = () => 'silent'
  await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })
  expect(await sale.act('cancel')).toMatchObject({ stage: 'waiting', charge: { isCancelled: true } })
  let isVoid = false
  answer = ({ path }) => {
    isVoid ||= path.endsWith('/void')
    return { body: isVoid ? request({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT' }) : paid(['nikau.nzd.test', 'NZD', 1100]) }
  }
  await sale.until('take')
  expect(await sale.read()).toMatchObject({ left: 1100, legs: [], notice: 'Cancelled. Nothing was taken.' })
})

test('a sale that is cancelled refunds what was paid, and takes nothing meanwhile; a paid sale stays', async () => {
  const sale = await openSale()
  answer = () => ({ body: paid(['nikau.nzd.test', 'NZD', 800]) })
  await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })
  const voiding = Promise.withResolvers<void>()
  answer = () => voiding.promise.then(() => ({ body: {} }))
  const abandoned = sale.act('abandon')
  await vi.waitFor(() => expect(calls.at(-1)!.path).toBe('/api/payment-requests/pr1/void'))
  for (const action of ['charge', 'abandon']) expect(await sale.act(action, { kind: 'cash' })).toMatchObject({ stage: 'take', left: 300 })
  voiding.resolve()
  expect(await abandoned).toMatchObject({ stage: 'basket', total: 0, legs: [], notice: 'What was paid has been refunded.' })
  expect(calls.map(({ path }) => path)).toEqual(['/api/payment-requests', '/api/payment-requests/pr1/void'])

  const complete = await openSale()
  answer = () => ({ body: paid(['nikau.nzd.test', 'NZD', 1100]) })
  await complete.act('charge', { kind: 'code', barcode: '9990001234567890' })
  expect(await complete.act('abandon')).toMatchObject({ stage: 'paid', left: 0 })
})

test('a charge that has not ended ten seconds after its expiry is voided', async () => {
  const sale = await openSale()
  answer = () => ({ body: request({ expiresAt: new Date(Date.now() - 9000).toISOString() }) })
  await sale.act('charge', { kind: 'code', barcode: '424242424' })
  expect(calls.some(({ path }) => path.endsWith('/void'))).toBe(false)
  let isVoid = false
  answer = ({ path }) => {
    isVoid ||= path.endsWith('/void')
    const late = request({ expiresAt: new Date(Date.now() - 10_001).toISOString() })
    return { body: isVoid ? request({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT' }) : late }
  }
  await sale.until('take')
  expect(calls.some(({ path }) => path.endsWith('/void'))).toBe(true)
})

test('a printed code leads to the request in the wallet, and anyone may pay it for a day', async () => {
  const sale = await openSale()
  await sale.act('charge', { kind: 'slip' })
  expect(created()[0]!.body).toMatchObject({ expirySeconds: 86_400 })
  expect(created()[0]!.body).not.toHaveProperty('barcode')
  const slip = await sale.html('/slip')
  expect(slip).toContain('NK-C7FZ-S5KD')
  expect(slip).toContain('<svg')
})

test('a page of another site cannot charge, and prices are the shop’s own', async () => {
  const sale = await openSale()
  expect(await sale.act('charge', { kind: 'cash' }, { 'sec-fetch-site': 'cross-site' })).toEqual({ problem: 'Only pages of the shop can do this.' })
  expect(created()).toEqual([])
  expect(await sale.act('basket', { entries: [{ sku: 'gold', qty: 1 }] })).toMatchObject({ total: 1100 })
  expect(await sale.act('basket', { entries: [{ amount: -5 }] })).toMatchObject({ total: 1100 })
})

interface Codes {
  faultOf(code: string): string | undefined
  createWedge(to: { onScan(digits: string): void; onTyped(digit: string, isFirst: boolean): void }): (key: string, at: number) => boolean
}
const codes = (await import(new URL('../public/till-codes.js', import.meta.url).href)) as Codes

test('a wrong check digit is said at once; nine digits are a card', () => {
  expect(codes.faultOf('9990001234567890')).toBeUndefined()
  for (let digit = 1; digit <= 9; digit++) expect(codes.faultOf(`999000123456789${digit}`)).toContain('check digit')
  expect(codes.faultOf('424242424')).toBeUndefined()
  expect(codes.faultOf('12345678')).toContain('16 digits')
  expect(codes.faultOf('https://pay.example')).toBe('This is not a payment code.')
})

test('more digits than an amount has, in one go and with Enter, are a scan', () => {
  const scans: string[] = []
  const typed: string[] = []
  const press = codes.createWedge({ onScan: (digits) => scans.push(digits), onTyped: (digit, isFirst) => typed.push(isFirst ? ` ${digit}` : digit) })
  const type = (digits: string, gap: number, from: number) => Array.from(digits).forEach((digit, place) => press(digit, from + place * gap))
  type('424242424', 8, 5000)
  expect(press('Enter', 5080)).toBe(true)
  type('550', 300, 9000)
  expect(press('Enter', 10_000)).toBe(false)
  type('4242', 100, 20_000)
  type('42424', 100, 25_000)
  expect(press('Enter', 25_600)).toBe(false)
  expect([scans, typed.join('')]).toEqual([['424242424'], ' 424242424 550 4242 42424'])
})

test('a condition shows its text, and the cashier’s answer goes to Nikau', async () => {
  const sale = await openSale()
  const condition = { id: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }
  answer = () => ({ body: request({ merchantConditions: [condition] }) })
  expect(await sale.act('charge', { kind: 'code', barcode: '9990001234567890' })).toMatchObject({ charge: { condition: 'Please check ID' } })
  let isAccepted = false
  answer = ({ path }) => {
    isAccepted ||= path === '/api/payment-requests/pr1/conditions/photo-id-check/accept'
    return { body: isAccepted ? paid(['nikau.nzd.test', 'NZD', 1100]) : request() }
  }
  await sale.act('condition', { accept: true })
  await sale.until('paid')
  expect(isAccepted).toBe(true)
})
