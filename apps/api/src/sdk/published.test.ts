import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@nikau/testing/free-port'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addPayout, deliverDue, listeningApi, registerWebhook } from './fixtures.ts'

// The package as a merchant gets it: packed, installed into an empty folder, compiled by tsc and run by plain Node. Then every example of
// its README, against the running API.

const run = promisify(execFile)
const source = join(import.meta.dirname, '../../../../packages/sdk')
const root = join(source, '../..')
const folder = mkdtempSync(join(tmpdir(), 'nikau-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const running = await listeningApi()
const { shop, payer, address, key, ownerKey } = running
const readme = readFileSync(join(source, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/```ts ([\w-]+\.ts)\n([^]*?)```/g)].map(([, name, code]) => ({ name: name!, code: code! }))

beforeAll(async () => {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: source })
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-shop', private: true, type: 'module' }))
  await run('pnpm', ['add', '--offline', '--ignore-workspace', `./${archive}`], { cwd: folder })
  for (const { name, code } of examples) writeFileSync(join(folder, name), code)
}, 120_000)

const env = () => ({
  ...process.env,
  NIKAU_API: address,
  NIKAU_KEY: key,
  NIKAU_OWNER_KEY: ownerKey,
  NIKAU_CONFIG: shop.configId,
  NIKAU_ACCOUNT: shop.accountId,
})
const example = async (name: string, more: Record<string, string> = {}) =>
  (await run(process.execPath, [name], { cwd: folder, env: { ...env(), ...more } })).stdout.trim().split('\n')

test('what is published is compiled code with its types, without tests and without dependencies', () => {
  const installed = join(folder, 'node_modules/@nikau/sdk')
  expect(readdirSync(installed).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const files = readdirSync(join(installed, 'dist'))
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'operations.d.ts']))
  expect(files.filter((name) => !/^[a-z-]+\.(?:d\.ts|js)$/.test(name))).toEqual([])
  const { exports, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
  expect([exports, dependencies]).toEqual([{ '.': { types: './dist/index.d.ts', default: './dist/index.js' } }, undefined])
})

test('tsc compiles a program that uses it, without the types of Node or a browser, and finds what is wrong', async () => {
  const program = `import { createNikau, isRefusal } from '@nikau/sdk'
const nikau = createNikau({ api: 'https://api.nikau.example', apiKey: 'k' })
export const amount = async (id: string): Promise<string> => (await nikau.paymentRequests.get(id)).value.amount
export const status = async (id: string): Promise<'new' | 'paid' | 'expired' | 'cancelled'> => (await nikau.paymentRequests.get(id)).status
export const isLate = (error: unknown): boolean => isRefusal(error, 'refundPaymentRequest') && error.code === 'REFUND_WINDOW_EXCEEDED'
`
  const wrong = `import { createNikau, isRefusal } from '@nikau/sdk'
const nikau = createNikau({ api: 'https://api.nikau.example', apiKey: 'k' })
// @ts-expect-error configId is missing
export const a = nikau.paymentRequests.create({ value: { amount: 1, currency: 'NZD' } })
// @ts-expect-error a refusal of another call
export const b = (error: unknown) => isRefusal(error, 'getPaymentRequest') && error.code === 'REFUND_WINDOW_EXCEEDED'
// @ts-expect-error there is one currency
export const c = nikau.refunds.create('pr_1', { value: { amount: 1, currency: 'AUD' } })
`
  writeFileSync(join(folder, 'program.mts'), program)
  writeFileSync(join(folder, 'wrong.mts'), wrong)
  const compilerOptions = { module: 'NodeNext', target: 'ES2022', lib: ['ES2022'], types: [], strict: true, exactOptionalPropertyTypes: true, noEmit: true }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: ['program.mts', 'wrong.mts'] }),
  )
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
})

test('the examples of the README compile', async () => {
  const compilerOptions = { module: 'NodeNext', target: 'ES2022', types: ['node'], typeRoots: [join(root, 'node_modules/@types')], strict: true, noEmit: true }
  writeFileSync(join(folder, 'tsconfig.examples.json'), JSON.stringify({ compilerOptions, files: examples.map(({ name }) => name) }))
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.examples.json'], { cwd: folder }).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')
})

test('the examples of the README run: a payment, a refund, payouts and errors', async () => {
  expect(examples.map(({ name }) => name)).toEqual(['take-a-payment.ts', 'refund.ts', 'webhooks.ts', 'payouts.ts', 'errors.ts'])
  const [taken] = await example('take-a-payment.ts')
  expect(taken).toMatch(/^new http/)
  // The key of the order: the same request.
  expect(await example('take-a-payment.ts')).toEqual([taken])
  const id = taken!.split('/').at(-1)!
  expect((await payer.pay(id)).status).toBe(200)
  expect(await example('refund.ts', { PAYMENT_REQUEST: id })).toEqual(['refundable 1050', 'refunded 250'])
  await addPayout(running)
  expect(await example('payouts.ts')).toEqual(['2026-12-04 carried 0', 'carried-in 100', 'carried-out -100'])
  expect(await example('errors.ts')).toEqual([expect.stringMatching(/^refused REQUEST_NOT_FOUND 404 req_/)])
})

test('the receiver of the README takes signed events once and refuses others', async () => {
  const url = `http://127.0.0.1:${await freePort()}/webhooks`
  let receiver: ChildProcess | undefined
  let output = ''
  onTestFinished(() => void receiver?.kill())
  const webhook = await registerWebhook(running, url, async (id) => {
    receiver = spawn(process.execPath, ['webhooks.ts'], {
      cwd: folder,
      env: { ...env(), WEBHOOK_URL: url, NIKAU_JWKS: `${address}/.well-known/webhooks/${id}/jwks.json` },
    })
    for (const stream of [receiver.stdout!, receiver.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    for (const deadline = Date.now() + 30_000; !output.includes('listening') && Date.now() < deadline;) await sleep(50)
  })
  expect([webhook.status, output]).toEqual(['active', 'listening\n'])
  const { id } = await shop.createRequest(500)
  await payer.pay(id)
  expect(await deliverDue(running, webhook.id)).toEqual(['delivered'])
  expect((await fetch(url, { method: 'POST', body: '{}', headers: { authorization: 'a.b.c' } })).status).toBe(401)
  for (const deadline = Date.now() + 5000; !output.includes('refused') && Date.now() < deadline;) await sleep(20)
  expect(output).toBe('listening\nreceived payment-request:paid\nrefused signature-missing\n')
})
