import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { startTill } from './fake-sale.ts'

const key = 'sale1.1'
const wallet = { type: 'nikau.nzd.main', description: 'NZD', total: { amount: cents(2500), currency: 'NZD' as const } }

/** A customer has paid $25.00 of $38.62, and $13.62 is still to take. */
async function partPaidTill() {
  const till = startTill()
  till.typed('3862')
  await till.charge('9990001234567890')
  till.change(key, { remainingAmount: cents(1362), restUntil: new Date(86_400_000), expiresAt: new Date(86_400_000), paidBy: { assetTotals: [wallet] } })
  await till.pass(2)
  expect(till.view.stage).toBe('part-paid')
  return till
}

test.each(['cash', 'eftpos'] as const)('%s that is pressed twice is recorded once, with what was due [TILL-13]', async (tender) => {
  const till = await partPaidTill()
  await Promise.all([till.engine.takeRest(tender), till.engine.takeRest(tender), till.engine.takeRest('cash')])
  await till.engine.takeRest(tender)
  expect([...till.takings]).toEqual([[`${key}.taken1`, 1362n]])
  expect(till.calls.filter((call) => call.startsWith('take'))).toEqual([`take ${tender}`])
  expect(till.view).toMatchObject({ stage: 'paid', sale: { charge: { taking: undefined } } })
})

test('cash without an answer is asked for again under its key until it is known, across a restart [TILL-13]', async () => {
  const till = await partPaidTill()
  till.loseAnswers(true)
  await till.engine.takeRest('cash')
  expect(till.view.stage).toBe('recording')
  // Nothing else of this sale, and no new one, before it is known.
  await till.engine.takeRest('eftpos')
  await till.engine.offerRest('9990001234567890')
  till.engine.startNewSale()
  expect(till.view).toMatchObject({ stage: 'recording', sale: { id: 'sale1' } })
  till.restart()
  await till.pass(12)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['recording', false])
  till.loseAnswers(false)
  await till.pass(3)
  expect(till.view.stage).toBe('paid')
  expect([...till.takings]).toEqual([[`${key}.taken1`, 1362n]])
})

test('cash that never reached the server is sent when the connection is back [TILL-13]', async () => {
  const till = await partPaidTill()
  till.connect(false)
  await till.engine.takeRest('cash')
  till.restart()
  await till.pass(20)
  expect([till.view.stage, till.takings.size]).toEqual(['recording', 0])
  till.connect(true)
  await till.pass(3)
  expect([till.view.stage, till.takings.size]).toEqual(['paid', 1])
})

test('cash after somebody else paid the rest is not recorded, and the till says so [TILL-13]', async () => {
  const till = await partPaidTill()
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  await till.engine.takeRest('cash')
  expect(till.view).toMatchObject({ stage: 'paid', problem: { code: 'REQUEST_PAID' }, sale: { charge: { taking: undefined } } })
  expect(till.takings.size).toBe(0)
})

test('a person who has to start again leaves the taking as it is, and it is recorded then [TILL-13]', async () => {
  const till = await partPaidTill()
  till.refuse('TILL_SIGN_ON_REQUIRED')
  await till.engine.takeRest('cash')
  await till.pass(3)
  expect(till.view.stage).toBe('recording')
  till.refuse(undefined)
  await till.pass(3)
  expect([till.view.stage, till.takings.size]).toEqual(['paid', 1])
})

test('another code or a link offers the same request, and the till sees the rest arrive, across a restart [TILL-13]', async () => {
  const till = await partPaidTill()
  till.refuse('PATRON_CODE_INVALID')
  await till.engine.offerRest('9990001234567890')
  expect(till.view).toMatchObject({ stage: 'part-paid', problem: { code: 'PATRON_CODE_INVALID' } })
  till.refuse(undefined)
  await till.engine.offerRest('9990001234567890')
  expect(till.view.stage).toBe('rest-by-code')
  till.engine.chooseRestAgain()
  expect(till.view.stage).toBe('part-paid')
  await till.engine.offerRest()
  till.restart()
  await till.pass(2)
  expect(till.view.stage).toBe('rest-by-link')
  till.change(key, { status: 'paid', remainingAmount: cents(0) })
  await till.pass(2)
  expect(till.view.stage).toBe('paid')
  expect(till.calls.filter((call) => call === 'create')).toHaveLength(1)
})

test('whoever pays only a part of the rest leaves the other ways for what is left [TILL-13]', async () => {
  const till = await partPaidTill()
  await till.engine.offerRest('9990001234567890')
  till.change(key, { remainingAmount: cents(362) })
  await till.pass(2)
  expect(till.view).toMatchObject({ stage: 'part-paid', request: { remainingAmount: 362n } })
})

test('a lost connection gives a part payment up neither now nor after a restart [TILL-13, TILL-14]', async () => {
  const till = await partPaidTill()
  till.connect(false)
  await till.pass(20)
  expect(till.view.stage).toBe('part-paid')
  till.restart()
  await till.pass(20)
  till.connect(true)
  await till.pass(4)
  expect(till.view.stage).toBe('part-paid')
  expect(till.requests.get(key)?.status).toBe('new')
})

test('giving back shows every leg that went back, and gives nothing back when the rest came first [TILL-14]', async () => {
  const till = await partPaidTill()
  till.loseAnswers(true)
  expect(await till.engine.giveBack()).toBe(false)
  till.loseAnswers(false)
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'given-back', sale: { charge: { returning: { legs: [{ amount: 2500n }] } } } })
  const late = await partPaidTill()
  late.change(key, { status: 'paid', remainingAmount: cents(0) })
  await late.engine.giveBack()
  expect(late.view.stage).toBe('paid')
  expect(late.calls).not.toContain('giveBack')
})

test('giving back above a limit is told and changes nothing, and a manager’s code goes with the next try [TILL-14, TILL-21]', async () => {
  const till = await partPaidTill()
  till.refuse('REFUND_LIMIT_EXCEEDED')
  expect(await till.engine.giveBack()).toBe(false)
  expect(till.view).toMatchObject({ stage: 'part-paid', problem: { code: 'REFUND_LIMIT_EXCEEDED' } })
  expect(till.view.sale.charge?.returning).toBeUndefined()
  till.refuse(undefined)
  expect(await till.engine.giveBack('482915')).toBe(true)
  expect(till.calls).toContain('cancel with 482915')
  expect(till.view.stage).toBe('given-back')
})
