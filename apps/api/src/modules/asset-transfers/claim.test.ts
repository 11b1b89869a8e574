import { assertLedgerInvariants } from '@nikau/ledger'
import { type MessageRail, RailError } from '@nikau/rails'
import { systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, createIssuerWithCollection, runningApi } from '../../fixtures.ts'
import { messageJobs } from '../messages/index.ts'
import { recordDelivery } from './delivery.ts'
import { createSender, createWorker, escrowOf, keyOf, messagesOf, newNumber, signUp } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, {
  clock,
  wallClock: systemClock,
  env: { RATE_LIMIT_SCALE: '100', WEB_ORIGIN: 'https://wallet.example', FIRST_SENDS_PER_DAY: '1000' },
})
const collection = await createIssuerWithCollection(assetDeps(database, clock), { test: true, name: 'One flat white' })
const worker = createWorker(database, clock)
const dayMs = 86_400_000
afterEach(() => assertLedgerInvariants(db))

const empty = { balance: 0n, closed: true }
const keysOf = (transfer: { timeline: { key: string }[] }) => transfer.timeline.map(({ key }) => key)
/** A new sender and a transfer of theirs to a new number. */
async function sent(value = 5000) {
  const mia = await createSender(api, database)
  const to = newNumber()
  const { id } = (await mia.send(to, value)).body
  return { mia, to, id: id as string }
}
async function sentToken(expiresAt?: Date) {
  const mia = await createSender(api, database)
  const token = await collection.issue(mia.accountId, expiresAt && { expiresAt })
  const to = newNumber()
  const { id } = (await mia.send(to, undefined, { assetId: token.id })).body
  return { mia, to, id: id as string, tokenId: token.id }
}

test('whoever signs up with the number gets all that waits for it, in an account and wallet that are opened [API-29, XFER-05, SESS-15]', async () => {
  const { mia, to, id } = await sent(5000)
  clock.advance(1)
  const second = (await mia.send(to, 100)).body.id
  const jack = await signUp(api, database, to)
  expect(await jack.resolve()).toMatchObject({ status: 200, body: {} })
  expect(await jack.balance()).toBe(5100)
  for (const one of [id, second]) expect(await escrowOf(database, one)).toEqual(empty)
  expect(await mia.balance()).toBe(4900)
  expect(await mia.used()).toBe(5100)
  const [wallet] = await jack.assets()
  const lines = (await api.get(`/api/wallets/${wallet!.id}/transactions`, jack.headers)).body.items
  expect(lines).toMatchObject([{ value: '100' }, { value: '5000', srcParty: 'Mia T.', assetTransferId: id }])
  expect(await jack.resolve()).toMatchObject({ status: 200, body: {} })
  expect(await jack.balance()).toBe(5100)
})

test('nothing waits: resolving answers an empty object and opens no account [API-29]', async () => {
  const jack = await signUp(api, database, newNumber())
  expect(await jack.resolve()).toMatchObject({ status: 200, body: {} })
  expect(await jack.assets()).toEqual([])
  expect((await api.post('/api/me/resolve-claimable-assets', {})).status).toBe(401)
})

test('a claimed transfer is shown to its recipient once, and the sender reads the shown name and the masked alias [CLAIM-12, CLAIM-03]', async () => {
  const { mia, to, id } = await sent()
  expect(await mia.transfer(id)).toMatchObject({ recipient: to })
  expect((await mia.transfer(id)).recipientName).toBeUndefined()
  const jack = await signUp(api, database, to)
  const { status, body } = await jack.act(id, 'claim')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'claimed', direction: 'received', value: '5000' })
  const shown = await mia.transfer(id)
  expect(shown).toMatchObject({ status: 'claimed', recipientName: 'Jack S.', cancellable: false, reminders: { left: 0 } })
  expect(shown.recipient).toBe(`022 ••• ••${to.slice(-2)}`)
  expect(keysOf(shown)).toEqual(['asked', 'sent', 'claimed'])
  expect(await jack.claimed()).toMatchObject([{ id, senderName: 'Mia T.', value: '5000' }])
  expect((await mia.act(id, 'acknowledge')).body.message).toBe('FORBIDDEN')
  expect((await jack.act(id, 'acknowledge')).status).toBe(200)
  expect((await jack.act(id, 'acknowledge')).status).toBe(200)
  expect(await jack.claimed()).toEqual([])
  expect(await messagesOf(database, id)).toMatchObject([{ purpose: 'transfer-invitation' }, { purpose: 'transfer-claimed', recipient: mia.phone }])
  expect(await jack.act(id, 'claim')).toMatchObject({ status: 200, body: { id } })
  expect(await jack.balance()).toBe(5000)
})

test('a recipient who shows strangers no name stays the masked alias [CLAIM-12]', async () => {
  const { mia, to, id } = await sent()
  const jack = await signUp(api, database, to)
  await api.put('/api/me/shown-name', { chosen: null, visible: false }, jack.headers)
  await jack.act(id, 'claim')
  expect((await mia.transfer(id)).recipientName).toBeUndefined()
})

test('another number gets nothing and reads both masked; the transfer goes on waiting [CLAIM-13]', async () => {
  const { to, id } = await sent()
  const other = await signUp(api, database, newNumber())
  const { status, body } = await other.act(id, 'claim')
  expect(status).toBe(403)
  expect(body).toMatchObject({ message: 'ASSET_TRANSFER_INVALID_RECIPIENT' })
  expect(body.recipient).toMatch(new RegExp(`^022 •.*${to.slice(-2)}$`))
  expect(body.yours).toMatch(new RegExp(`•.*${other.phone.slice(-2)}$`))
  expect(JSON.stringify(body)).not.toContain(to.slice(3))
  expect(await other.balance()).toBe(0)
  expect((await api.get(`/api/asset-transfers/${id}`, other.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.get(`/api/asset-transfers/${id}/summary`)).body.status).toBe('created')
})

test('a number that was proved too long ago claims nothing until it is proved again', async () => {
  const { to, id } = await sent()
  const jack = await signUp(api, database, to)
  await sql`update identity.person set phone_proved_at = now() - interval '366 days' where id = ${jack.personId}`.execute(database.owner.db)
  expect((await jack.act(id, 'claim')).body.message).toBe('ALIAS_NOT_CONFIRMED')
  expect((await jack.act(id, 'decline')).body.message).toBe('FORBIDDEN')
  await jack.resolve()
  expect(await jack.balance()).toBe(0)
  await sql`update identity.person set phone_proved_at = now() where id = ${jack.personId}`.execute(database.owner.db)
  expect((await jack.act(id, 'claim')).status).toBe(200)
})

test('a claimed token belongs to its recipient [API-29, CLAIM-02]', async () => {
  const { mia, to, id, tokenId } = await sentToken()
  const jack = await signUp(api, database, to)
  await jack.resolve()
  expect(await jack.assets()).toMatchObject([{ id: tokenId, status: 'active' }])
  expect((await api.get(`/api/assets/${tokenId}`, mia.headers)).status).toBe(403)
  expect(await escrowOf(database, id)).toEqual(empty)
  expect(await jack.claimed()).toMatchObject([{ id, asset: { category: 'token', description: 'One flat white' } }])
})

test('a recall gives the whole amount and the quota back at once; a second one is refused [CLAIM-05]', async () => {
  const { mia, id } = await sent()
  await worker.deliver(id)
  const { status, body } = await mia.act(id, 'cancel')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'cancelled', cancellable: false })
  expect(body.recipient).toMatch(/•/)
  expect(keysOf(body)).toEqual(['asked', 'sent', 'delivered', 'cancelled', 'returned'])
  expect([await mia.balance(), await mia.used()]).toEqual([10_000, 0])
  expect(await escrowOf(database, id)).toEqual(empty)
  expect((await mia.transactions())[0]).toMatchObject({ value: '5000', activityType: 'returned-asset-transfer', assetTransferId: id })
  expect((await mia.act(id, 'cancel')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  expect((await messagesOf(database, id)).map(({ purpose }) => purpose)).toEqual(['transfer-invitation'])
})

test('only the sender recalls, and not what is claimed; while frozen too [CLAIM-05]', async () => {
  const { mia, to, id } = await sent()
  const jack = await signUp(api, database, to)
  for (const verb of ['cancel', 'remind']) {
    expect((await jack.act(id, verb)).body.message).toBe('FORBIDDEN')
    expect((await jack.act('unknown', verb)).body.message).toBe('FORBIDDEN')
  }
  const second = (await mia.send(to, 100)).body.id
  await jack.act(id, 'claim')
  expect((await mia.act(id, 'cancel')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  await api.post(`/api/accounts/${mia.accountId}/freeze`, {}, mia.headers)
  expect((await mia.act(second, 'cancel')).status).toBe(200)
})

test('a recalled token is active with its sender again [CLAIM-05]', async () => {
  const { mia, id, tokenId } = await sentToken()
  await mia.act(id, 'cancel')
  expect((await api.get(`/api/assets/${tokenId}`, mia.headers)).body.status).toBe('active')
  const { items } = (await api.get(`/api/accounts/${mia.accountId}/token-activities`, mia.headers)).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['returned', 'sent', 'received'])
})

test('a quota is given back in the month in which it was used [CLAIM-05, CLAIM-07]', async () => {
  const { mia, id } = await sent()
  clock.advance(13 * dayMs)
  await mia.act(id, 'cancel')
  const { rows } = await sql<{
    used: bigint
  }>`select balance as used from ledger.account where kind = 'quota' and owner = ${mia.accountId} and id like '%:spend:%'`.execute(db)
  expect(rows.map(({ used }) => used)).toEqual([0n, 0n])
})

test('unclaimed after 14 days it is expired at once and returned by the job, with quota and a returned activity [CLAIM-07, XFER-04, XFER-05]', async () => {
  const { mia, to, id } = await sent()
  await worker.deliver(id)
  const jack = await signUp(api, database, to)
  clock.advance(14 * dayMs - 1)
  await worker.returnExpired()
  expect((await api.get(`/api/asset-transfers/${id}/summary`)).body.status).toBe('sent')
  clock.advance(1)
  expect((await api.get(`/api/asset-transfers/${id}/summary`)).body.status).toBe('expired')
  expect(keysOf(await mia.transfer(id))).toEqual(['asked', 'sent', 'delivered', 'expired', 'returned'])
  expect((await jack.act(id, 'claim')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  expect((await mia.act(id, 'cancel')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  expect((await mia.act(id, 'remind')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  await jack.resolve()
  expect(await mia.balance()).toBe(5000)
  expect(await worker.returnExpired()).toBeGreaterThanOrEqual(1)
  expect(await worker.returnExpired()).toBe(0)
  expect((await mia.transfer(id)).status).toBe('returned')
  expect([await mia.balance(), await mia.used()]).toEqual([10_000, 0])
  expect(await escrowOf(database, id)).toEqual(empty)
  expect((await mia.transactions())[0]).toMatchObject({ value: '5000', activityType: 'returned-asset-transfer' })
  expect((await messagesOf(database, id)).at(-1)).toMatchObject({ purpose: 'transfer-returned', recipient: mia.phone })
})

test('one that cannot be returned stops none of the others [CLAIM-07]', async () => {
  await worker.returnExpired()
  const [first, broken, last] = [await sent(), await sent(), await sent()]
  await database.owner.pool.query(`update asset_transfer set posting = 0 where id = '${broken.id}'`)
  clock.advance(14 * dayMs)
  await expect(worker.returnExpired()).rejects.toThrow(broken.id)
  for (const { mia, id } of [first, last]) expect((await mia.transfer(id)).status).toBe('returned')
  expect((await broken.mia.transfer(broken.id)).status).toBe('expired')
  await database.owner.pool.query(
    `update asset_transfer t set posting = (select id from ledger.posting p where p.subject = 'asset-transfer:' || t.id) where t.id = '${broken.id}'`,
  )
  expect(await worker.returnExpired()).toBe(1)
})

test('a token that expires in escrow cannot be claimed; it is returned expired and its unit goes to the issuer', async () => {
  const { mia, to, id, tokenId } = await sentToken(new Date(clock.now().getTime() + 3 * dayMs))
  expect((await mia.transfer(id)).expiresAt).toBe(new Date(clock.now().getTime() + 3 * dayMs).toISOString())
  clock.advance(3 * dayMs)
  const jack = await signUp(api, database, to)
  expect((await jack.act(id, 'claim')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  await worker.returnExpired()
  expect((await mia.transfer(id)).status).toBe('returned')
  expect(await escrowOf(database, id)).toEqual(empty)
  expect((await api.get(`/api/assets/${tokenId}`, mia.headers)).body.status).toBe('expired')
  expect((await messagesOf(database, id)).at(-1)!.body).toContain('It has expired.')
})

test('of a claim, a recall, a decline and the expiry at the same moment exactly one succeeds, and escrow is empty and closed [CLAIM-06]', async () => {
  for (let round = 0; round < 12; round++) {
    const { mia, to, id } = await sent()
    const jack = await signUp(api, database, to)
    const key = await keyOf(database, id)
    const atTheEnd = round % 2 === 1
    if (atTheEnd) clock.advance(14 * dayMs - (round % 4 === 1 ? 0 : 1))
    const acts = [
      () => jack.act(id, 'claim'),
      () => mia.act(id, 'cancel'),
      () => api.post(`/api/asset-transfers/${id}/decline`, {}, key),
      async () => {
        if (round % 4 === 3) clock.advance(1)
        await worker.returnExpired()
        return undefined
      },
    ]
    const order = acts.map((act, place) => ({ act, place: (place + round) % acts.length })).toSorted((a, b) => a.place - b.place)
    const answers = (await Promise.all(order.map(({ act }) => act()))).filter((answer) => answer !== undefined)
    // The job skips what another call has locked; its next run returns it.
    await worker.returnExpired()
    const { status } = await mia.transfer(id)
    expect(['claimed', 'cancelled', 'declined', 'returned']).toContain(status)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(status === 'returned' ? 0 : 1)
    expect(answers.filter((answer) => ![200, 403].includes(answer.status))).toEqual([])
    expect(await escrowOf(database, id)).toEqual(empty)
    expect([await mia.balance(), await jack.balance()]).toEqual(status === 'claimed' ? [5000, 5000] : [10_000, 0])
  }
})

test('a message that cannot be delivered fails the transfer, with the money back in the same posting; safe to repeat [CLAIM-08]', async () => {
  const { mia, to, id } = await sent()
  await worker.deliver(id, 'failed')
  expect(await worker.recordDeliveries()).toBe(0)
  const failed = await mia.transfer(id)
  expect(failed).toMatchObject({ status: 'failed', cancellable: false })
  expect(keysOf(failed)).toEqual(['asked', 'sent', 'failed', 'returned'])
  expect([await mia.balance(), await mia.used()]).toEqual([10_000, 0])
  expect(await escrowOf(database, id)).toEqual(empty)
  const notice = (await messagesOf(database, id)).at(-1)!
  expect(notice).toMatchObject({ purpose: 'transfer-failed', recipient: mia.phone })
  expect(notice.body).toContain('You have not been charged.')
  const jack = await signUp(api, database, to)
  expect((await jack.act(id, 'claim')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
})

test('the outcome of a delivery is recorded by its job at once; after a kill in between, by the sweep [CLAIM-08]', async () => {
  const deliverWith = async (id: string, rail: MessageRail, onSettled: (messageId: string) => Promise<void>) => {
    const { tasks } = messageJobs({ db: worker.deps.db, rail, clock: systemClock, log: silent, onSettled })
    const { rows } = await sql<{ id: string }>`select id from message where key = ${`asset-transfer:${id}`}`.execute(worker.deps.db)
    await tasks['deliver-message']!({ messageId: rows[0]!.id }, { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal })
  }
  const working: MessageRail = { sendSms: async () => {}, sendEmail: async () => {} }
  const notInUse = async () => {
    throw new RailError('sms 422', { retryable: false })
  }
  const [delivered, refused, killed] = [await sent(), await sent(), await sent()]
  const record = (messageId: string) => recordDelivery(worker.deps, messageId)
  await deliverWith(delivered.id, working, record)
  expect(await delivered.mia.transfer(delivered.id)).toMatchObject({ status: 'sent' })
  await deliverWith(refused.id, { sendSms: notInUse, sendEmail: notInUse }, record)
  expect((await refused.mia.transfer(refused.id)).status).toBe('failed')
  expect(await refused.mia.balance()).toBe(10_000)
  await deliverWith(killed.id, working, async () => {})
  expect((await killed.mia.transfer(killed.id)).status).toBe('created')
  await worker.recordDeliveries()
  expect((await killed.mia.transfer(killed.id)).status).toBe('sent')
})

test('what was claimed or recalled before its message was out stays so [CLAIM-08]', async () => {
  const { mia, to, id } = await sent()
  const jack = await signUp(api, database, to)
  await jack.act(id, 'claim')
  await worker.deliver(id, 'failed')
  expect((await mia.transfer(id)).status).toBe('claimed')
})

test('the recipient is reminded once after seven days, and not of what no longer waits [CLAIM-09, CLAIM-03]', async () => {
  const [waits, recalled] = [await sent(), await sent()]
  await worker.remind()
  clock.advance(7 * dayMs - 1)
  await worker.remind()
  const reminders = async ({ id }: { id: string }) => (await messagesOf(database, id)).filter(({ purpose }) => purpose === 'transfer-reminder')
  expect(await reminders(waits)).toEqual([])
  expect((await waits.mia.transfer(waits.id)).timeline).toContainEqual({ key: 'reminded', due: new Date(clock.now().getTime() + 1).toISOString() })
  await recalled.mia.act(recalled.id, 'cancel')
  clock.advance(1)
  await worker.remind()
  await worker.remind()
  const [reminder, ...more] = await reminders(waits)
  expect(more).toEqual([])
  expect(reminder).toMatchObject({ recipient: waits.to })
  expect(reminder!.body).toContain(`/deimos/transfer/${waits.id}#`)
  expect(await reminders(recalled)).toEqual([])
  expect((await waits.mia.transfer(waits.id)).timeline).toContainEqual({ key: 'reminded', at: clock.now().toISOString() })
})

test('the sender has the message sent again once a day and three times in all [CLAIM-09]', async () => {
  const { mia, id } = await sent()
  const nextAt = new Date(clock.now().getTime() + dayMs).toISOString()
  expect((await mia.act(id, 'remind')).body.reminders).toEqual({ left: 2, nextAt })
  clock.advance(dayMs - 1)
  expect((await mia.act(id, 'remind')).body.message).toBe('REMINDER_LIMIT_REACHED')
  clock.advance(1)
  expect((await mia.act(id, 'remind')).status).toBe(200)
  clock.advance(dayMs)
  expect((await mia.act(id, 'remind')).body.reminders).toMatchObject({ left: 0 })
  clock.advance(dayMs)
  expect((await mia.act(id, 'remind')).body.message).toBe('REMINDER_LIMIT_REACHED')
  expect((await messagesOf(database, id)).filter(({ purpose }) => purpose === 'transfer-reminder')).toHaveLength(3)
})
