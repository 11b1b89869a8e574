import { integratorPermissions } from '@nikau/contract/integrators'
import { createAccessToken, createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPayer, createShop } from '../../fixtures.ts'
import { nzd, startTill } from './fixtures.ts'

// What a key of one account may do on the payment requests of another account's merchant.

const database = await testDatabase()
const { api, clock, shop } = await startTill(database)
const stranger = await createShop(api, database)
const integrator = await createShop(api, database)
const payer = await createPayer(api, database, 100_000)
const forbidden = { status: 403, body: { message: 'FORBIDDEN' } }
const grantsUrl = `/api/merchants/${shop.merchantId}/integrators`
/** The owner after a new sign-in, because the clock of these tests moves on. */
const ownerNow = async () => ({
  authorization: `Bearer ${await createAccessToken(database, shop.owner.personId, new Date(clock.now().getTime() + 3_600_000), { signedInAt: clock.now() })}`,
})
const grant = async (permissions: readonly string[]) => await api.put(`${grantsUrl}/${integrator.accountId}`, { permissions }, await ownerNow())

const createFor = (headers: Record<string, string>) => api.post('/api/payment-requests', { configId: shop.configId, value: nzd(1000) }, headers)

interface Act {
  preAuth?: true
  paid?: true
  condition?: true
  body?: object
  path?: string
  permission: (typeof integratorPermissions)[number]
}
const acts: Record<string, Act> = {
  cancel: { permission: 'cancel' },
  void: { permission: 'cancel' },
  'void a paid request': { paid: true, path: 'void', permission: 'refund' },
  refund: { paid: true, body: { value: nzd(1000), externalRef: 'r1' }, permission: 'refund' },
  confirm: { preAuth: true, paid: true, body: { idempotencyKey: 'c1', invoiceRef: 'i1' }, permission: 'capture' },
  release: { preAuth: true, paid: true, permission: 'capture' },
  'record an external payment': { path: 'pay', body: { assetType: 'external.test', transactionId: 'till-1' }, permission: 'record-external-payment' },
  'accept a condition': { condition: true, path: 'conditions/age/accept', permission: 'create' },
  'decline a condition': { condition: true, path: 'conditions/age/decline', permission: 'cancel' },
}

/** A request in the state that the act needs, created by the given account as was possible before grants existed. */
async function requestFor({ preAuth, paid, condition }: Act, createdBy: string): Promise<string> {
  const { id } = await shop.createRequest(1000, preAuth && { preAuth: true })
  const conditions = condition ? [{ id: 'age', name: 'Age', message: 'Is the customer 18?', status: 'awaiting-merchant' }] : []
  await sql`update payment_request set created_by_account_id = ${createdBy}, conditions = ${JSON.stringify(conditions)} where id = ${id}`.execute(
    database.owner.db,
  )
  if (paid) expect((await payer.pay(id)).status).toBe(200)
  return id as string
}
const attempt = (id: string, name: string, { path, body }: Act, headers: Record<string, string>) =>
  api.post(`/api/payment-requests/${id}/${path ?? name}`, body!, headers)

describe('a stranger’s key', () => {
  test('cannot create a request on another merchant’s configuration [SEC-1]', async () => {
    const foreign = await createFor(stranger.till)
    expect(foreign).toMatchObject(forbidden)
    expect(foreign.body).toEqual((await api.post('/api/payment-requests', { configId: 'mc_absent', value: nzd(1000) }, stranger.till)).body)
  })

  test.each(Object.entries(acts))('cannot %s, even on a request that it created [SEC-1]', async (name, act) => {
    const id = await requestFor(act, stranger.accountId)
    const before = await payer.balance()
    expect(await attempt(id, name, act, stranger.till)).toMatchObject(forbidden)
    expect(await payer.balance()).toBe(before)
    expect((await api.get(`/api/payment-requests/${id}`, shop.till)).body.status).toBe(act.paid ? 'paid' : 'new')
  })

  test('cannot read the activities or the payer of a request that it created [SEC-1]', async () => {
    const id = await requestFor(acts.refund!, stranger.accountId)
    expect(await api.get(`/api/payment-requests/${id}/activities`, stranger.till)).toMatchObject(forbidden)
    expect(await api.get(`/api/payment-activities?merchantId=${shop.merchantId}`, stranger.till)).toMatchObject(forbidden)
    expect((await api.get(`/api/payment-requests/${id}`, stranger.till)).body.paidBy.assetTotals[0].payerAccountId).toBeUndefined()
    expect((await api.get(`/api/payment-requests/${id}`, shop.till)).body.paidBy.assetTotals[0].payerAccountId).toBe(payer.accountId)
  })
})

describe('an integrator', () => {
  test.each(Object.entries(acts))('may %s with the permission, not with all others, and not after it is revoked [SEC-1]', async (name, act) => {
    const id = await requestFor(act, integrator.accountId)
    expect((await grant(integratorPermissions.filter((permission) => permission !== act.permission))).status).toBe(200)
    expect(await attempt(id, name, act, integrator.till)).toMatchObject(forbidden)
    expect((await grant([act.permission])).status).toBe(200)
    expect((await api.delete(`${grantsUrl}/${integrator.accountId}`, await ownerNow())).status).toBe(200)
    expect(await attempt(id, name, act, integrator.till)).toMatchObject(forbidden)
    expect((await grant([act.permission])).status).toBe(200)
    expect(await attempt(id, name, act, integrator.till)).toMatchObject({ status: 200 })
  })

  test('creates requests with the permission and sees the payer [SEC-1]', async () => {
    await grant(['refund'])
    expect(await createFor(integrator.till)).toMatchObject(forbidden)
    await grant(['create'])
    const created = await createFor(integrator.till)
    expect(created).toMatchObject({ status: 200, body: { createdByAccountId: integrator.accountId, merchantId: shop.merchantId } })
    await payer.pay(created.body.id)
    const read = async () => (await api.get(`/api/payment-requests/${created.body.id}`, integrator.till)).body.paidBy.assetTotals[0].payerAccountId
    expect(await read()).toBe(payer.accountId)
    expect((await api.get(`/api/payment-requests/${created.body.id}/activities`, integrator.till)).status).toBe(200)
    await api.delete(`${grantsUrl}/${integrator.accountId}`, await ownerNow())
    expect(await createFor(integrator.till)).toMatchObject(forbidden)
    expect(await read()).toBeUndefined()
  })
})

describe('grants', () => {
  beforeAll(async () => {
    await api.delete(`${grantsUrl}/${integrator.accountId}`, await ownerNow())
  })

  test('are listed, replaced and revoked by the owner, who is told each time [SEC-1, SEC-10]', async () => {
    const owner = await ownerNow()
    expect((await api.get(grantsUrl, owner)).body).toEqual([])
    const saved = { merchantId: shop.merchantId, integratorAccountId: integrator.accountId, integratorName: 'Kauri Cafe Ltd' }
    expect((await grant(['refund', 'create', 'create'])).body).toMatchObject({ ...saved, permissions: ['create', 'refund'] })
    expect((await grant(['cancel'])).body).toMatchObject({ ...saved, permissions: ['cancel'] })
    expect((await api.get(grantsUrl, owner)).body).toMatchObject([{ ...saved, permissions: ['cancel'] }])
    expect((await api.delete(`${grantsUrl}/${integrator.accountId}`, owner)).body).toMatchObject({ ...saved, revokedAt: expect.any(String) })
    expect((await api.delete(`${grantsUrl}/${integrator.accountId}`, owner)).body.message).toBe('INTEGRATOR_NOT_FOUND')
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from security_event where person_id = ${shop.owner.personId} and kind = 'integrator-grant-changed'
        and at > ${new Date(clock.now().getTime() - 1000)}`.execute(database.db)
    expect(rows[0]!.n).toBe(3n)
  })

  test('are refused to other people, keys and an old sign-in, and for accounts that are no integrators [SEC-1]', async () => {
    const body = { permissions: ['create'] }
    const other = await createPerson(database)
    for (const merchantId of [shop.merchantId, 'absent'])
      for (const call of [
        api.get(`/api/merchants/${merchantId}/integrators`, other.headers),
        api.delete(`/api/merchants/${merchantId}/integrators/${integrator.accountId}`, other.headers),
      ])
        expect(await call).toMatchObject(forbidden)
    expect((await api.put(`${grantsUrl}/${integrator.accountId}`, body, shop.till)).status).toBe(401)
    const old = await createAccessToken(database, shop.owner.personId, new Date(clock.now().getTime() + 3_600_000), {
      signedInAt: new Date(clock.now().getTime() - 600_000),
    })
    expect((await api.put(`${grantsUrl}/${integrator.accountId}`, body, { authorization: `Bearer ${old}` })).body.message).toBe('SIGN_IN_AGAIN')
    for (const accountId of ['absent', payer.accountId, shop.accountId])
      expect((await api.put(`${grantsUrl}/${accountId}`, body, await ownerNow())).body.message).toBe('INTEGRATOR_NOT_FOUND')
    expect((await api.put(`${grantsUrl}/${integrator.accountId}`, { permissions: ['everything'] }, await ownerNow())).status).toBe(400)
  })
})
