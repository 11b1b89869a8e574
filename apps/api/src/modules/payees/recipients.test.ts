import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { aliasesOf, resolveRecipient } from './index.ts'

const database = await testDatabase()
const { db, owner } = database
const now = new Date()
const api = await runningApi(database, { clock: fakeClock(now.toISOString()) })
const deps = { proofDays: 365 }
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

async function createMember(email?: string) {
  const person = await createPerson(database, email === undefined ? {} : { email, emailVerified: true })
  await api.post('/api/accounts', { name: 'Aroha', type: 'individual' }, person.headers)
  return person
}

type Change = Partial<
  Record<'phone_proved_at' | 'last_signed_in_at' | 'created_at' | 'email_changed_at' | 'email_verified_at' | 'email_verified', Date | boolean | null>
>
async function change(personId: string, columns: Change) {
  for (const [column, value] of Object.entries(columns))
    await sql`update identity.person set ${sql.ref(column)} = ${value} where id = ${personId}`.execute(owner.db)
}

const recipientOf = async (alias: string, at = now) => (await resolveRecipient(db, deps, alias, at))?.personId
const mayClaim = async (personId: string) => (await aliasesOf(db, deps, personId, now)).filter(({ confirmed }) => confirmed).map(({ alias }) => alias)

test('a number is its owner’s for a year after they entered a code sent to it; then it neither receives nor claims [CLAIM-13]', async () => {
  const { personId, phone } = await createMember()
  expect(await recipientOf(phone)).toBe(personId)
  expect(await mayClaim(personId)).toEqual([phone])
  // They use Nikau every day, with a passkey.
  await change(personId, { phone_proved_at: daysAgo(366), last_signed_in_at: now, created_at: daysAgo(900) })
  expect(await recipientOf(phone)).toBeUndefined()
  expect(await aliasesOf(db, deps, personId, now)).toEqual([{ alias: phone, confirmed: false }])
  await change(personId, { phone_proved_at: null })
  expect(await mayClaim(personId)).toEqual([])
})

test('a dormant person does not receive: their number may be somebody else’s', async () => {
  const { personId, phone } = await createMember()
  // A code was entered, but the sign-in was never completed.
  await change(personId, { phone_proved_at: now, last_signed_in_at: daysAgo(366), created_at: daysAgo(900) })
  expect(await recipientOf(phone)).toBeUndefined()
  expect(await mayClaim(personId)).toEqual([])
})

test('an email address receives and claims if it is verified, and 72 hours after it was changed or verified', async () => {
  const email = 'Aroha.Ngata@example.nz'
  const { personId, phone } = await createMember(email)
  const alias = email.toLowerCase()
  expect(await recipientOf(alias)).toBe(personId)
  expect(await mayClaim(personId)).toEqual([phone, alias])
  for (const column of ['email_changed_at', 'email_verified_at'] as const) {
    await change(personId, { [column]: new Date(now.getTime() - 72 * 3_600_000 + 1) })
    expect(await recipientOf(alias)).toBeUndefined()
    expect(await mayClaim(personId)).toEqual([phone])
    await change(personId, { [column]: new Date(now.getTime() - 72 * 3_600_000) })
    expect(await recipientOf(alias)).toBe(personId)
  }
  await change(personId, { email_verified: false, email_verified_at: null })
  expect(await recipientOf(alias)).toBeUndefined()
  expect(await aliasesOf(db, deps, personId, now)).toEqual([{ alias: phone, confirmed: true }])
})

test('an address that two people have verified receives for neither', async () => {
  const email = 'home@example.nz'
  const [one, two] = [await createMember(email), await createMember(email)]
  expect(await recipientOf(email)).toBeUndefined()
  expect(await mayClaim(one.personId)).toContain(email)
  await change(two.personId, { email_verified: false })
  expect(await recipientOf(email)).toBe(one.personId)
})
