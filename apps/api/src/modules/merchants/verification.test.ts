import { systemClock } from '@nikau/runtime'
import { createPerson, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../fixtures.ts'
import { changeBusinessStatus, verifyBusiness } from '../accounts/index.ts'
import { clearReview } from './index.ts'

const database = await testDatabase()
const api = await runningApi(database)
const deps = { db: database.owner.db, clock: systemClock }

/** A live organisation with its own key. */
async function createOrg(verified: boolean, name = 'Kauri Ltd') {
  const owner = await createPerson(database)
  const { body: org } = await api.post('/api/accounts', { name, type: 'org' }, owner.headers)
  if (verified) await verifyBusiness(deps, org.id, 'test')
  const { body: key } = await api.post(`/api/accounts/${org.id}/api-keys`, { name: 'till', role: 'merchant-terminal' }, owner.headers)
  return {
    accountId: org.id as string,
    headers: owner.headers,
    till: { 'x-api-key': key.secret as string },
    addMerchant: (more: object = {}) =>
      api.post('/api/merchants', { accountId: org.id, name: 'Rimu Books', country: 'NZ', test: false, type: 'e-commerce', ...more }, owner.headers),
    configure: (merchantId: string, liveness = 'main') =>
      api.post(`/api/merchants/${merchantId}/configs`, { paymentOptions: [{ type: `nikau.nzd.${liveness}` }] }, owner.headers),
  }
}
const request = (configId: string, headers: Record<string, string>) =>
  api.post('/api/payment-requests', { configId, value: { amount: '500', currency: 'NZD' } }, headers)
const found = async (name: string) =>
  (await api.get(`/api/merchants/search?name=${encodeURIComponent(name)}`)).body.items.map((item: { name: string }) => item.name)

test('an organisation that nobody verified stays on test money [SEC-1]', async () => {
  const org = await createOrg(false)
  expect(await org.addMerchant()).toMatchObject({ status: 403, body: { message: 'BUSINESS_NOT_VERIFIED' } })
  const merchant = await org.addMerchant({ test: true })
  expect(merchant.status).toBe(200)
  const config = await org.configure(merchant.body.id, 'test')
  expect((await request(config.body.id, org.till)).status).toBe(200)
  await verifyBusiness(deps, org.accountId, 'test')
  expect((await org.addMerchant()).status).toBe(200)
})

test('a suspended business takes no new live requests, is not found, and can still cancel open ones [SEC-1]', async () => {
  const shop = await createShop(api, database, { test: false })
  const change = (status: 'suspended' | 'verified') => changeBusinessStatus(deps, { accountId: shop.accountId, status, operator: 'mere', reason: 'complaint' })
  const earlier = await shop.createRequest(500)
  expect(await found('Kauri Cafe')).toContain('Kauri Cafe')
  expect(await change('suspended')).toBe('suspended')
  expect(await found('Kauri Cafe')).toEqual([])
  expect(await request(shop.configId, shop.till)).toMatchObject({ status: 403, body: { message: 'BUSINESS_NOT_VERIFIED' } })
  expect((await api.post(`/api/merchants/${shop.merchantId}/configs`, { paymentOptions: [{ type: 'nikau.nzd.main' }] }, shop.owner.headers)).body.message).toBe(
    'BUSINESS_NOT_VERIFIED',
  )
  expect((await api.post(`/api/payment-requests/${earlier.id}/cancel`, undefined!, shop.till)).status).toBe(200)
  await change('verified')
  expect((await request(shop.configId, shop.till)).status).toBe(200)
})

test('an integrator whose own business is not verified creates no live requests, even with a grant [SEC-1]', async () => {
  const shop = await createShop(api, database, { test: false })
  const integrator = await createOrg(false, 'Till Vendor Ltd')
  const url = `/api/merchants/${shop.merchantId}/integrators/${integrator.accountId}`
  expect((await api.put(url, { permissions: ['create'] }, shop.owner.headers)).status).toBe(200)
  expect((await request(shop.configId, integrator.till)).body.message).toBe('BUSINESS_NOT_VERIFIED')
  await verifyBusiness(deps, integrator.accountId, 'test')
  expect((await request(shop.configId, integrator.till)).status).toBe(200)
})

test('a merchant that passes for a public body is not found and takes no live payments until it is cleared [SEC-1]', async () => {
  const org = await createOrg(true)
  const { body: merchant } = await org.addMerchant({ name: 'lnland R3venue' })
  expect(merchant.status).toBe('in-review')
  const { body: config } = await org.configure(merchant.id)
  expect(await found('lnland')).toEqual([])
  expect(await request(config.id, org.till)).toMatchObject({ status: 403, body: { message: 'MERCHANT_IN_REVIEW' } })
  expect(await clearReview(deps, merchant.id, { operator: 'mere', note: 'It is them' })).toBe('cleared')
  expect(await found('lnland')).toEqual(['lnland R3venue'])
  expect((await request(config.id, org.till)).status).toBe(200)
  // A new name is looked at again; the same one is not.
  expect((await api.put(`/api/merchants/${merchant.id}`, { name: 'lnland R3venue' }, org.headers)).body.status).toBe('active')
  expect((await api.put(`/api/merchants/${merchant.id}`, { name: 'Kiwibank' }, org.headers)).body.status).toBe('in-review')
})

test('a merchant that looks like another verified business’s is reviewed, also under concurrent calls; the own account’s is not [SEC-1]', async () => {
  const orgs = await Promise.all(Array.from({ length: 8 }, () => createOrg(true)))
  const created = await Promise.all(orgs.map((org, n) => org.addMerchant({ name: n % 2 === 0 ? 'Tūī Records' : 'Tui Rec0rds' })))
  const active = orgs.filter((_, n) => created[n]!.body.status === 'active')
  expect(active).toHaveLength(1)
  expect((await active[0]!.addMerchant({ name: 'TUI RECORDS' })).body.status).toBe('active')
  expect((await orgs.find((org) => org !== active[0])!.addMerchant({ name: 'Tui Records', test: true })).body.status).toBe('active')
})

test('the verified mark is for names that nobody doubts: not for one in review, nor for a test merchant with another business’s name [SEC-1]', async () => {
  const [huia, impostor, unverified] = [await createOrg(true), await createOrg(true), await createOrg(false)]
  const isMarked = async (merchant: ReturnType<typeof huia.addMerchant>) =>
    (await api.get(`/api/merchants/${(await merchant).body.id}/summary`)).body.verified === true
  expect(await isMarked(huia.addMerchant({ name: 'Huia Press' }))).toBe(true)
  expect(await isMarked(huia.addMerchant({ name: 'Huia Press', test: true }))).toBe(true)
  expect(await isMarked(impostor.addMerchant({ name: 'Huia Press' }))).toBe(false)
  expect(await isMarked(impostor.addMerchant({ name: 'Hu1a Press', test: true }))).toBe(false)
  expect(await isMarked(impostor.addMerchant({ name: 'Weka Press', test: true }))).toBe(true)
  expect(await isMarked(unverified.addMerchant({ name: 'Moa Press', test: true }))).toBe(false)
})

test('a GST number is used by one account at a time; another account’s goes to review without being told why [SEC-18]', async () => {
  const [first, second] = [await createOrg(true), await createOrg(true)]
  const gst = { gstNumber: '140112070' }
  expect((await first.addMerchant({ name: 'Pāua Dive', ...gst })).body.status).toBe('active')
  expect((await first.addMerchant({ name: 'Pāua Surf', ...gst })).body.status).toBe('active')
  const { body } = await second.addMerchant({ name: 'Weka Books', ...gst })
  expect(body.status).toBe('in-review')
  expect(JSON.stringify(body)).not.toContain('gst-number-in-use')
  const { body: other } = await second.addMerchant({ name: 'Weka Prints' })
  expect((await api.put(`/api/merchants/${other.id}`, gst, second.headers)).body.status).toBe('in-review')
})

test('the GST number of an organisation that is not verified is not printed on its requests [SEC-18]', async () => {
  const org = await createOrg(false)
  const { body: merchant } = await org.addMerchant({ test: true, gstNumber: '140112070' })
  const { body: config } = await org.configure(merchant.id, 'test')
  expect((await request(config.id, org.till)).body.taxNumber).toBeUndefined()
  await verifyBusiness(deps, org.accountId, 'test')
  expect((await request(config.id, org.till)).body.taxNumber).toEqual({ type: 'nz-gst', value: '140112070' })
})

test('a person opens at most ten organisations, also with concurrent calls [SEC-5]', async () => {
  const person = await createPerson(database)
  const open = () => api.post('/api/accounts', { name: 'Shell Ltd', type: 'org', test: true }, person.headers)
  const answers = await Promise.all(Array.from({ length: 14 }, open))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 403, body: { message: 'ACCOUNT_LIMIT_EXCEEDED' } })
  expect((await api.post('/api/accounts', { name: 'Mia', type: 'individual' }, person.headers)).status).toBe(200)
})
