import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { queueMessage } from '@nikau/rails'
import { addJob } from '@nikau/runtime'
import { startMessagesSandbox, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createShop, createWebhook, runningApi } from './fixtures.ts'

const database = await testDatabase()
const sandbox = await startMessagesSandbox()
const program = join(import.meta.dirname, 'work.ts')

test('the process refuses to start with an invalid configuration and names every error', async () => {
  const child = spawn(process.execPath, [program], { env: { WORK_PORT: 'x' }, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  for (const name of ['DATABASE_URL', 'WORK_PORT', 'SMTP_URL', 'SMS_URL', 'SMS_SECRET']) expect(stderr).toContain(name)
})

test('the process delivers messages, anchors the books, reports metrics, and shuts down on SIGTERM', async () => {
  const anchors = mkdtempSync(join(tmpdir(), 'nikau-anchors-'))
  afterAll(() => rmSync(anchors, { recursive: true }))
  const rails = { SMTP_URL: sandbox.smtpUrl, SMS_URL: sandbox.smsUrl, SMS_SECRET: sandbox.secret }
  const env = { DATABASE_URL: database.urlAs('nikau_worker'), WORK_PORT: '0', ...rails, ANCHORS_DIR: anchors }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  afterAll(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { port } = JSON.parse(line) as { port: number }
  const get = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`)
  await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), 10_000)
  await queueMessage(database.db, { channel: 'sms', to: '+64211110009', text: 'Kia ora', key: 'k', purpose: 'test' })
  expect(await sandbox.wait('+64211110009')).toMatchObject({ text: 'Kia ora' })
  await vi.waitFor(
    async () => expect(await (await get('/metrics')).text()).toMatch(/nikau_job_seconds_count\{.*task="deliver-message",outcome="done"\} 1/),
    10_000,
  )
  await addJob(database.db, 'anchor-books', {})
  await vi.waitFor(() => expect(readdirSync(anchors)).toEqual(['anchor-000000000001.txt']), 10_000)
  await vi.waitFor(async () => expect(await (await get('/metrics')).text()).toMatch(/nikau_anchor_age_seconds\{.*\} [\d.]+/), 10_000)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a sign-in message is sent within seconds while the receivers of webhooks hang [SEC-19]', async () => {
  const open = new Set<Socket>()
  const receiver = createServer((socket) => void open.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  onTestFinished(() => {
    receiver.close()
    for (const socket of open) socket.destroy()
  })
  await once(receiver, 'listening')
  const secrets = { WEBHOOK_LOOPBACK: 'true', WEBHOOK_SECRET: 'test' }
  const api = await runningApi(database, { env: { ...secrets, RATE_LIMIT_SCALE: '100' } })
  const shop = await createShop(api, database)
  const endpoint = await createWebhook(api, database, shop)
  await sql`update webhook_endpoint set url = ${`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`}`.execute(database.owner.db)
  const webhook = `/api/accounts/${shop.accountId}/webhooks/${endpoint.id}`
  for (let n = 0; n < 20; n++) expect((await api.post(`${webhook}/test`, {}, shop.owner.headers)).status).toBe(200)
  const rails = { SMTP_URL: sandbox.smtpUrl, SMS_URL: sandbox.smsUrl, SMS_SECRET: sandbox.secret }
  const env = { DATABASE_URL: database.urlAs('nikau_worker'), WORK_PORT: '0', ...rails, ...secrets }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await vi.waitFor(() => expect(open.size).toBe(5), 30_000)
  const queuedAt = performance.now()
  await queueMessage(database.db, { channel: 'sms', to: '+64211110010', text: '246810', key: 'code', purpose: 'sign-in-code' })
  expect(await sandbox.wait('+64211110010')).toMatchObject({ text: '246810' })
  // Twenty calls of five seconds each, five at once, would take twenty seconds.
  expect(performance.now() - queuedAt).toBeLessThan(8000)
})

test('the process schedules the anchors, the retention jobs and the sealing of old authorities [SEC-11]', async () => {
  const { rows } = await database.pool.query<{ identifier: string }>('select identifier from graphile_worker._private_known_crontabs')
  expect(rows.map(({ identifier }) => identifier)).toEqual(
    expect.arrayContaining(['anchor-books', 'apply-retention', 'delete-rate-limits', 'seal-direct-debit-authorities']),
  )
})
