import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { startTill } from './fake-sale.ts'

async function chargedTill(typed = '1600') {
  const till = startTill()
  till.typed(typed)
  await till.charge('9990001234567890')
  return till
}
const key = 'sale1.1'

test('a charge that is pressed twice, at once or later, is one request under one key [TILL-06]', async () => {
  const till = startTill()
  till.typed('1600')
  await Promise.all([till.charge(), till.charge()])
  await till.charge()
  expect([...till.requests.keys()]).toEqual([key])
  expect(till.calls.filter((call) => call === 'create')).toHaveLength(1)
  expect(till.view).toMatchObject({ stage: 'waiting', request: { value: { amount: 1600n } } })
  // The basket of an open charge does not change.
  till.typed('9999')
  expect(till.view.sale.basket.typed).toBe('1600')
})

test('the till reads the request once a second until it has ended [TILL-09]', async () => {
  const till = await chargedTill()
  await till.pass(5)
  const reads = () => till.calls.filter((call) => call === 'read').length
  expect(reads()).toBeGreaterThanOrEqual(5)
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  await till.pass(2)
  expect(till.view.stage).toBe('paid')
  const before = reads()
  await till.pass(5)
  expect(reads()).toBe(before)
})

test('it gives up 10 seconds after the expiry of the request, never before [TILL-09]', async () => {
  const till = await chargedTill()
  await till.pass(129)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['waiting', false])
  await till.pass(3)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['declined', true])
})

test('a payment that was faster than Cancel is shown as paid, and never as cancelled [TILL-10]', async () => {
  const till = await chargedTill()
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  await till.engine.cancel()
  expect(till.view).toMatchObject({ stage: 'paid', problem: undefined })
  const other = await chargedTill()
  await other.engine.cancel()
  expect(other.view.stage).toBe('declined')
})

test('a charge without an answer is asked about by its key, and one that is new is given up [TILL-18]', async () => {
  const till = startTill()
  till.typed('1600')
  till.loseAnswers(true)
  await till.charge()
  expect(till.view.stage).toBe('checking')
  // No second charge and no new sale while the till is checking.
  await till.charge()
  till.engine.startNewSale()
  expect(till.view).toMatchObject({ stage: 'checking', sale: { id: 'sale1', charges: 1 } })
  till.loseAnswers(false)
  await till.pass(3)
  expect(till.view.stage).toBe('declined')
  expect(till.requests.get(key)?.status).toBe('cancelled')
})

test('a charge that was paid without an answer is paid, across a restart of the app [TILL-18]', async () => {
  const till = startTill()
  till.typed('1600')
  till.loseAnswers(true)
  await till.charge()
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  till.restart()
  expect(till.view.stage).toBe('checking')
  till.loseAnswers(false)
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'paid', request: { id: key } })
  expect(till.calls.filter((call) => call === 'create')).toHaveLength(1)
})

test('a charge that never arrived leaves the basket, and its key makes nothing later [TILL-18]', async () => {
  const till = startTill()
  till.typed('1600')
  till.connect(false)
  await till.charge()
  till.restart()
  till.connect(true)
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'entry', didNotArrive: true, sale: { basket: { typed: '1600' } } })
  await till.charge()
  expect([...till.requests.keys()]).toEqual(['sale1.2'])
})

test('a short gap in the connection changes nothing; a longer one is checking, and then the truth [TILL-18]', async () => {
  const till = await chargedTill()
  till.connect(false)
  await till.pass(3)
  expect(till.view.stage).toBe('waiting')
  till.connect(true)
  await till.pass(3)
  expect(till.calls).not.toContain('abandon')
  till.connect(false)
  await till.pass(8)
  expect(till.view.stage).toBe('checking')
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  till.connect(true)
  await till.pass(3)
  expect(till.view.stage).toBe('paid')
})

test('a restart while waiting goes on waiting for the same request [TILL-18]', async () => {
  const till = await chargedTill()
  till.restart()
  await till.pass(2)
  expect(till.view.stage).toBe('waiting')
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  await till.pass(2)
  expect(till.view.stage).toBe('paid')
  expect([...till.requests.keys()]).toEqual([key])
})

test('a refusal makes nothing, leaves the basket and says why [TILL-07]', async () => {
  const till = startTill()
  till.typed('1600')
  till.refuse('PATRON_CODE_INVALID')
  await till.charge('9990001234567890')
  expect(till.view).toMatchObject({ stage: 'entry', problem: { code: 'PATRON_CODE_INVALID' }, sale: { basket: { typed: '1600' } } })
  till.refuse(undefined)
  await till.charge('9990001234567890')
  expect(till.view).toMatchObject({ stage: 'waiting', problem: undefined })
})

test('giving back ends a part payment, and only a new sale follows [TILL-14]', async () => {
  const till = await chargedTill('3860')
  till.change(key, { status: 'paid', remainingAmount: cents(1360) })
  await till.pass(2)
  expect(await till.engine.giveBack()).toBe(true)
  expect(till.view.stage).toBe('given-back')
  till.engine.startNewSale()
  expect(till.view).toMatchObject({ stage: 'entry', sale: { id: 'sale2', basket: { typed: '' } } })
})

test('a condition is answered before anything is paid [TILL-17]', async () => {
  const till = await chargedTill()
  till.change(key, { merchantConditions: [{ id: 'photo-id', name: 'x', message: 'Check photo ID', status: 'awaiting-merchant' }] })
  await till.pass(2)
  expect(till.view.stage).toBe('condition')
  await till.engine.answerCondition('photo-id', true)
  expect([till.view.stage, till.calls.at(-2)]).toEqual(['waiting', 'accept photo-id'])
})
