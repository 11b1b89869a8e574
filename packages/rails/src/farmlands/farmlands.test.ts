import { cents } from '@nikau/money'
import { startFarmlands } from '@nikau/testing/farmlands'
import { afterAll, afterEach, expect, test } from 'vitest'
import { companyEntries, openCompanies } from './index.ts'

const company = await startFarmlands()
afterAll(() => company.stop())
afterEach(() => company.clear())
const open = (more: object = {}) => openCompanies(companyEntries.parse([company.entry(more)]))('test')!.rail
const rail = open({ timeoutMs: 10_000 })
/** For calls that must time out; on a busy machine others would time out too. */
const impatient = open({ timeoutMs: 800 })

const card = { number: '6005091000000001', expiry: '1230', cvc: '123' }
let count = 0
const charge = (amount: number, token = 'fct_demo0001') => ({
  key: `test:${++count}`,
  token,
  amount: cents(amount),
  merchantGst: '140107697',
  reference: 'CP-C7F-ZS5',
})

test('a card is recognised by its details; any wrong detail gets the same refusal', async () => {
  const recognised = await rail.check(card)
  expect(recognised).toMatchObject({ outcome: 'done', value: { token: 'fct_demo0001', lastFour: '0001', status: 'active', codeNeeded: true } })
  const refusal = { outcome: 'refused', reason: 'check: 422 CARD_NOT_RECOGNISED' }
  expect(await rail.check({ ...card, cvc: '321' })).toEqual(refusal)
  expect(await rail.check({ ...card, expiry: '1130' })).toEqual(refusal)
  expect(await rail.check({ ...card, number: '6005099999999999' })).toEqual(refusal)
})

test('a scanned barcode finds its card, whatever its status, and says nothing about the holder', async () => {
  expect(await rail.lookUp('424242424')).toEqual({ outcome: 'done', value: { token: 'fct_demo0001', lastFour: '0001' } })
  expect(await rail.lookUp('454545454')).toEqual({ outcome: 'done', value: { token: 'fct_demo0003', lastFour: '0003' } })
  expect(await rail.lookUp('111111111')).toEqual({ outcome: 'refused', reason: 'lookup: 422 CARD_NOT_RECOGNISED' })
  await company.fault('lookup', 'down', 1)
  expect(await rail.lookUp('424242424')).toMatchObject({ outcome: 'unknown' })
})

test('a charge is decided once, and found by its key', async () => {
  const request = charge(1200)
  expect(await rail.findCharge(request.key)).toEqual({ outcome: 'done', value: undefined })
  expect(await rail.charge(request)).toEqual({ outcome: 'done', value: { status: 'approved', amount: 1200n } })
  expect(await rail.charge(request)).toEqual({ outcome: 'done', value: { status: 'approved', amount: 1200n } })
  expect(await rail.findCharge(request.key)).toEqual({ outcome: 'done', value: { status: 'approved', amount: 1200n } })
  expect((await company.charges()).filter(({ key }) => key === request.key)).toHaveLength(1)
  expect(await rail.charge({ ...request, amount: cents(1300) })).toEqual({ outcome: 'refused', reason: 'charge: 409 KEY_USED' })
})

test('a decline has a reason the customer can act on', async () => {
  const declined = async (amount: number, token?: string) => (await rail.charge(charge(amount, token))) as { value?: unknown }
  expect((await declined(99_900, 'fct_demo0009')).value).toEqual({ status: 'declined', decline: 'insufficient' })
  expect((await declined(100, 'fct_demo0003')).value).toEqual({ status: 'declined', decline: 'expired' })
  expect((await declined(100, 'fct_demo0004')).value).toEqual({ status: 'declined', decline: 'inactive' })
  expect((await declined(167)).value).toEqual({ status: 'declined', decline: 'declined' })
})

test('a lost or late response, a server error and a gateway error leave the outcome unknown', async () => {
  for (const amount of [164, 161, 162, 176]) {
    const request = charge(amount)
    expect(await (amount === 161 ? impatient : rail).charge(request)).toMatchObject({ outcome: 'unknown' })
    expect(await rail.findCharge(request.key)).toEqual({ outcome: 'done', value: amount === 162 ? undefined : { status: 'approved', amount: BigInt(amount) } })
  }
  await company.fault('*', 'error')
  expect(await rail.check(card)).toMatchObject({ outcome: 'unknown' })
  expect(await rail.findCharge('any')).toMatchObject({ outcome: 'unknown' })
})

test('a silent company times out', async () => {
  await company.control('settings', { slowMs: 5000 })
  await company.fault('check', 'slow', 1)
  const began = Date.now()
  expect(await impatient.check(card)).toMatchObject({ outcome: 'unknown', reason: 'check: TimeoutError' })
  expect(Date.now() - began).toBeLessThan(2500)
})

test('a wrong secret is an unknown outcome, not a refusal of the card', async () => {
  expect(await open({ secret: 'canary-secret' }).check(card)).toEqual({ outcome: 'unknown', reason: 'check: 401 NOT_SIGNED' })
})

test('a refund is made once, up to the amount charged', async () => {
  const request = charge(1000)
  await rail.charge(request)
  const refund = { key: `${request.key}:r`, chargeKey: request.key, amount: cents(700), reference: 'R' }
  expect(await rail.refund(refund)).toMatchObject({ outcome: 'done' })
  expect(await rail.refund(refund)).toMatchObject({ outcome: 'done' })
  expect(await rail.refund({ ...refund, key: `${request.key}:s` })).toEqual({ outcome: 'refused', reason: 'refund: 422 REFUND_TOO_LARGE' })
  expect((await company.charges()).find(({ key }) => key === request.key)?.refundedCents).toBe(700)
})

test('settlement advices are read after a number; one whose lines do not add up is named, and the others are read', async () => {
  const [first, second] = [charge(1300), charge(1400)]
  await rail.charge(first)
  const { number } = await company.settleDay('2026-12-01', { payDay: '2026-12-02' })
  await rail.charge(second)
  await rail.refund({ key: `${second.key}:r`, chargeKey: second.key, amount: cents(400), reference: second.reference })
  await company.settleDay('2026-12-02', { fault: 'wrong-net' })
  await company.settleDay('2026-12-03', { payDay: '2026-12-02' })
  const got = (await rail.settlements(number - 1)) as { outcome: string; value: unknown[] }
  expect(got.value).toEqual([
    expect.objectContaining({ number, reference: 'FLS261201-01', day: '2026-12-01', payDay: '2026-12-02' }),
    { number: number + 1, fault: 'the lines add up to 1000 cents, not 1001' },
    { number: number + 2, fault: 'paid before its day' },
  ])
  expect((got.value[0] as { lines: unknown[] }).lines).toContainEqual({ kind: 'charge', key: first.key, reference: first.reference, amount: 1300n })
  expect(await rail.settlements(number + 2)).toEqual({ outcome: 'done', value: [] })
  await company.fault('settlements', 'down', 1)
  expect(await rail.settlements(0)).toMatchObject({ outcome: 'unknown' })
})
