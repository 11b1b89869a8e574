import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { cents, format } from '@nikau/money'
import { instantAt } from '@nikau/nz/nz-time'
import { randomIds, Secret } from '@nikau/runtime'
import { createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, createShop, noListeners, runningApi, testVault } from '../../fixtures.ts'
import { all, cells, readPdf, texts } from '../../http/fixtures.ts'
import { inTransaction } from '../../http/refusal.ts'
import { combinePorts } from '../bank-files/index.ts'
import { createBankPort } from '../funds-transfers/index.ts'
import { createOutgoingPaymentPort } from '../outgoing-payments/index.ts'
import { cutPayouts } from './cut.ts'
import { liftHold, placeHold, setReserve } from './holds.ts'
import { payoutListener } from './notifications.ts'
import { payoutTerms } from './rules.ts'
import { sendAdvice } from './send-advice.ts'

const database = await testDatabase()
const { db } = database
// A Thursday afternoon: the next payouts are on Friday and on Monday.
const clock = fakeClock('2026-12-03T02:00:00Z')
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { FEES: '{}', RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database, { test: false })
const { headers } = shop.owner
await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
const partner = await createPerson(database)
await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${partner.personId}, 'account-owner', now())`.execute(
  database.owner.db,
)
const payer = await createBankedPerson(api, database)
const bank = createBank(database, clock)
await sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${payer.bankAccountId}`.execute(
  db,
)
const topUp = (await payer.topUp(50_000)).body
await bank.take('topup')
await bank.settle(topUp.id)
afterEach(() => assertLedgerInvariants(db))

/** The worker on a day, at ten past midnight in Auckland unless told. */
function workerOn(day: string, hour = 0) {
  const at = fakeClock(instantAt(day, hour, 10).toISOString())
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock: at })
  onTestFinished(() => ledger.close())
  const ports = { ledger, vault: testVault() }
  const port = combinePorts(
    createBankPort(ports),
    createOutgoingPaymentPort({
      ...ports,
      listeners: { ...noListeners, payout: payoutListener },
    }),
  )
  return {
    deps: { db, ledger, clock: at, ids: randomIds, terms: payoutTerms.parse({}) },
    sendFile: (fileId: string) =>
      db
        .transaction()
        .execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: instantAt(day, 15, 55), limit: 100, now: at.now() })),
    settle: (reference: string) => db.transaction().execute((tx) => port.settle(tx, { reference, at: at.now() })),
    bounce: (reference: string) => db.transaction().execute((tx) => port.fail(tx, { reference, reason: 'account-closed', at: at.now() })),
  }
}
const reserve = (amount: bigint) =>
  inTransaction(db, (tx) => setReserve(tx, { accountId: shop.accountId, operator: 'mere', amount, reason: 'new business', at: clock.now() }))
const of = `/api/accounts/${shop.accountId}`
const payouts = async () => (await api.get(`${of}/payouts`, headers)).body.items
const newest = async () => (await payouts())[0]
const balanceOf = async (id: string) =>
  Number((await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance ?? 0n)
const wallet = `asset:${shop.settlementWallet}`
const messages = async (purpose: string) =>
  (await sql<{ channel: string; recipient: string; body: string }>`
    select channel, recipient, body from message where purpose = ${purpose} order by id`.execute(database.owner.db)).rows // prettier-ignore
const pay = async (amount: number) => {
  const { id } = await shop.createRequest(amount)
  const paid = await api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)
  expect(paid.status).toBe(200)
  return id as string
}
const refund = (id: string, amount: number) =>
  api.post(`/api/payment-requests/${id}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${amount}` }, shop.till)
const promisedDay = async (id: string, at = shop) => (await api.get(`/api/merchants/${at.merchantId}/payments/${id}`, at.owner.headers)).body.payout.day
const linkSettlement = async (name = 'Kauri Ltd') =>
  (await api.post('/api/bank-accounts', { accountId: shop.accountId, bankAccountName: name, bankAccountNumber: bankNumber(), purpose: 'settlement' }, headers))
    .body
/** Enters the code that the cent brought to the account's statement. */
const verify = async (bankAccountId: string, fileId: string) => {
  const [check] = await workerOn('2026-12-03', 15).sendFile(fileId)
  expect(await workerOn('2026-12-03', 17).settle(check!.reference)).toBe('applied')
  const answer = await api.post(`/api/bank-accounts/${bankAccountId}/verify`, { verificationCode: check!.particulars.slice(5) }, headers)
  expect(answer.status).toBe(200)
  return check!
}

let first: { id: string }

test('one cent with a code verifies the account that payouts go to, and only a verified one can be chosen [BIZ-49]', async () => {
  first = await linkSettlement()
  const choose = () => api.put(`${of}/payout-account`, { bankAccountId: first.id }, headers)
  expect((await choose()).body.message).toBe('BANK_ACCOUNT_NOT_VERIFIED')
  const check = await verify(first.id, 'check-1')
  expect(check).toMatchObject({ amount: 1n, name: 'Kauri Ltd', particulars: expect.stringMatching(/^CODE \d{4}$/), code: 'NIKAU' })
  expect([await balanceOf('costs:account-checks'), await balanceOf('payouts:nzd.main')]).toEqual([-1, 0])
  // The first choice takes effect at once; every owner is told on every channel.
  expect((await choose()).body).toMatchObject({ current: { bankAccountId: first.id, name: 'Kauri Ltd' }, toConfirm: false })
  const notices = (await messages('security-notice')).filter(({ body }) => body.includes('Your payouts go to'))
  expect(notices.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms', 'sms'])
  const person = await createBankedPerson(api, database)
  const mine = { accountId: person.accountId, bankAccountName: 'X', bankAccountNumber: bankNumber(), purpose: 'settlement' }
  expect((await api.post('/api/bank-accounts', mine, person.headers)).status).toBe(400)
})

test('a payout gathers what was payable at midnight, to the cent, and leaves the wallet at once; a run is made once [BIZ-39, BIZ-42, BIZ-44]', async () => {
  const paid = await pay(4000)
  await pay(2000)
  await refund(paid, 1000)
  expect((await api.get(`${of}/next-payouts`, headers)).body).toEqual([
    {
      walletId: shop.settlementWallet,
      day: '2026-12-04',
      soFar: '4957',
      onHold: false,
      payments: '6000',
      refunds: '1000',
      ownTokens: '0',
      fees: '37',
      gst: '6',
      adjustments: '0',
      carriedIn: '0',
    },
  ])
  // Of the Friday itself.
  clock.set(instantAt('2026-12-04', 0, 5).toISOString())
  await pay(2900)
  const { deps } = workerOn('2026-12-04')
  const made = await Promise.all([cutPayouts(deps), cutPayouts(deps)])
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await cutPayouts(deps)).toBe(0)
  const payout = await newest()
  // Fees of 30 and 15 cents less 8, GST of 5 and 2 cents less 1.
  expect(payout).toMatchObject({
    day: '2026-12-04',
    firstDay: '2026-12-03',
    lastDay: '2026-12-03',
    status: 'building',
    payments: '6000',
    refunds: '1000',
    fees: '37',
    gst: '6',
    carriedIn: '0',
    carriedOut: '0',
    net: '4957',
  })
  expect((await api.get(`/api/payouts/${payout.id}`, headers)).body).toEqual(payout)
  expect([await balanceOf(wallet), await balanceOf('payouts:nzd.main')]).toEqual([2900 - 22 - 3, 4957])
  // A refund cannot spend what is on its way.
  expect((await refund(paid, 2990)).status).toBe(403)
})

test('every cent of a payout is in exactly one line, in pages and in every file [BIZ-44, BIZ-46]', async () => {
  const { id, bank: to } = await newest()
  const { items } = (await api.get(`/api/payouts/${id}/lines`, headers)).body
  const figures = items.map(({ kind, amount, fee, gst, net }: Record<string, string>) => [kind, amount, fee, gst, net])
  expect(figures).toEqual([
    ['payment', '4000', '30', '5', '3965'],
    ['payment', '2000', '15', '2', '1983'],
    ['refund', '-1000', '-8', '-1', '-991'],
  ])
  expect(items.every((line: { shortCode?: string; paymentRequestId?: string }) => line.shortCode && line.paymentRequestId)).toBe(true)
  const file = async (format: string) => {
    const answer = await api.app.inject({ url: `/api/payouts/${id}/export?format=${format}`, headers })
    expect(answer.statusCode).toBe(200)
    return answer.body
  }
  const csv = (await file('csv')).replace('\uFEFF', '').trim().split('\r\n').map((row) => row.split(',')) // prettier-ignore
  expect(csv.slice(1).map((row) => [row[2], ...row.slice(6, 10)])).toEqual([
    ['Payment', '40.00', '0.30', '0.05', '39.65'],
    ['Payment', '20.00', '0.15', '0.02', '19.83'],
    ['Refund', '-10.00', '-0.08', '-0.01', '-9.91'],
  ])
  expect(JSON.parse(await file('json'))).toMatchObject({ payout: { net: '4957' }, lines: items })
  const xero = (await file('xero')).replace('\uFEFF', '').trim().split('\r\n').slice(1).map((row) => row.split(',')) // prettier-ignore
  expect(xero.map(([day, amount, , text, reference]) => [day, amount, text, reference])).toEqual([
    ['04/12/2026', '60.00', 'Sales', to.reference],
    ['04/12/2026', '-10.00', 'Refunds', to.reference],
    ['04/12/2026', '-0.37', 'Fees', to.reference],
    ['04/12/2026', '-0.06', 'GST on fees', to.reference],
    ['04/12/2026', '-49.57', 'Payout to bank', to.reference],
  ])
  const camt = await file('camt')
  expect(camt).toContain('<Amt Ccy="NZD">49.57</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>')
  expect([...camt.matchAll(/<TxDtls>.*?<Amt Ccy="NZD">([\d.]+)<\/Amt><CdtDbtInd>(\w+)</g)].map(([, amount, side]) => `${side} ${amount}`)).toEqual([
    'CRDT 39.65',
    'CRDT 19.83',
    'DBIT 9.91',
  ])
  // A key before the first line, such as one of another payout, begins at the first.
  expect((await api.get(`/api/payouts/${id}/lines?pageKey=0`, headers)).body.items).toEqual(items)
  expect((await api.get(`/api/payouts/${id}/lines`, payer.headers)).status).toBe(403)
})

test('it goes into the file with the withdrawals under the text that owners were told, and is paid when the bank has settled it [BIZ-39, BIZ-45]', async () => {
  const withdrawn = (await payer.withdraw(5000)).body
  const { deps, sendFile, settle } = workerOn('2026-12-04')
  expect([await sendAdvice(deps), await sendAdvice(deps)]).toEqual([1, 0])
  const { bank: to, id } = await newest()
  expect(to).toMatchObject({ name: 'Kauri Ltd', particulars: 'NIKAU', code: '04DEC2026', reference: expect.stringMatching(/^P[A-Z2-7]{11}$/) })
  const advice = await messages('remittance-advice')
  expect(advice.map(({ recipient }) => recipient)).toEqual(['owner@kauri.example'])
  expect(advice[0]!.body).toContain('Payments: $60.00\nRefunds: −$10.00\nFees: −$0.37\nGST on fees: −$0.06\nTo your bank: $49.57')
  expect(advice[0]!.body).toContain(`On your bank statement: NIKAU, 04DEC2026, ${to.reference}.`)

  const entries = await sendFile('f1')
  expect(
    entries.map(({ reference, amount, name, particulars, code }) => [reference === to.reference, Number(amount), name, particulars.slice(0, 5), code]),
  ).toEqual([
    [false, 5000, 'M Henare', 'CODE ', 'WITHDRAWAL'],
    [true, 4957, 'Kauri Ltd', 'NIKAU', '04DEC2026'],
  ])
  expect(entries[0]!.transferId).toBe(withdrawn.id)
  expect((await newest()).status).toBe('sent')
  expect([await settle(to.reference), await settle(to.reference)]).toEqual(['applied', 'repeated'])
  expect((await api.get(`/api/payouts/${id}`, headers)).body).toMatchObject({ status: 'paid', paidAt: expect.any(String) })
  expect(await balanceOf('payouts:nzd.main')).toBe(5000)
})

test('a payout that the bank sends back is payable again, once its account was confirmed [BIZ-48]', async () => {
  const { bank: to } = await newest()
  const confirm = () => api.post(`${of}/payout-account/confirm`, {}, headers)
  expect((await confirm()).body.message).toBe('NOTHING_TO_CONFIRM')
  const { bounce } = workerOn('2026-12-07', 12)
  expect([await bounce(to.reference), await bounce(to.reference)]).toEqual(['applied', 'repeated'])
  expect(await newest()).toMatchObject({ status: 'sent-back', returnReason: 'account-closed' })
  expect(await messages('payout-sent-back')).toMatchObject([{ recipient: 'owner@kauri.example', body: expect.stringContaining('the account is closed') }])

  await cutPayouts(workerOn('2026-12-08').deps)
  expect(await newest()).toMatchObject({
    day: '2026-12-08',
    status: 'carried',
    carriedReason: 'account-to-confirm',
    payments: '2900',
    fees: '22',
    gst: '3',
    carriedIn: '4957',
    carriedOut: '7832',
    net: '0',
  })
  expect((await api.get(`${of}/payout-account`, headers)).body.toConfirm).toBe(true)
  clock.set(instantAt('2026-12-08', 12).toISOString())
  expect((await confirm()).body).toMatchObject({ toConfirm: false })
  await cutPayouts(workerOn('2026-12-09').deps)
  const again = await newest()
  expect(again).toMatchObject({ day: '2026-12-09', status: 'building', payments: '0', carriedIn: '7832', carriedOut: '0', net: '7832' })
  expect((await api.get(`/api/payouts/${again.id}/lines`, headers)).body.items).toEqual([
    { kind: 'carried-in', amount: '7832', fee: '0', gst: '0', net: '7832' },
  ])
  expect(await balanceOf(wallet)).toBe(0)
})

test('a change of the account waits two full business days, in which payouts go to the old one and any owner can undo it [BIZ-49]', async () => {
  const second = await linkSettlement('Kauri Holdings')
  await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${second.id}`.execute(db)
  // The last minute of a Tuesday: Wednesday and Thursday are full.
  clock.set(instantAt('2026-12-08', 23, 59).toISOString())
  const change = async () => (await api.put(`${of}/payout-account`, { bankAccountId: second.id }, headers)).body
  const effectiveAt = instantAt('2026-12-11').toISOString()
  expect(await change()).toMatchObject({ current: { bankAccountId: first.id }, pending: { bankAccountId: second.id, effectiveAt } })
  const notices = (await messages('security-notice')).filter(({ body }) => body.includes('From 11 December 2026'))
  expect(notices.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms', 'sms'])
  const undone = (await api.delete(`${of}/payout-account`, partner.headers)).body
  expect(undone).toEqual({ current: expect.objectContaining({ bankAccountId: first.id }), toConfirm: false })
  expect((await api.delete(`${of}/payout-account`, partner.headers)).body.message).toBe('NO_PENDING_CHANGE')
  await change()
  clock.set(instantAt('2026-12-09', 12).toISOString())
  const goesTo = async (day: string) => {
    await pay(500)
    await cutPayouts(workerOn(day).deps)
    return (await newest()).bank.name
  }
  expect(await goesTo('2026-12-10')).toBe('Kauri Ltd')
  clock.set(instantAt('2026-12-10', 12).toISOString())
  expect(await goesTo('2026-12-11')).toBe('Kauri Holdings')
  // An unlinked account is not replaced by the one before it.
  await api.delete(`/api/bank-accounts/${second.id}`, headers)
  clock.set(instantAt('2026-12-11', 12).toISOString())
  await pay(500)
  await cutPayouts(workerOn('2026-12-14').deps)
  expect(await newest()).toMatchObject({ status: 'carried', carriedReason: 'no-account', carriedOut: '495' })
  // Nor does unlinking it shorten the wait of the next.
  const next = await api.put(`${of}/payout-account`, { bankAccountId: first.id }, headers)
  expect(next.body).toEqual({
    pending: expect.objectContaining({ bankAccountId: first.id, effectiveAt: instantAt('2026-12-16').toISOString() }),
    toConfirm: false,
  })
  clock.set(instantAt('2026-12-14', 12).toISOString())
})

test('a payout is held by an operator and for a frozen account; payments go on [DESK-77]', async () => {
  const { deps } = workerOn('2026-12-15')
  const act = () => ({ accountId: shop.accountId, operator: 'mere', at: clock.now() })
  const hold = () => inTransaction(db, (tx) => placeHold(tx, { ...act(), reason: 'chargebacks' }))
  expect([await hold(), await hold()]).toEqual(['placed', expect.objectContaining({ code: 'HELD_ALREADY' })])
  await pay(1000)
  await cutPayouts(deps)
  expect(await newest()).toMatchObject({ status: 'carried', carriedReason: 'on-hold', carriedIn: '495', net: '0' })
  expect((await api.get(`${of}/next-payouts`, headers)).body[0].onHold).toBe(true)
  const release = () => inTransaction(db, (tx) => liftHold(tx, { ...act(), proposalId: 'p1' }))
  expect([await release(), await release()]).toEqual(['released', expect.objectContaining({ code: 'NO_HOLD' })])
  await sql`insert into account_freeze (account_id, by, reason, since) values (${shop.accountId}, 'operator', 'x', now())`.execute(db)
  await cutPayouts(workerOn('2026-12-16').deps)
  // Nothing new: another payout would say the same again.
  expect((await newest()).day).toBe('2026-12-15')
  clock.set(instantAt('2026-12-16', 12).toISOString())
  await pay(100)
  await cutPayouts(workerOn('2026-12-17').deps)
  expect((await newest()).carriedReason).toBe('on-hold')
  await sql`delete from account_freeze where account_id = ${shop.accountId}`.execute(db)
  await cutPayouts(workerOn('2026-12-18').deps)
  expect(await newest()).toMatchObject({ status: 'building', net: '1585' })
})

test('a reserve stays in the wallet, and less than a dollar is carried; both payouts say so [BIZ-43]', async () => {
  await reserve(400n)
  clock.set(instantAt('2026-12-18', 12).toISOString())
  await pay(500)
  await cutPayouts(workerOn('2026-12-21').deps)
  expect(await newest()).toMatchObject({ status: 'carried', carriedReason: 'below-minimum', payments: '500', carriedOut: '495', net: '0' })
  clock.set(instantAt('2026-12-21', 12).toISOString())
  await pay(500)
  await cutPayouts(workerOn('2026-12-22').deps)
  expect(await newest()).toMatchObject({ status: 'building', carriedIn: '495', carriedOut: '400', net: '590' })
  await reserve(0n)
})

test('a weekly schedule starts on the next day; a run that was missed is made up for; the promised day keeps to it [BIZ-40, BIZ-41]', async () => {
  clock.set(instantAt('2026-12-22', 12).toISOString())
  const weekly = await api.put(`${of}/payout-schedule`, { kind: 'weekly', weekday: 3 }, headers)
  expect(weekly.body).toEqual({ current: { kind: 'daily' }, pending: { schedule: { kind: 'weekly', weekday: 3 }, firstDay: '2026-12-23' } })
  await pay(500)
  // No worker on Wednesday: Thursday makes up for it. The next Wednesday is after the holidays.
  await cutPayouts(workerOn('2026-12-24').deps)
  expect(await newest()).toMatchObject({ day: '2026-12-24', net: '895' })
  clock.set(instantAt('2026-12-24', 12).toISOString())
  expect((await api.get(`${of}/payout-schedule`, headers)).body).toEqual({ current: { kind: 'weekly', weekday: 3 } })
  await pay(500)
  expect((await api.get(`${of}/next-payouts`, headers)).body).toMatchObject([{ day: '2026-12-30', soFar: '495' }])
  await cutPayouts(workerOn('2026-12-29').deps)
  expect(await newest()).toMatchObject({ day: '2026-12-24' })
  await cutPayouts(workerOn('2026-12-30').deps)
  expect(await newest()).toMatchObject({ day: '2026-12-30', firstDay: '2026-12-24', lastDay: '2026-12-29', net: '495' })
})

test('the tax invoice of a month is the sum of its payouts, once the month is over [BIZ-47]', async () => {
  const invoice = (month: string) => api.app.inject({ url: `${of}/fee-invoices/${month}`, headers })
  const testShop = { accountId: shop.accountId, name: 'Kauri Cafe Test', country: 'NZ', test: true, type: 'e-commerce', gstNumber: '140112070' }
  expect((await api.post('/api/merchants', testShop, headers)).status).toBe(200)
  clock.set(instantAt('2026-12-31', 23).toISOString())
  expect((await invoice('2026-12')).json().message).toBe('MONTH_NOT_OVER')
  clock.set(instantAt('2027-01-01').toISOString())
  const answer = await invoice('2026-12')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { document } = readPdf(answer.rawPayload)
  const stated = texts(all(document, 'P'))
  expect(stated).toEqual(expect.arrayContaining(['To Kauri Cafe Ltd', 'From Nikau Limited']))
  // That of the test shop is on none: its fees are not taken.
  expect(stated.filter((text) => text.startsWith('GST number'))).toEqual(['GST number 140107697', 'GST number 49-091-850'])
  const sum = (name: 'fees' | 'gst', items: Record<string, string>[]) => items.reduce((total, payout) => total + Number(payout[name]), 0)
  const ofMonth = await payouts()
  const [fees, gst] = [sum('fees', ofMonth), sum('gst', ofMonth)]
  const dollars = (value: number) => format(cents(value))
  expect(all(document, 'TR').map(cells)).toEqual([
    ['Fees of the payouts of 1 December 2026 to 31 December 2026', dollars(fees)],
    ['GST on fees', dollars(gst)],
    ['Total, taken from your payouts', dollars(fees + gst)],
  ])
  expect([fees, gst]).toEqual([await balanceOf(`fees:${shop.settlementWallet}`), await balanceOf(`gst:${shop.settlementWallet}`)])
})

test('a payment names the day of the payout that it will be in, and then that payout; so does the export [BIZ-20, BIZ-21]', async () => {
  const url = `/api/merchants/${shop.merchantId}/payments`
  const made = (await payouts()).find(({ payments }: { payments: string }) => payments !== '0')
  const { items: lines } = (await api.get(`/api/payouts/${made.id}/lines`, headers)).body
  const inPayout = lines.find(({ kind }: { kind: string }) => kind === 'payment').paymentRequestId
  expect((await api.get(`${url}/${inPayout}`, headers)).body.payout).toEqual({ day: made.day, id: made.id, status: made.status })
  const file = (await api.app.inject({ url: `${url}/export?from=2026-12-01`, headers })).body
  expect(file.split('\r\n').find((line) => line.includes(inPayout))).toMatch(new RegExp(`,${made.id}(,[0-9.]+){3}$`))
  const later = await pay(1000)
  const [next] = (await api.get(`${of}/next-payouts`, headers)).body
  expect((await api.get(`${url}/${later}`, headers)).body.payout).toEqual({ day: next.day })
})

test('a payment keeps the day of the run that it is in, and goes by a new schedule from the day after the change [BIZ-40, BIZ-41]', async () => {
  // Weekly on Wednesdays; Monday is a holiday.
  const paid = await pay(500)
  expect(await promisedDay(paid)).toBe('2027-01-06')
  clock.set(instantAt('2027-01-04', 12).toISOString())
  expect((await api.put(`${of}/payout-schedule`, { kind: 'daily' }, headers)).status).toBe(200)
  const [next] = (await api.get(`${of}/next-payouts`, headers)).body
  expect([next.day, await promisedDay(paid), await promisedDay(await pay(500))]).toEqual(['2027-01-05', '2027-01-05', '2027-01-05'])
  clock.set(instantAt('2027-01-05', 0, 5).toISOString())
  expect((await api.put(`${of}/payout-schedule`, { kind: 'monthly' }, headers)).status).toBe(200)
  expect([await promisedDay(paid), await promisedDay(await pay(500))]).toEqual(['2027-01-05', '2027-02-01'])
  await cutPayouts(workerOn('2027-01-05').deps)
  expect(await promisedDay(paid)).toBe('2027-01-05')
})

test('without a payout account nothing is made; the first payout names all days since the first payment, each payment in a line [BIZ-72]', async () => {
  const other = await createShop(api, database, { test: false })
  const payThere = async (day: string, amount: number) => {
    clock.set(instantAt(day, 12).toISOString())
    const { id } = await other.createRequest(amount)
    const answer = await api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)
    expect(answer.status).toBe(200)
    return id as string
  }
  const there = `/api/accounts/${other.accountId}`
  const theirs = async (path: string) => (await api.get(`${there}/${path}`, other.owner.headers)).body
  const paid = [await payThere('2027-01-06', 1000), await payThere('2027-01-07', 500), await payThere('2027-01-08', 300)]
  for (const day of ['2027-01-07', '2027-01-08', '2027-01-11']) {
    await cutPayouts(workerOn(day).deps)
    expect((await theirs('payouts')).items).toEqual([])
  }
  // Monday's run has been: what is not in it goes out on Tuesday at the earliest.
  clock.set(instantAt('2027-01-11', 12).toISOString())
  expect(await promisedDay(paid[0]!, other)).toBe('2027-01-12')
  expect(await theirs('next-payouts')).toMatchObject([{ day: '2027-01-12', soFar: String(991 + 495 + 298), payments: '1800', carriedIn: '0' }])
  const mine = { accountId: other.accountId, bankAccountName: 'Rimu Ltd', bankAccountNumber: bankNumber(), purpose: 'settlement' }
  const { id: bankAccountId } = (await api.post('/api/bank-accounts', mine, other.owner.headers)).body
  await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${bankAccountId}`.execute(db)
  expect((await api.put(`${there}/payout-account`, { bankAccountId }, other.owner.headers)).status).toBe(200)
  await cutPayouts(workerOn('2027-01-12').deps)
  const { items } = await theirs('payouts')
  expect(items).toMatchObject([
    { day: '2027-01-12', firstDay: '2027-01-06', lastDay: '2027-01-11', payments: '1800', carriedIn: '0', carriedOut: '0', status: 'building' },
  ])
  const lines = (await api.get(`/api/payouts/${items[0].id}/lines`, other.owner.headers)).body.items
  expect(lines.map(({ kind, paymentRequestId }: Record<string, string>) => [kind, paymentRequestId])).toEqual(paid.map((id) => ['payment', id]))
})
