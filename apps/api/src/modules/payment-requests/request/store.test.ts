import { requestEvents, type RequestStatus, requestStatuses, statusAfter } from '@nikau/contract/payment-request-states'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../../fixtures.ts'
import { paymentRecorded } from '../pay/store.ts'
import { InvalidTransition } from './rules.ts'
import { changeRequest, selectRequest } from './store.ts'

const database = await testDatabase()
const { db } = database
const shop = await createShop(await runningApi(database), database)
const at = new Date()

/** A request in the given status, written around the transition table. */
async function requestIn(status: RequestStatus) {
  const { id } = await shop.createRequest(500)
  const reason = status === 'cancelled' ? 'CANCELLED_BY_MERCHANT' : null
  await sql`update payment_request set status = ${status}, cancellation_reason = ${reason} where id = ${id}`.execute(db)
  return (await selectRequest(db, id))!
}

test('every event in every status leads where the transition table says, or is refused and changes nothing [ENT-05]', async () => {
  for (const status of requestStatuses)
    for (const event of requestEvents) {
      const request = await requestIn(status)
      const next = statusAfter(status, event)
      const change = { event, ...(next === 'cancelled' && { cancellationReason: 'CANCELLED_BY_MERCHANT' }) }
      if (next === undefined) await expect(changeRequest(db, request, change, at), `${status} ${event}`).rejects.toThrow(InvalidTransition)
      else expect(await changeRequest(db, request, change, at), `${status} ${event}`).toBe(true)
      const after = (await selectRequest(db, request.id))!
      expect([after.status, after.version], `${status} ${event}`).toEqual(next === undefined ? [status, request.version] : [next, request.version + 1])
    }
})

test('a change of an outdated version is refused', async () => {
  const request = await requestIn('new')
  expect(await changeRequest(db, request, { event: 'expiry' }, at)).toBe(true)
  expect(await changeRequest(db, request, { event: 'expiry' }, at)).toBe(false)
})

test('a batched payment takes its status from the same table', async () => {
  for (const status of requestStatuses)
    for (const event of requestEvents) {
      const request = { id: 'r', version: 1, status, merchantId: 'm' }
      const activity = { paymentRequestId: 'r', number: 2, id: 'a', type: 'payment', amount: 1n, createdBy: 'c', merchantId: 'm' } as const
      const tender = { activityId: 'a', method: 'wallet' as const, assetType: 'nikau.nzd.test', description: 'NZD', amount: '1', refunded: '0' }
      const record = {
        request,
        event,
        remaining: 0n,
        tender,
        charged: [],
        authorised: undefined,
        activity: { ...activity, idempotencyKey: null, requestHash: null, detail: {} },
      }
      const next = statusAfter(status, event)
      if (next === undefined) expect(() => paymentRecorded.row(record), `${status} ${event}`).toThrow(InvalidTransition)
      else expect(paymentRecorded.row(record)[4], `${status} ${event}`).toBe(next)
    }
})
