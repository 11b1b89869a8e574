import { cents } from '@nikau/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterPayment,
  refusalOfStatus,
  requestEvents,
  requestStatuses,
  requestTransitions,
  returnAddress,
  statusAfter,
  statusAt,
} from './payment-request-states.ts'

describe('the life of a request', () => {
  test('has four statuses, and no way out of expired and cancelled [ENT-05]', () => {
    expect(requestStatuses).toEqual(['new', 'paid', 'expired', 'cancelled'])
    for (const event of requestEvents) {
      expect(statusAfter('expired', event)).toBeUndefined()
      expect(statusAfter('cancelled', event)).toBeUndefined()
    }
  })

  test('a paid request leaves its status only by a void or a reversed payment [ENT-05]', () => {
    const ways = Object.entries(requestTransitions.paid).filter(([, to]) => to !== 'paid')
    expect(ways).toEqual([
      ['void', 'cancelled'],
      ['payment-reversed', 'new'],
    ])
  })

  test('a new request can reach every status, and an instalment leaves it new [ENT-05]', () => {
    expect(new Set(Object.values(requestTransitions.new))).toEqual(new Set(['new', 'paid', 'expired', 'cancelled']))
    expect(statusAfter('new', 'instalment')).toBe('new')
    expect(statusAfter('new', 'refund')).toBeUndefined()
    expect(statusAfter('new', 'capture')).toBeUndefined()
  })

  test('the whole table: every event in every status [ENT-05]', () => {
    const table = requestStatuses.flatMap((status) => requestEvents.map((event) => `${status} ${event}: ${statusAfter(status, event) ?? 'refused'}`))
    expect(table.filter((line) => !line.endsWith('refused'))).toEqual([
      'new instalment: new',
      'new paid-in-full: paid',
      'new paid-in-part: paid',
      'new paid-conditionally: new',
      'new condition-accepted: new',
      'new conditions-met: paid',
      'new condition-declined: cancelled',
      'new cancel: cancelled',
      'new void: cancelled',
      'new expiry: expired',
      'new payment-reversed: new',
      'new release: cancelled',
      'paid void: cancelled',
      'paid refund: paid',
      'paid payment-reversed: new',
      'paid capture: paid',
      'paid release: paid',
    ])
    expect(table).toHaveLength(requestStatuses.length * requestEvents.length)
  })

  test('no order of events pays a request that was expired or cancelled', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...requestEvents), { maxLength: 30 }), (events) => {
        let status: (typeof requestStatuses)[number] = 'new'
        let over = false
        for (const event of events) {
          status = statusAfter(status, event) ?? status
          over ||= status === 'expired' || status === 'cancelled'
          expect(over && status === 'paid').toBe(false)
        }
      }),
    )
  })

  test('a new request is expired from its expiry on, a paid one stays paid [ENT-05]', () => {
    const expiresAt = new Date('2026-11-17T03:02:00.000Z')
    const before = new Date(expiresAt.getTime() - 1)
    expect(statusAt({ status: 'new', expiresAt }, before)).toBe('new')
    expect(statusAt({ status: 'new', expiresAt }, expiresAt)).toBe('expired')
    for (const status of ['paid', 'cancelled', 'expired'] as const) expect(statusAt({ status, expiresAt }, before)).toBe(status)
    expect(statusAt({ status: 'paid', expiresAt }, new Date('2027-01-01'))).toBe('paid')
  })

  test('each status that is not new has its refusal', () => {
    expect(refusalOfStatus).toEqual({ paid: 'REQUEST_PAID', expired: 'REQUEST_EXPIRED', cancelled: 'REQUEST_CANCELLED' })
  })
})

describe('a payment', () => {
  const [some, all, more] = [cents(400n), cents(1000n), cents(1001n)]

  test('without a mode is for everything that remains', () => {
    expect(afterPayment(all, { amount: all })).toEqual({ remaining: 0n, event: 'paid-in-full' })
    expect(afterPayment(all, { amount: some })).toBeUndefined()
  })

  test('as instalment leaves the request new until nothing remains, as partial payment closes it at once', () => {
    expect(afterPayment(all, { amount: some, mode: 'multi-asset-payment' })).toEqual({ remaining: 600n, event: 'instalment' })
    expect(afterPayment(all, { amount: all, mode: 'multi-asset-payment' })).toEqual({ remaining: 0n, event: 'paid-in-full' })
    expect(afterPayment(all, { amount: some, mode: 'partial-payment' })).toEqual({ remaining: 600n, event: 'paid-in-part' })
    expect(statusAfter('new', 'instalment')).toBe('new')
    expect(statusAfter('new', 'paid-in-part')).toBe('paid')
  })

  test('is never for nothing, nor for more than remains', () => {
    for (const mode of [undefined, 'partial-payment', 'multi-asset-payment'] as const) {
      expect(afterPayment(all, { amount: more, mode })).toBeUndefined()
      expect(afterPayment(all, { amount: cents(0n), mode })).toBeUndefined()
    }
  })
})

describe('the way back to the shop', () => {
  const pair = { id: 'p 1', redirectPaidUrl: 'https://shop.example/done?order=7', redirectCancelUrl: 'https://shop.example/basket' }

  test('is by status, with the request’s id added', () => {
    expect(returnAddress({ ...pair, status: 'paid' })).toBe('https://shop.example/done?order=7&paymentRequestId=p+1')
    for (const status of ['new', 'expired', 'cancelled'] as const) {
      expect(returnAddress({ ...pair, status })).toBe('https://shop.example/basket?paymentRequestId=p+1')
    }
  })

  test('falls back to the single address, or to none', () => {
    expect(returnAddress({ id: 'p1', status: 'paid', redirectUrl: 'https://shop.example/' })).toBe('https://shop.example/?paymentRequestId=p1')
    expect(returnAddress({ id: 'p1', status: 'paid' })).toBeUndefined()
  })
})
