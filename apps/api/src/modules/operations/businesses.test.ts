import { createLedger } from '@nikau/ledger'
import { Secret, systemClock } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bankNumber, createShop, runningApi } from '../../fixtures.ts'
import { createOperators } from './fixtures.ts'

const database = await testDatabase()
// With the login of the worker, which performs acts.
const { db } = database.openAs('nikau_worker')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent })
afterAll(() => ledger.close())
const api = await runningApi(database)
const desk = await createOperators(database, { db, ledger, clock: systemClock }, { mere: ['operations'], hana: ['risk'], tama: ['finance'] })
const shop = await createShop(api, database, { test: false })
const { accountId } = shop
const request = () => api.post('/api/payment-requests', { configId: shop.configId, value: { amount: '20001', currency: 'NZD' } }, shop.till)

test('the limits of a new business are lifted by two people, one of them of risk or compliance [BIZ-73]', async () => {
  expect(await desk.mere.cannotPropose('lift-business-limits', { accountId })).toBe('NOT_LIMITED')
  await sql`insert into business_limit (account_id, since) values (${accountId}, now())`.execute(database.owner.db)
  expect((await request()).body.message).toBe('MERCHANT_LIMIT_EXCEEDED')
  expect(await desk.tama.cannotPropose('lift-business-limits', { accountId })).toBe('OUTSIDE_ROLE')
  const { id } = await desk.mere.propose('lift-business-limits', { accountId })
  expect((await request()).status).toBe(403)
  expect(await desk.tama.cannotApprove(id)).toBe('OUTSIDE_ROLE')
  await desk.hana.approve(id)
  expect((await request()).status).toBe(200)
  const { rows } = await sql<{ proposal: string }>`select proposal_id as proposal from business_limit where account_id = ${accountId}`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([{ proposal: id }])
})

test('a payout account whose name does not match is accepted by two people, and its exception closes with it [BIZ-71]', async () => {
  const body = { accountId, bankAccountName: 'Other Name', bankAccountNumber: bankNumber(), purpose: 'settlement' }
  const { id: bankAccountId } = (await api.post('/api/bank-accounts', body, shop.owner.headers)).body
  expect(await desk.mere.cannotPropose('accept-payee', { bankAccountId })).toBe('PAYEE_NOT_WAITING')
  await sql`update bank_account set payee_check = 'no-match', verified_at = now(), status = 'active' where id = ${bankAccountId}`.execute(database.owner.db)
  const { rows } = await sql<{ id: string }>`
    insert into operator_exception (kind, ref, refs, opened_at) values ('payee-name-mismatch', ${bankAccountId}, '{}', now()) returning id::text`.execute(
    database.owner.db,
  )
  const choose = () => api.put(`/api/accounts/${accountId}/payout-account`, { bankAccountId }, shop.owner.headers)
  expect((await choose()).body.message).toBe('PAYEE_NAME_MISMATCH')
  const proposal = await desk.mere.propose('accept-payee', { bankAccountId }, { exceptionId: rows[0]!.id })
  await desk.hana.approve(proposal.id)
  expect((await choose()).status).toBe(200)
  const open = await sql`select from operator_exception where ref = ${bankAccountId} and closed_at is null`.execute(database.owner.db)
  expect(open.rows).toHaveLength(0)
})
