import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { openDatabase, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { freePort } from '@nikau/testing/free-port'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { RailError } from '../error.ts'
import { failAbandoned, deliverMessage, type MessageRail, type NewMessage, queueMessage } from './index.ts'

const { db, url } = await testDatabase()

interface Row {
  id: string
  state: string
  attempts: number
  last_error: string | null
  subject: string | null
  body: string | null
  recipient: string
  purpose: string
  settled_at: Date | null
}

let count = 0
const sms = (over: Partial<NewMessage> = {}) =>
  ({ channel: 'sms', to: '+64211234567', text: 'Your code is 246810', key: `k${count++}`, purpose: 'sign-in', ...over }) as NewMessage
const email = () => sms({ channel: 'email', to: 'ana@example.nz', subject: '246810 is your code' })
const rowOf = async (key: string) => (await sql<Row>`select * from message where key = ${key}`.execute(db)).rows[0]
const jobsOf = async (id: string | undefined) =>
  (await sql<{ task_identifier: string; max_attempts: number }>`select * from graphile_worker.jobs where key = ${`message:${id}`}`.execute(db)).rows
const queue = async (message: NewMessage) => {
  await db.transaction().execute((tx) => queueMessage(tx, message))
  return (await rowOf(message.key))!.id
}

/** A rail that records what it sends, and fails on request. */
function rail(failure?: unknown): MessageRail & { sent: { key: string; subject?: string }[] } {
  const sent: { key: string; subject?: string }[] = []
  const send = async (message: { key: string; subject?: string }) => {
    sent.push(message)
    if (failure) throw failure
  }
  return { sendSms: send, sendEmail: send, sent }
}
const deliver = (id: string, messageRail: MessageRail, last = false, clock = systemClock) =>
  deliverMessage({ db, rail: messageRail, clock }, { messageId: id, last })
const busy = new RailError('sms 503', { retryable: true })
const refused = new RailError('sms 422', { retryable: false })

test('a message and its job are written together, or not at all', async () => {
  const committed = sms()
  await queue(committed)
  expect(await jobsOf((await rowOf(committed.key))?.id)).toMatchObject([{ task_identifier: 'deliver-message', max_attempts: 8 }])

  const dropped = sms()
  const before = await sql<{ n: bigint }>`select count(*) as n from graphile_worker.jobs`.execute(db)
  const rolledBack = db.transaction().execute(async (tx) => {
    expect(await queueMessage(tx, dropped)).toBe(true)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await rowOf(dropped.key)).toBeUndefined()
  expect(await sql<{ n: bigint }>`select count(*) as n from graphile_worker.jobs`.execute(db)).toMatchObject({ rows: before.rows })
})

test('one key queues one message, also under concurrency and after it was sent', async () => {
  const message = sms()
  const answers = await Promise.all(Array.from({ length: 10 }, () => db.transaction().execute((tx) => queueMessage(tx, message))))
  expect(answers.filter(Boolean)).toHaveLength(1)
  const { id } = (await rowOf(message.key))!
  expect(await jobsOf(id)).toHaveLength(1)
  await deliver(id, rail())
  expect(await queueMessage(db, message)).toBe(false)
})

test('a delivered message keeps recipient, purpose and time; subject and body are cleared', async () => {
  const message = email()
  const id = await queue(message)
  expect(await deliver(id, rail())).toBe('sent')
  expect(await rowOf(message.key)).toMatchObject({ state: 'sent', attempts: 1, subject: null, body: null, recipient: 'ana@example.nz', purpose: 'sign-in' })
  expect((await rowOf(message.key))?.settled_at).toBeInstanceOf(Date)
})

test('a settled message is not sent again', async () => {
  const id = await queue(sms())
  const way = rail()
  await deliver(id, way)
  expect(await deliver(id, way)).toBe('already-settled')
  expect(way.sent).toHaveLength(1)
})

test('a busy receiver is retried under the same key until the attempts are used up; then the body is cleared', async () => {
  const message = sms()
  const id = await queue(message)
  const way = rail(busy)
  await expect(deliver(id, way)).rejects.toBe(busy)
  expect(await rowOf(message.key)).toMatchObject({ state: 'queued', attempts: 1, last_error: 'sms 503', body: 'Your code is 246810' })
  expect(await deliver(id, way, true)).toBe('failed')
  expect(await rowOf(message.key)).toMatchObject({ state: 'failed', attempts: 2, last_error: 'sms 503', body: null })
  expect(way.sent.map((sent) => sent.key)).toEqual([message.key, message.key])
})

test('a message accepted while the database is down is marked sent when it is back, and not sent twice', async () => {
  const message = sms()
  const id = await queue(message)
  const proxy = await createProxy(new URL(url))
  const far = openDatabase({ url: new Secret(proxy.url), name: 'far', log: silent })
  const way = rail()
  const cutting: MessageRail = {
    ...way,
    async sendSms(message) {
      await way.sendSms(message)
      proxy.cutFor(1000)
    },
  }
  expect(await deliverMessage({ db: far.db, rail: cutting, clock: systemClock }, { messageId: id, last: false })).toBe('sent')
  expect(proxy.cuts()).toBe(1)
  expect(way.sent).toHaveLength(1)
  expect(await rowOf(message.key)).toMatchObject({ state: 'sent', attempts: 1 })
  await far.close()
  proxy.close()
})

test('a permanent refusal fails at once', async () => {
  const message = sms()
  expect(await deliver(await queue(message), rail(refused))).toBe('failed')
  expect(await rowOf(message.key)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'sms 422', body: null })
})

test('an unexpected error is retried, and its text, which may quote the message, is not stored', async () => {
  const message = sms()
  await expect(deliver(await queue(message), rail(new TypeError('cannot send Your code is 246810')))).rejects.toThrow(TypeError)
  expect(await rowOf(message.key)).toMatchObject({ state: 'queued', last_error: 'unexpected TypeError' })
})

test('an expired message is not sent', async () => {
  const message = sms({ expiresAt: new Date('2026-01-01T00:10:00Z') })
  const way = rail()
  expect(await deliver(await queue(message), way, false, fakeClock('2026-01-01T00:10:00Z'))).toBe('failed')
  expect(way.sent).toHaveLength(0)
  expect(await rowOf(message.key)).toMatchObject({ state: 'failed', last_error: 'expired', body: null })
})

test('a message whose job was used up by a killed worker is marked failed; one with a pending job is not', async () => {
  const forgotten = sms()
  const waiting = sms()
  const id = await queue(forgotten)
  await queue(waiting)
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = ${`message:${id}`}), attempts => 8)`.execute(db)
  expect(await failAbandoned(db, systemClock)).toBe(1)
  expect(await rowOf(forgotten.key)).toMatchObject({ state: 'failed', last_error: 'no attempt left', body: null })
  expect(await rowOf(waiting.key)).toMatchObject({ state: 'queued' })
})

test('the table refuses a settled message with a body and an invalid recipient', async () => {
  const id = await queue(sms())
  await expect(sql`update message set state = 'sent', settled_at = now() where id = ${id}`.execute(db)).rejects.toThrow('message_body_only_while_queued')
  await expect(queue(sms({ to: '0211234567' }))).rejects.toThrow('check constraint')
  await expect(queue(sms({ key: 'two words' }))).rejects.toThrow('check constraint')
})

/** A TCP proxy to the database that can refuse connections, as while the server restarts. */
async function createProxy(target: URL) {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((socket) => {
    const far = connect(Number(target.port), target.hostname)
    for (const end of [socket, far]) sockets.add(end.on('error', () => end.destroy()))
    socket.pipe(far).pipe(socket)
  })
  // A fixed port, because the proxy listens on it again.
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = new URL(target)
  url.port = String(port)
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const cutFor = (milliseconds: number) => {
    cuts++
    close()
    setTimeout(() => server.listen(port, '127.0.0.1'), milliseconds)
  }
  return { url: url.href, cutFor, close, cuts: () => cuts }
}
