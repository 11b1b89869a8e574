import { once } from 'node:events'
import { createServer } from 'node:net'
import { Secret } from '@nikau/runtime'
import { startMessagesSandbox } from '@nikau/testing'
import { beforeEach, expect, test } from 'vitest'
import { RailError } from '../error.ts'
import { openMessageRail } from './rail.ts'

const sandbox = await startMessagesSandbox()
const open = (over: { smtpUrl?: string; smsUrl?: string; smsSecret?: string } = {}) =>
  openMessageRail({
    smtpUrl: new Secret(over.smtpUrl ?? sandbox.smtpUrl),
    smsUrl: over.smsUrl ?? sandbox.smsUrl,
    smsSecret: new Secret(over.smsSecret ?? sandbox.secret),
    from: 'Nikau <no-reply@nikau.example>',
  })
const rail = open()
let count = 0
const sms = () => ({ to: `+6421000${1000 + count++}`, text: 'Your code is 246810', key: `test:${count}` })
const email = () => ({ ...sms(), to: `ana${count}@example.nz`, subject: 'Whānau', date: new Date('2026-01-01') })
const failureOf = (call: Promise<void>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as RailError,
  )

beforeEach(() => sandbox.steer({}))

test('an SMS and an email arrive unchanged', async () => {
  const short = sms()
  const message = { ...email(), text: 'Tēnā koe Ana,\n\n.dots and <tags> stay.' }
  await rail.sendSms(short)
  await rail.sendEmail(message)
  expect(await sandbox.messages(short.to)).toMatchObject([{ channel: 'sms', text: short.text, key: short.key }])
  expect(await sandbox.messages(message.to)).toMatchObject([{ channel: 'email', subject: 'Whānau', text: message.text, from: 'no-reply@nikau.example' }])
})

test('a repeated delivery is recognised by its key and shown once', async () => {
  const short = sms()
  const message = email()
  for (const _ of [1, 2, 3]) {
    await rail.sendSms(short)
    await rail.sendEmail(message)
  }
  expect(await sandbox.messages(short.to)).toMatchObject([{ duplicates: 2 }])
  expect(await sandbox.messages(message.to)).toMatchObject([{ duplicates: 2 }])
})

test('a busy receiver and a lost response are retryable; a permanent refusal is not', async () => {
  await sandbox.steer({ refuseNext: 2 })
  expect(await failureOf(rail.sendSms(sms()))).toMatchObject({ message: 'sms 503', retryable: true })
  expect(await failureOf(rail.sendEmail(email()))).toMatchObject({ message: 'email EMESSAGE DATA 451', retryable: true })
  await sandbox.steer({ rejectNext: 2 })
  expect(await failureOf(rail.sendSms(sms()))).toMatchObject({ message: 'sms 422', retryable: false })
  expect(await failureOf(rail.sendEmail(email()))).toMatchObject({ message: 'email EMESSAGE DATA 550', retryable: false })
  await sandbox.steer({ dropNext: 2 })
  expect(await failureOf(rail.sendSms(sms()))).toMatchObject({ message: 'sms ECONNRESET', retryable: true })
  expect(await failureOf(rail.sendEmail(email()))).toMatchObject({ retryable: true })
  await sandbox.steer({ down: true })
  expect(await failureOf(rail.sendSms(sms()))).toMatchObject({ retryable: true })
  expect(await failureOf(rail.sendEmail(email()))).toMatchObject({ retryable: true })
})

test('a wrong secret is retryable and is not in the error', async () => {
  const failure = await failureOf(open({ smsSecret: 'canary-secret' }).sendSms(sms()))
  expect(failure).toMatchObject({ message: 'sms 401', retryable: true })
  expect(JSON.stringify(failure) + String(failure?.stack)).not.toContain('canary')
})

test('a silent receiver times out after five seconds', async () => {
  const sockets: { destroy(): void }[] = []
  const silentServer = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as { port: number }
  const quiet = open({ smsUrl: `http://127.0.0.1:${port}/sms`, smtpUrl: `smtp://127.0.0.1:${port}` })
  const start = Date.now()
  const failures = await Promise.all([failureOf(quiet.sendSms(sms())), failureOf(quiet.sendEmail(email()))])
  expect(failures).toMatchObject([{ retryable: true }, { retryable: true }])
  expect(Date.now() - start).toBeLessThan(6500)
  for (const socket of sockets) socket.destroy()
  silentServer.close()
})

test('an aborted signal ends the call', async () => {
  await sandbox.steer({ slowBefore: 3000 })
  const start = Date.now()
  expect(await failureOf(rail.sendSms({ ...sms(), signal: AbortSignal.timeout(100) }))).toMatchObject({ retryable: true })
  expect(Date.now() - start).toBeLessThan(2000)
})
