import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assetDeps, createIssuerWithCollection, createHolder } from '../../fixtures.ts'
import { assetJobs, redeemToken } from './index.ts'
import { reminderDue } from './rules.ts'

const database = await testDatabase()
const { db } = database
const start = '2026-03-01T00:00:00Z' // 1 pm in Auckland
const clock = fakeClock(start)
const deps = assetDeps(database, clock)
const run = async () => await assetJobs({ db, clock, log: silent }).tasks['remind-of-expiry']!({}, undefined as never)
const messages = async (to: string) =>
  (
    await sql<{
      channel: string
      subject: string | null
      body: string
    }>`select channel, subject, body from message where recipient = ${to} order by queued_at, key`.execute(db)
  ).rows
const on = (days: number, hours = 0) => clock.set(new Date(Date.parse(start) + (days * 24 + hours) * 3_600_000).toISOString())
const inDays = (days: number) => new Date(Date.parse(start) + days * 86_400_000)

test('a holder is reminded 60, 14 and 2 days before expiry, once each, however often the job runs', async () => {
  const mia = await createHolder(database, deps)
  await (await createIssuerWithCollection(deps, { name: 'Veg box' })).issue(mia.accountId, { expiresAt: inDays(100) })
  const counts: [day: number, messages: number][] = []
  for (let day = 0; day <= 101; day++) {
    on(day)
    await Promise.all([run(), run()])
    const sent = (await messages(mia.phone)).length
    if (sent !== (counts.at(-1)?.[1] ?? 0)) counts.push([day, sent])
  }
  expect(counts).toEqual([
    [40, 1],
    [86, 2],
    [98, 3],
  ])
  expect((await messages(mia.phone))[0]).toMatchObject({ channel: 'sms', body: expect.stringMatching(/Veg box \(Issuer \d+\) ends Tue 9 Jun/) })
  on(0)
})

test('tokens that are due together share a message, by email if the address is verified', async () => {
  const mia = await createHolder(database, deps)
  await sql`update identity.person set given_name = 'Mia', email = 'mia@example.nz', email_verified = true where id = ${mia.personId}`.execute(
    database.owner.db,
  )
  const collection = await createIssuerWithCollection(deps, { name: 'Coffee' })
  for (const day of [60.5, 61, 61.5]) await collection.issue(mia.accountId, { expiresAt: inDays(day) })
  on(1)
  await run()
  expect(await messages('mia@example.nz')).toMatchObject([
    { channel: 'email', subject: '2 of your tokens end soon', body: expect.stringContaining('Kia ora Mia') },
  ])
  on(2)
  await run()
  expect(await messages('mia@example.nz')).toHaveLength(2)
  expect(await messages(mia.phone)).toEqual([])
  on(0)
})

test('no reminders at night, or for test, spent or expired tokens', async () => {
  const mia = await createHolder(database, deps)
  const [real, play] = [await createIssuerWithCollection(deps), await createIssuerWithCollection(deps, { test: true })]
  await play.issue(mia.accountId, { expiresAt: inDays(62) })
  const used = await real.issue(mia.accountId, { expiresAt: inDays(62) })
  await redeemToken(deps, { assetId: used.id, reference: 'used', party: 'Shop' })
  await real.issue(mia.accountId, { expiresAt: inDays(63) })
  on(4, -6) // 7 am
  await run()
  expect(await messages(mia.phone)).toEqual([])
  on(4)
  await run()
  expect(await messages(mia.phone)).toHaveLength(1)
  on(64)
  await run()
  expect(await messages(mia.phone)).toHaveLength(1)
  on(0)
})

test.each([
  ['long before', 365, 100, undefined],
  ['at sixty days', 365, 60, 60],
  ['between', 365, 20, 60],
  ['in the last fortnight', 365, 14, 14],
  ['in the last two days', 365, 1, 2],
  ['after the end', 365, 0, undefined],
  ['of a gift that lasts ten days, at once', 10, 10, undefined],
  ['of a gift that lasts ten days, near its end', 10, 2, 2],
])('which reminder is due %s', (_, lifetime, left, due) => {
  const [createdAt, expiresAt] = [inDays(0), inDays(lifetime)]
  expect(reminderDue({ createdAt, expiresAt }, inDays(lifetime - left))).toBe(due)
})
