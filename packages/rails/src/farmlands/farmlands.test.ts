import { cents } from '@nikau/money'
import { startFarmlands } from '@nikau/testing/farmlands'
import { afterAll, afterEach, expect, test } from 'vitest'
import { companyEntries, openCompanies } from './index.ts'

const company = await startFarmlands()
afterAll(() => company.stop())
afterEach(() => company.clear())
const open = (more: object = {}) => openCompanies(companyEntries.parse([company.entry(more)]))('test')!.rail
const rail = open({ timeoutMs: 10_000 })
/** Only for calls that are to be given up: what it asks of a busy machine may be given up too. */
const hasty = open({ timeoutMs: 800 })

const card = { number: '6005091000000001', expiry: '1230', cvc: '123' }
let count = 0
const charge = (amount: number, token = 'fct_demo0001') => ({
  key: `test:${++count}`,
  token,
  amount: cents(amount),
  merchantGst: '140107697',
  reference: 'CP-C7F-ZS5',
})

test('a card is known by its details; whatever is wrong with them, the answer is the same no', async () => {
  const known = await rail.check(card)
  expect(known).toMatchObject({ outcome: 'done', value: { token: 'fct_demo0001', lastFour: '0001', status: 'active', codeNeeded: true } })
  const no = { outcome: 'refused', why: 'check: 422 CARD_NOT_RECOGNISED' }
  expect(await rail.check({ ...card, cvc: '321' })).toEqual(no)
  expect(await rail.check({ ...card, expiry: '1130' })).toEqual(no)
  expect(await rail.check({ ...card, number: '6005099999999999' })).toEqual(no)
})

test('a charge is decided once, and found by its key', async () => {
  const one = charge(1200)
  expect(await rail.chargeOf(one.key)).toEqual({ outcome: 'done', value: undefined })
  expect(await rail.charge(one)).toEqual({ outcome: 'done', value: { status: 'approved' } })
  expect(await rail.charge(one)).toEqual({ outcome: 'done', value: { status: 'approved' } })
  expect(await rail.chargeOf(one.key)).toEqual({ outcome: 'done', value: { status: 'approved' } })
  expect((await company.charges()).filter(({ key }) => key === one.key)).toHaveLength(1)
  expect(await rail.charge({ ...one, amount: cents(1300) })).toEqual({ outcome: 'refused', why: 'charge: 409 KEY_USED' })
})

test('a decline says why, as far as a customer can act on it', async () => {
  const declined = async (amount: number, token?: string) => (await rail.charge(charge(amount, token))) as { value?: unknown }
  expect((await declined(99_900, 'fct_demo0009')).value).toEqual({ status: 'declined', decline: 'insufficient' })
  expect((await declined(100, 'fct_demo0003')).value).toEqual({ status: 'declined', decline: 'expired' })
  expect((await declined(100, 'fct_demo0004')).value).toEqual({ status: 'declined', decline: 'inactive' })
  expect((await declined(167)).value).toEqual({ status: 'declined', decline: 'declined' })
})

test('no answer, a late one, a server in trouble and a gateway leave open what was done', async () => {
  for (const amount of [164, 161, 162, 176]) {
    const one = charge(amount)
    expect(await (amount === 161 ? hasty : rail).charge(one)).toMatchObject({ outcome: 'unknown' })
    expect(await rail.chargeOf(one.key)).toEqual({ outcome: 'done', value: amount === 162 ? undefined : { status: 'approved' } })
  }
  await company.fault('*', 'error')
  expect(await rail.check(card)).toMatchObject({ outcome: 'unknown' })
  expect(await rail.chargeOf('any')).toMatchObject({ outcome: 'unknown' })
})

test('a company that stays silent is given up in bounded time', async () => {
  await company.control('settings', { slowMs: 5000 })
  await company.fault('check', 'slow', 1)
  const began = Date.now()
  expect(await hasty.check(card)).toMatchObject({ outcome: 'unknown', why: 'check: TimeoutError' })
  expect(Date.now() - began).toBeLessThan(2500)
})

test('a wrong secret is ours to mend and no word about the card', async () => {
  expect(await open({ secret: 'canary-secret' }).check(card)).toEqual({ outcome: 'unknown', why: 'check: 401 NOT_SIGNED' })
})

test('a refund goes back once, up to what was charged', async () => {
  const one = charge(1000)
  await rail.charge(one)
  const refund = { key: `${one.key}:r`, chargeKey: one.key, amount: cents(700), reference: 'R' }
  expect(await rail.refund(refund)).toMatchObject({ outcome: 'done' })
  expect(await rail.refund(refund)).toMatchObject({ outcome: 'done' })
  expect(await rail.refund({ ...refund, key: `${one.key}:s` })).toEqual({ outcome: 'refused', why: 'refund: 422 REFUND_TOO_LARGE' })
  expect((await company.charges()).find(({ key }) => key === one.key)?.refundedCents).toBe(700)
})
