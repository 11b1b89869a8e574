import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { requestOf, startTill } from './fake-sale.ts'

async function chargedTill(typed = '1600') {
  const till = startTill()
  till.typed(typed)
  await till.charge('9990001234567890')
  return till
}
const key = 'sale1.1'
const leg = { type: 'nikau.nzd.main', description: '', total: { amount: cents(1600), currency: 'NZD' as const } }
const paidBy = () => ({ status: 'paid' as const, remainingAmount: cents(0), paidBy: { assetTotals: [leg] } })

async function paidTill() {
  const till = await chargedTill()
  till.change(key, paidBy())
  await till.pass(2)
  expect(till.view.stage).toBe('paid')
  return till
}

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
  await till.pass(121)
  // The server says so from then on, whatever is still under way.
  expect(till.view).toMatchObject({ stage: 'waiting', request: { status: 'expired' } })
  await till.pass(8)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['waiting', false])
  till.restart()
  await till.pass(1)
  expect(till.view.stage).toBe('waiting')
  await till.pass(3)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['declined', true])
})

test('a payment that was decided just before the expiry is shown when it is told of after it [TILL-09]', async () => {
  const till = await chargedTill()
  await till.pass(124)
  expect(till.view.stage).toBe('waiting')
  till.change(key, paidBy())
  await till.pass(2)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['paid', false])
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

test('a tab never shows what it has read of a sale as the state of another tab’s sale, and does nothing to it [TILL-06, TILL-11]', async () => {
  const till = await paidTill()
  const other = till.otherTab()
  other.subscribe(() => {})
  other.resume()
  await till.pass(2)
  expect(other.read().stage).toBe('paid')
  till.engine.startNewSale()
  till.typed('900')
  await till.charge()
  expect(other.read()).toMatchObject({ stage: 'starting', request: undefined, sale: { id: 'sale2' } })
  await other.giveBack()
  other.startNewSale()
  expect(till.calls).not.toContain('giveBack')
  expect(till.view).toMatchObject({ stage: 'waiting', sale: { id: 'sale2', charge: { requestId: 'sale2.1' } } })
})

test('a key that is used already made something: the charge is asked about, not forgotten [TILL-18]', async () => {
  const till = startTill()
  till.typed('1600')
  // Another tab has made the request, with another customer's code, and that customer has paid.
  till.requests.set(key, { ...requestOf(key, cents(1600)), ...paidBy() })
  till.refuse('IDEMPOTENT_OPERATION_FAILED', 422)
  await till.charge('9990001234567890')
  await till.pass(1)
  expect(till.view).toMatchObject({ stage: 'paid', sale: { charge: { key, requestId: key } } })
})

test('a call too many made nothing, and leaves the basket [TILL-07]', async () => {
  const till = startTill()
  till.typed('1600')
  till.refuse('RATE_LIMIT_EXCEEDED', 429)
  await till.charge('9990001234567890')
  expect(till.view).toMatchObject({ stage: 'entry', problem: { code: 'RATE_LIMIT_EXCEEDED' }, didNotArrive: false })
})

test('an answer that cannot be read leaves a charge in doubt, and the till asks until it knows [TILL-18]', async () => {
  const till = startTill()
  till.typed('1600')
  till.garbleAnswers(true)
  await expect(till.charge()).rejects.toThrow(SyntaxError)
  await till.pass(3)
  expect(till.view.stage).toBe('checking')
  till.garbleAnswers(false)
  till.change(key, paidBy())
  await till.pass(3)
  expect([till.view.stage, till.reported.length]).toEqual(['paid', 1])
  const waiting = await chargedTill()
  waiting.garbleAnswers(true)
  await waiting.pass(2)
  waiting.garbleAnswers(false)
  waiting.change(key, paidBy())
  await waiting.pass(3)
  expect(waiting.view.stage).toBe('paid')
})

test('giving back whose answer is lost is checked until it is known, and gives back once [TILL-12]', async () => {
  const till = await paidTill()
  till.loseAnswers(true)
  expect(await till.engine.giveBack()).toBe(false)
  expect(till.view).toMatchObject({ stage: 'giving-back', sale: { charge: { returning: { legs: [{ amount: 1600n }] } } } })
  till.engine.startNewSale()
  expect(till.view.stage).toBe('giving-back')
  till.loseAnswers(false)
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'given-back', problem: undefined })
  expect(till.calls.filter((call) => call === 'giveBack')).toHaveLength(1)
})

test('giving back that never arrived is pressed again, however the server answers meanwhile [TILL-12]', async () => {
  const till = await paidTill()
  till.refuse('UNKNOWN', 503)
  await till.engine.giveBack()
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'giving-back', sale: { charge: { returning: { isStillPaid: true } } } })
  for (const [code, status] of [
    ['TILL_SIGN_ON_REQUIRED', 403],
    ['RATE_LIMIT_EXCEEDED', 429],
  ] as const) {
    till.refuse(code, status)
    // oxlint-disable-next-line no-await-in-loop -- one press after the other
    await till.engine.giveBack()
    expect(till.view).toMatchObject({ stage: 'giving-back', problem: { code } })
  }
  till.refuse(undefined)
  expect(await till.engine.giveBack()).toBe(true)
  expect(till.view.stage).toBe('given-back')
})

test('a till that is killed while it gives back goes on with what goes back, cash too [TILL-12, TILL-18]', async () => {
  const till = await chargedTill()
  const cash = { type: 'external.main', description: '', tender: 'cash' as const, total: { amount: cents(600), currency: 'NZD' as const } }
  till.change(key, { ...paidBy(), paidBy: { assetTotals: [{ ...leg, total: { ...leg.total, amount: cents(1000) } }, cash] } })
  await till.pass(2)
  void till.engine.giveBack()
  till.restart()
  expect(till.view.stage).toBe('giving-back')
  await till.pass(3)
  expect(till.view).toMatchObject({ stage: 'given-back', sale: { charge: { returning: { legs: [{ amount: 1000n }, { tender: 'cash', amount: 600n }] } } } })
})

test('giving back that is refused leaves the payment, and says why [TILL-12]', async () => {
  const till = await paidTill()
  for (const [code, status] of [
    ['VOID_WINDOW_EXCEEDED', 403],
    ['RATE_LIMIT_EXCEEDED', 429],
  ] as const) {
    till.refuse(code, status)
    // oxlint-disable-next-line no-await-in-loop -- one press after the other
    expect(await till.engine.giveBack()).toBe(false)
    expect(till.view).toMatchObject({ stage: 'paid', problem: { code }, sale: { charge: { returning: undefined } } })
  }
})

test('a payment that was voided or refunded somewhere else is given back here too [TILL-10, TILL-11]', async () => {
  for (const change of [{ status: 'cancelled' as const }, { refundedAmount: cents(1600) }]) {
    const till = await paidTill()
    till.change(key, change)
    const before = till.calls.length
    await till.engine.lookAgain()
    expect([till.view.stage, till.calls.slice(before)]).toEqual(['given-back', ['read']])
  }
  const partly = await paidTill()
  partly.change(key, { refundedAmount: cents(400) })
  await partly.engine.lookAgain()
  expect(partly.view).toMatchObject({ stage: 'paid', request: { refundedAmount: 400n } })
  partly.connect(false)
  await partly.engine.lookAgain()
  expect(partly.view).toMatchObject({ stage: 'paid', problem: undefined })
})

test('an open charge goes on at its own till only, and another one starts a new sale [TILL-02, TILL-18]', async () => {
  const till = await chargedTill()
  till.pairWith({ id: 'till2', name: 'Till 2' })
  await till.pass(3)
  const before = till.calls.length
  await till.pass(20)
  expect(till.calls.slice(before)).toEqual([])
  expect(till.view).toMatchObject({ stage: 'entry', didNotArrive: false, aside: [{ till: { name: 'Till 1' }, charge: { key, amount: 1600n } }] })
  till.engine.hideAside('sale1')
  expect(till.view.aside).toEqual([])
  till.change(key, paidBy())
  till.pairWith({ id: 'till1', name: 'Till 1' })
  await till.pass(2)
  expect(till.view).toMatchObject({ stage: 'paid', sale: { id: 'sale1' }, aside: [] })
  // What has ended needs nobody.
  till.pairWith({ id: 'till2', name: 'Till 2' })
  expect(till.view).toMatchObject({ stage: 'entry', aside: [] })
  expect(till.calls).not.toContain('abandon')
})

test('a charge that is on its way is left alone when the app looks at its till again [TILL-18, TILL-24]', async () => {
  const till = startTill()
  till.typed('1600')
  const letGo = till.hold()
  const charge = till.charge()
  till.engine.stop()
  till.engine.resume()
  await till.pass(3)
  expect(till.view.stage).toBe('starting')
  letGo()
  await charge
  await till.pass(1)
  expect([till.view.stage, till.calls.includes('abandon')]).toEqual(['waiting', false])
})
