import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createPayer, createShop, runningApi, testVault } from '../../fixtures.ts'
import { raiseException } from '../exceptions/index.ts'
import { createOperators } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-03T02:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
afterEach(() => assertLedgerInvariants(db))
const desk = await createOperators(
  database,
  { db, ledger, clock, ids: randomIds, vault: testVault() },
  { tama: ['support'], pita: ['operations'], mere: ['finance'], aroha: ['finance-lead'], rua: ['risk'], ihaia: ['risk'], kiri: ['compliance'] },
)
const api = await runningApi(database, { clock, wallClock: systemClock })
const shop = await createShop(api, database, { test: false })

test('an account is frozen by one operator at once with a reason that its owner reads, and lifted by two of risk or compliance [DESK-71] [DESK-72] [GUARD-10]', async () => {
  const testShop = await createShop(api, database)
  const mia = await createPayer(api, database)
  const reason = 'Your bank reported a stolen card. Call us on 0800 000 000.'
  const freeze = { accountId: mia.accountId, reason }
  const lift = { accountId: mia.accountId, reason: 'We have checked your payments' }
  expect(await desk.mere.cannotPropose('freeze-account', freeze)).toBe('OUTSIDE_ROLE')
  expect(await desk.tama.cannotPropose('freeze-account', { ...freeze, accountId: 'nothing' })).toBe('ACCOUNT_NOT_FOUND')
  expect(await desk.rua.cannotPropose('lift-freeze', lift)).toBe('NOT_FROZEN')
  await api.post(`/api/accounts/${mia.accountId}/freeze`, undefined!, mia.headers)
  expect((await desk.tama.propose('freeze-account', freeze)).state).toBe('approved')
  expect(await desk.pita.cannotPropose('freeze-account', freeze)).toBe('FROZEN_ALREADY')
  const request = await testShop.createRequest(100)
  expect((await mia.pay(request.id)).body.message).toBe('ACCOUNT_FROZEN')
  const unfreeze = () => api.post(`/api/accounts/${mia.accountId}/unfreeze`, undefined!, mia.headers)
  expect(await unfreeze()).toMatchObject({ status: 403, body: { message: 'FROZEN_BY_OPERATOR', reason } })
  const { rows } = await database.owner.pool.query<{ body: string }>('select body from message where recipient = $1', [mia.phone])
  expect(rows.map((row) => row.body)).toContainEqual(expect.stringContaining(reason))

  expect(await desk.tama.cannotPropose('lift-freeze', lift)).toBe('OUTSIDE_ROLE')
  const proposal = await desk.rua.propose('lift-freeze', lift)
  expect([await desk.rua.cannotApprove(proposal.id), await desk.aroha.cannotApprove(proposal.id)]).toEqual(['SAME_PERSON', 'OUTSIDE_ROLE'])
  expect((await mia.pay(request.id)).body.message).toBe('ACCOUNT_FROZEN')
  expect((await desk.ihaia.approve(proposal.id)).state).toBe('approved')
  // The owner's own freeze outlasts the operator's.
  expect((await api.get(`/api/accounts/${mia.accountId}/safety`, mia.headers)).body.frozen.by).toBe('person')
  expect((await unfreeze()).body).toEqual({ frozen: null })
  expect((await mia.pay(request.id)).status).toBe(200)
  const events = await sql`
    select action, operator, reason from account_freeze_event where account_id = ${mia.accountId} and by = 'operator' order by id`.execute(db)
  expect(events.rows).toEqual([
    { action: 'frozen', operator: 'tama', reason },
    { action: 'unfrozen', operator: 'rua', reason: lift.reason },
  ])
})

test('a reported account is frozen and its report stays open', async () => {
  const mia = await createPayer(api, database, 0)
  await raiseException(db, { kind: 'asset-transfer-reported', ref: 't1', refs: { senderAccountId: mia.accountId }, at: clock.now() })
  const find = () => sql<{ id: bigint; closed: boolean }>`select id, closed_at is not null as closed from operator_exception where ref = 't1'`.execute(db)
  const exceptionId = String((await find()).rows[0]!.id)
  await desk.tama.propose('freeze-account', { accountId: mia.accountId, reason: 'Please call us' }, { exceptionId })
  expect((await find()).rows).toMatchObject([{ closed: false }])
})

test('payouts are held by one operator, and one of risk or compliance agrees to their release; a reserve is raised by one and lowered by two [DESK-77]', async () => {
  const { accountId } = shop
  const held = async () => (await api.get(`/api/accounts/${accountId}/next-payouts`, shop.owner.headers)).body[0]
  expect(await desk.tama.cannotPropose('hold-payouts', { accountId, reason: 'many refunds' })).toBe('OUTSIDE_ROLE')
  expect(await desk.mere.cannotPropose('hold-payouts', { accountId: 'nothing', reason: 'many refunds' })).toBe('ACCOUNT_NOT_FOUND')
  expect(await desk.mere.cannotPropose('release-payouts', { accountId })).toBe('NO_HOLD')
  expect((await desk.pita.propose('hold-payouts', { accountId, reason: 'many refunds' })).state).toBe('approved')
  expect(await desk.mere.cannotPropose('hold-payouts', { accountId, reason: 'many refunds' })).toBe('HELD_ALREADY')
  const shown = await held()
  expect(shown.onHold).toBe(true)
  expect(JSON.stringify(shown)).not.toContain('many refunds')
  expect(await desk.pita.cannotPropose('release-payouts', { accountId })).toBe('OUTSIDE_ROLE')
  const release = await desk.mere.propose('release-payouts', { accountId })
  expect(await desk.aroha.cannotApprove(release.id)).toBe('OUTSIDE_ROLE')
  expect((await held()).onHold).toBe(true)
  await desk.kiri.approve(release.id)
  expect((await held()).onHold).toBe(false)

  const reserve = async () => (await sql<{ amount: bigint }>`select amount from payout_reserve where account_id = ${accountId}`.execute(db)).rows[0]?.amount
  const reason = 'new business'
  expect(await desk.pita.cannotPropose('lower-reserve', { accountId, amount: '500', reason })).toBe('OUTSIDE_ROLE')
  expect(await desk.mere.cannotPropose('lower-reserve', { accountId, amount: '500', reason })).toBe('RESERVE_NOT_CHANGED')
  await desk.pita.propose('raise-reserve', { accountId, amount: '500', reason })
  expect(await reserve()).toBe(500n)
  expect(await desk.mere.cannotPropose('raise-reserve', { accountId, amount: '400', reason })).toBe('RESERVE_NOT_CHANGED')
  const lower = await desk.mere.propose('lower-reserve', { accountId, amount: '400', reason })
  expect(await reserve()).toBe(500n)
  await desk.rua.approve(lower.id)
  expect(await reserve()).toBe(400n)
})

test('fees of a merchant change 30 days after it was told, once a finance lead has agreed [DESK-79] [BIZ-38]', async () => {
  await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
  const told = async () => (await sql<{ body: string }>`select body from message where purpose = 'fee-change'`.execute(database.owner.db)).rows
  const today = calendarDate(clock.now())
  const price = (days: number) => ({ merchantId: shop.merchantId, method: 'wallet', rate: '60', cap: '500', from: addDays(today, days) })
  expect(await desk.mere.cannotPropose('change-fees', price(31))).toBe('OUTSIDE_ROLE')
  expect(await desk.pita.cannotPropose('change-fees', price(29))).toBe('TOO_EARLY')
  const proposal = await desk.pita.propose('change-fees', price(31))
  const other = await desk.rua.propose('change-fees', { ...price(31), rate: '70' })
  expect(await desk.kiri.cannotApprove(proposal.id)).toBe('OUTSIDE_ROLE')
  expect(await told()).toEqual([])
  await desk.aroha.approve(proposal.id)
  expect(await told()).toMatchObject([{ body: expect.stringContaining('pays 0.60 %, at most $5.00') }])
  expect(await desk.aroha.cannotApprove(other.id)).toBe('STALE_PROPOSAL')
  const { body } = await api.get(`/api/merchants/${shop.merchantId}/fees`, shop.owner.headers)
  expect(body.toCome).toMatchObject([{ method: 'wallet', rate: 60, firstDay: addDays(today, 31) }])
})
