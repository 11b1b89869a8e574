import { cents, zero } from '@nikau/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brakeLimits, brakeOf, hasScamWords, reasonsToAsk, type SendFacts } from './brake.ts'

const limits = brakeLimits.parse(undefined)
const ordinary: SendFacts = { known: true, value: cents(4000), message: 'Lunch', firstsToday: zero, largest: cents(9000), newDevice: false }

const amounts = fc.integer({ min: 0, max: 1_000_000 }).map((value) => cents(value))
const messages = fc.constantFrom('', 'Lunch', 'Happy birthday', 'the gift card codes', 'safe account', 'rent week 3')
const sends: fc.Arbitrary<SendFacts> = fc.record({
  known: fc.boolean(),
  value: amounts,
  message: messages,
  firstsToday: amounts,
  largest: fc.option(amounts, { nil: undefined }),
  newDevice: fc.boolean(),
})

test('more money is never asked about less: every reason stays as the amount grows [GUARD-04]', () => {
  fc.assert(
    fc.property(sends, amounts, (send, more) => {
      const larger = reasonsToAsk({ ...send, value: cents(send.value + more) }, limits)
      expect(larger).toEqual(expect.arrayContaining(reasonsToAsk(send, limits)))
    }),
  )
})

test('a contact and a usual amount are never asked about [GUARD-04]', () => {
  fc.assert(
    fc.property(sends, (send) => {
      const usual = send.largest === undefined || send.value < limits.large || send.value < send.largest * BigInt(limits.unusualTimes)
      fc.pre(usual && !hasScamWords(send.message))
      expect(brakeOf({ ...send, known: true, newDevice: false }, limits)).toEqual({ brake: 'none', reasons: [] })
    }),
  )
})

test('it asks exactly if it has a reason; otherwise a first send is confirmed and a later one is not [GUARD-01, GUARD-04]', () => {
  fc.assert(
    fc.property(sends, (send) => {
      const { brake, reasons } = brakeOf(send, limits)
      expect(brake === 'ask').toBe(reasons.length > 0)
      if (brake !== 'ask') expect(brake).toBe(send.known ? 'none' : 'confirm')
    }),
  )
})

test('the limits are those of the configuration, to the cent [GUARD-04]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), fc.integer({ min: 1, max: 500_000 }), amounts, (firstLarge, firstsPerDay, firstsToday) => {
      const set = brakeLimits.parse({ firstLarge, firstsPerDay })
      const first = (value: number) => reasonsToAsk({ ...ordinary, known: false, value: cents(value), firstsToday }, set)
      expect(first(firstLarge)).toContain('first-large')
      expect(first(firstLarge - 1)).not.toContain('first-large')
      expect(first(firstsPerDay).includes('first-many')).toBe(true)
      expect(first(1).includes('first-many')).toBe(firstsToday + 1n >= BigInt(firstsPerDay))
    }),
  )
})

test('by default a first send of $200.00 and first sends of $500.00 in a day are asked about [GUARD-04]', () => {
  const first = { ...ordinary, known: false }
  expect(brakeOf({ ...first, value: cents(19_999) }, limits).brake).toBe('confirm')
  expect(brakeOf({ ...first, value: cents(20_000) }, limits).reasons).toEqual(['first-large'])
  expect(brakeOf({ ...first, value: cents(9_999), firstsToday: cents(40_000) }, limits).brake).toBe('confirm')
  expect(brakeOf({ ...first, value: cents(10_000), firstsToday: cents(40_000) }, limits).reasons).toEqual(['first-many'])
  expect(brakeOf({ ...ordinary, value: cents(10_000), firstsToday: cents(90_000) }, limits).brake).toBe('none')
})

test('a new device is asked about first sends and large ones; an amount five times the largest of 90 days is unusual', () => {
  expect(reasonsToAsk({ ...ordinary, newDevice: true }, limits)).toEqual([])
  expect(reasonsToAsk({ ...ordinary, newDevice: true, known: false }, limits)).toEqual(['new-device'])
  expect(reasonsToAsk({ ...ordinary, newDevice: true, value: cents(20_000) }, limits)).toEqual(['new-device'])
  expect(reasonsToAsk({ ...ordinary, value: cents(45_000) }, limits)).toEqual(['unusual-amount'])
  expect(reasonsToAsk({ ...ordinary, value: cents(44_999) }, limits)).toEqual([])
  // One cent first, and then everything.
  expect(reasonsToAsk({ ...ordinary, value: cents(20_000), largest: cents(1) }, limits)).toEqual(['unusual-amount'])
  // A token first has the value 0.
  expect(reasonsToAsk({ ...ordinary, value: cents(20_000), largest: zero }, limits)).toEqual(['unusual-amount'])
})

const scams = [
  'gift card codes for Steam',
  'Here are the codes from the cards',
  'Google Play card numbers',
  'AnyDesk support session',
  'remote access fix',
  'BITCOIN wallet deposit',
  'crypto investment returns',
  'guaranteed returns 20%',
  'to my safe account',
  'customs fee parcel 4451',
  'courier charge',
  'IRD refund release',
  'Tax refund',
  'inheritance release fee',
  'Hi mum, this is my new number',
  'broken phone sorry mum',
  'bail money',
  'visa fee',
  'sáfe   áccount',
]

const harmless = [
  'Lunch on Friday',
  'Happy birthday mum!',
  'Gift card for Ana',
  'For the new phone, as agreed',
  'Rent week 3',
  'Crypto book club',
  'Petrol, thanks',
  'Concert tickets',
  'Kia ora nan, for the groceries',
  'Half of the courier bag',
  'Your number on the door is 7',
  'Safe travels!',
  'Swimming fees term 4',
  'Refund for the jersey',
  'Raffle prize money split',
  'Holiday house deposit',
  'TV remote',
  'For doing my tax return',
  'account of the club',
]

test.each(scams)('words of a scam: %s', (message) => expect(hasScamWords(message)).toBe(true))
test.each(harmless)('no false alarm: %s', (message) => expect(hasScamWords(message)).toBe(false))
