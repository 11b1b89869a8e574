import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endpoints } from '@nikau/contract/endpoints'
import { flagNames } from '@nikau/contract/flags'
import { stopNames } from '@nikau/contract/desk/controls'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createBankedPerson, runningApi } from './fixtures.ts'
import { auditHead, auditSince, runningDesk, type SignedInOperator } from './http/desk/fixtures.ts'
import { createSender, newNumber } from './modules/asset-transfers/fixtures.ts'
import { checkBooks } from './modules/operations/books.ts'

// What operators stop at the desk, in processes of the API that customers call.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const database = await testDatabase()
const api = await runningApi(database)
const desk = await runningDesk(database)

const operatorOf = async (id: string, roles: readonly DeskRole[]) => {
  const operator = await desk.operator(id, roles)
  await desk.usePasskey(operator, new Date())
  await operator.post('/api/desk/session/input')
  return operator
}
const mere = await operatorOf('mere', ['operations'])
const pita = await operatorOf('pita', ['operations'])
const wiremu = await operatorOf('wiremu', ['finance-lead'])
const kiri = await operatorOf('kiri', ['compliance'])
const rewi = await operatorOf('rewi', ['risk'])
const hannah = await operatorOf('hannah', ['support'])

const stop = (name: string, reason = 'The bank answers 503', operator = mere) => operator.post(`/api/desk/stops/${name}`, { reason, key: randomUUID() })
const proposeStart = (name: string, operator = mere, kind = 'start-again') =>
  operator.post('/api/desk/proposals', { kind, content: { name }, note: 'The bank answers again', key: randomUUID() })
const approve = (id: string, operator: SignedInOperator) => operator.post(`/api/desk/proposals/${id}/approve`)
const start = async (name: string) => expect((await approve((await proposeStart(name)).body.id, pita)).body.state).toBe('approved')
const stopOf = async (name: string) => (await mere.get('/api/desk/stops')).body.stops.find((one: { name: string }) => one.name === name)
const code = ({ status, body }: { status: number; body: { message?: string } }) => (status === 200 ? 200 : body.message)

test('everything that can be stopped is listed, and runs until it is stopped [DESK-92]', async () => {
  const { body } = await kiri.get('/api/desk/stops')
  expect(body.stops.map(({ name }: { name: string }) => name)).toEqual([...stopNames])
  expect(stopNames).toEqual(['top-ups', 'withdrawals', 'windows', 'bank-bnz', 'bank-asb', 'bank-westpac', 'farm-card', 'sends-to-new-people'])
  expect(body.stops.every(({ stopped }: { stopped: boolean }) => !stopped)).toBe(true)
  expect((await hannah.get('/api/desk/stops')).body.message).toBe('OUTSIDE_ROLE')
})

test('a stop refuses new top-ups with PAUSED, needs a reason, and lets what has begun end [DESK-92]', async () => {
  const mia = await createBankedPerson(api, database)
  const key = randomUUID()
  const begun = await mia.topUp(1000, { idempotencyKey: key })
  expect(begun.status).toBe(200)
  expect(await mere.post('/api/desk/stops/top-ups', { key: randomUUID() })).toMatchObject({ status: 400, body: { message: 'REASON_REQUIRED' } })
  expect(code(await stop('top-ups', 'no'))).toBe('REASON_REQUIRED')
  expect(code(await mia.topUp(1000))).toBe(200)
  const head = await auditHead(database)
  expect(await stop('top-ups')).toMatchObject({
    status: 200,
    body: { name: 'top-ups', stopped: true, last: { value: 'stopped', proposer: { id: 'mere' }, reason: 'The bank answers 503' } },
  })
  expect(await auditSince(database, head)).toMatchObject([{ kind: 'acted', operator: 'mere', subject: 'stop:top-ups', detail: { call: 'act', act: 'stop' } }])
  expect(await mia.topUp(1000)).toMatchObject({ status: 403, body: { message: 'PAUSED' } })
  // Begun before: the same call is answered again, and the transfer can still be stopped by its owner.
  expect((await mia.topUp(1000, { idempotencyKey: key })).body.id).toBe(begun.body.id)
  expect((await mia.transfer(begun.body.id)).status).toBe('created')
  expect(code(await stop('top-ups'))).toBe('NOT_POSSIBLE')
  await start('top-ups')
  expect(code(await mia.topUp(1000))).toBe(200)
})

test('withdrawals that are stopped leave the money in the wallet [DESK-92]', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test', directDebit: false })
  await api.post(`/api/wallets/${mia.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '5000' }, mia.headers)
  await stop('withdrawals')
  expect(code(await mia.withdraw(2000))).toBe('PAUSED')
  expect([await mia.balance(), await mia.used('spend')]).toEqual([5000, 0])
  await start('withdrawals')
  expect(code(await mia.withdraw(2000))).toBe(200)
})

test('sends to new people are stopped, and sends to known people go on [DESK-92]', async () => {
  const mia = await createSender(api, database)
  const [known, stranger] = [newNumber(), newNumber()]
  expect(code(await mia.send(known, 100))).toBe(200)
  await stop('sends-to-new-people', 'Wrong recipients, cases 74 to 76', rewi)
  expect(code(await mia.send(stranger, 100))).toBe('PAUSED')
  const held = { assetId: mia.walletId, value: '100', purpose: 'told-to', message: 'Lunch' }
  expect(code(await api.post('/api/held-sends', { ...held, recipientAlias: stranger }, mia.headers))).toBe('PAUSED')
  expect(code(await mia.send(known, 100))).toBe(200)
  await start('sends-to-new-people')
  expect(code(await mia.send(stranger, 100))).toBe(200)
})

test('a stop is in force in every process within two seconds, and so is its end [DESK-92]', async () => {
  const address = await anotherProcess()
  const mia = await createBankedPerson(api, database)
  const topUpThere = async () => {
    const body = { bankAuthorityId: mia.bankAccountId, walletId: mia.walletId, amount: '100', idempotencyKey: randomUUID() }
    const headers = { ...(mia.headers as Record<string, string>), 'content-type': 'application/json' }
    const answer = await fetch(`${address}/api/topups`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status === 200 ? 200 : ((await answer.json()) as { message: string }).message
  }
  expect([await topUpThere(), code(await mia.topUp(100))]).toEqual([200, 200])
  const within = async (change: () => Promise<unknown>, expected: unknown) => {
    await change()
    const changed = Date.now()
    await vi.waitFor(async () => expect([await topUpThere(), code(await mia.topUp(100))]).toEqual([expected, expected]), { timeout: 2000 })
    expect(Date.now() - changed).toBeLessThan(2000)
  }
  await within(() => stop('top-ups'), 'PAUSED')
  await within(() => start('top-ups'), 200)
})

test('one person stops, and starting again takes another of operations or a finance lead [DESK-92]', async () => {
  expect((await stop('farm-card', 'The company is down', hannah)).body.message).toBe('OUTSIDE_ROLE')
  await stop('farm-card', 'The company is down', rewi)
  expect((await stopOf('farm-card')).start).toEqual({ act: 'start-again', needs: [['operations', 'finance-lead']] })
  expect((await proposeStart('farm-card', rewi)).body.message).toBe('OUTSIDE_ROLE')
  expect((await proposeStart('windows')).body).toMatchObject({ message: 'NOT_POSSIBLE', reason: 'NOT_STOPPED' })
  const proposal = (await proposeStart('farm-card')).body
  expect(proposal).toMatchObject({ state: 'waiting', needs: [['operations', 'finance-lead']] })
  expect((await stopOf('farm-card')).start.proposalId).toBe(proposal.id)
  expect((await approve(proposal.id, mere)).body.message).toBe('SAME_PERSON')
  expect((await approve(proposal.id, kiri)).body.message).toBe('OUTSIDE_ROLE')
  expect((await stopOf('farm-card')).stopped).toBe(true)
  expect((await approve(proposal.id, wiremu)).body.state).toBe('approved')
  expect(await stopOf('farm-card')).toMatchObject({ stopped: false, last: { value: 'running', proposer: { id: 'mere' }, approvers: [{ id: 'wiremu' }] } })
})

test('a broken invariant stops windows and withdrawals by itself, once, and a finance lead and then compliance start them when all hold again [DESK-92] [DESK-36]', async () => {
  const check = () => checkBooks({ db: database.openAs('nikau_worker').db, clock: systemClock })
  const rowsOf = async (name: string) => (await kiri.get(`/api/desk/control-values?control=stop:${name}`)).body.items.length
  const before = await Promise.all(['windows', 'withdrawals'].map(rowsOf))
  await check()
  expect([(await stopOf('windows')).stopped, (await stopOf('withdrawals')).stopped]).toEqual([false, false])
  const plant = async (change: number) => {
    await sql`alter table ledger.account disable trigger user`.execute(database.owner.db)
    await sql`update ledger.account set balance = balance + ${change} where no = (select min(no) from ledger.account where unit = 'nzd.test')`.execute(
      database.owner.db,
    )
    await sql`alter table ledger.account enable trigger user`.execute(database.owner.db)
  }
  await plant(1)
  for (let run = 0; run < 2; run++) expect(await check()).toContain('ledger.invariant_unit_sums_to_zero')
  for (const name of ['windows', 'withdrawals'])
    expect(await stopOf(name)).toMatchObject({
      stopped: true,
      start: { act: 'start-after-break', needs: [['finance-lead'], ['compliance']] },
      last: { reason: expect.stringContaining('ledger.invariant_unit_sums_to_zero') },
    })
  expect(await Promise.all(['windows', 'withdrawals'].map(rowsOf))).toEqual(before.map((count) => count + 1))
  expect((await stopOf('top-ups')).stopped).toBe(false)
  expect((await stopOf('windows')).last.proposer).toBeUndefined()
  const mia = await createBankedPerson(api, database, { liveness: 'test', directDebit: false })
  expect(code(await mia.withdraw(100))).toBe('PAUSED')
  const incidents = sql<{ open: number }>`select count(*)::int as open from operator_exception where kind = 'books-broken' and closed_at is null`
  expect((await incidents.execute(database.owner.db)).rows).toEqual([{ open: 1 }])
  expect((await proposeStart('windows')).body.reason).toBe('OTHERWISE_STOPPED')
  expect((await proposeStart('windows', mere, 'start-after-break')).body.message).toBe('BOOKS_BROKEN')
  await plant(-1)
  expect(await check()).toEqual([])
  expect((await stopOf('windows')).stopped).toBe(true)
  for (const name of ['windows', 'withdrawals']) {
    const { id } = (await proposeStart(name, mere, 'start-after-break')).body
    expect((await approve(id, pita)).body.message).toBe('OUTSIDE_ROLE')
    expect((await approve(id, wiremu)).body.state).toBe('waiting')
    expect((await stopOf(name)).stopped).toBe(true)
    expect((await approve(id, kiri)).body.state).toBe('approved')
    expect((await stopOf(name)).stopped).toBe(false)
  }
})

test('every former value is kept with from, until, who and why, and a past moment can be asked [DESK-93]', async () => {
  const before = new Date()
  await stop('bank-asb', 'ASB answers 503')
  const stopped = new Date()
  await start('bank-asb')
  const history = (await kiri.get('/api/desk/control-values?control=stop:bank-asb')).body.items
  expect(history).toMatchObject([
    { control: 'stop:bank-asb', value: 'running', proposer: { id: 'mere' }, approvers: [{ id: 'pita' }], reason: 'The bank answers again' },
    { control: 'stop:bank-asb', value: 'stopped', proposer: { id: 'mere' }, approvers: [], reason: 'ASB answers 503' },
  ])
  expect([history[0].until, history[1].until]).toEqual([undefined, history[0].from])
  const at = async (moment: Date) =>
    (await kiri.get(`/api/desk/control-values?control=stop:bank-asb&at=${moment.toISOString()}`)).body.items.map(({ value }: { value: string }) => value)
  expect([await at(before), await at(stopped), await at(new Date())]).toEqual([[], ['stopped'], ['running']])
  for (const change of [
    "update control_value set reason = 'another'",
    'delete from control_value',
    'truncate control_value',
    'update control_value set until_at = null',
  ])
    await expect(sql.raw(change).execute(database.owner.db)).rejects.toThrow('can only end')
})

test('a flag changes what the page tells the app, and no other answer of the server differs [DESK-91]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-flags-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['index', 'checkout', 'business', 'till'])
    await writeFile(join(folder, `${name}.html`), '<meta name="nikau-config" content="{}" /><title>x</title>')
  const web = await runningApi(database, { env: { WEB_DIST: folder, WEB_CONFIG: '{"flags":{"showWithdraw":true}}' } })
  const mia = await createBankedPerson(web, database)
  const flagsOf = async () => {
    const { body } = await web.app.inject('/deimos/')
    return (JSON.parse(/content="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"')) as { flags: Record<string, boolean> }).flags
  }
  // Every call of the contract that reads, without ids that exist and with those of a person.
  const paths = Object.values(endpoints)
    .filter(({ method, path, stream }) => method === 'GET' && !stream && !path.includes('/proof'))
    .map(({ path }) =>
      path
        .replace(/accounts\/:\w+/, `accounts/${mia.accountId}`)
        .replace(/wallets\/:\w+/, `wallets/${mia.walletId}`)
        .replaceAll(/:\w+/g, 'x'),
    )
  const answers = async () =>
    Object.fromEntries(
      await mapInTurn(['/openapi.json', ...paths], async (url) => [url, answerText(await web.app.inject({ url, headers: mia.headers }))] as const),
    )
  expect(await flagsOf()).toEqual({ showWithdraw: true })
  const before = await answers()
  const set = (name: string, on: boolean, reason = 'Cases 74 to 76', operator = rewi) =>
    operator.put(`/api/desk/flags/${name}`, { on, reason, key: randomUUID() })
  expect((await set('showWithdraw', false, '')).body.message).toBe('REASON_REQUIRED')
  expect((await set('showWithdraw', false, 'Not mine', wiremu)).body.message).toBe('OUTSIDE_ROLE')
  expect((await set('showWithdraw', false)).body).toMatchObject({ name: 'showWithdraw', on: false, last: { value: 'off', proposer: { id: 'rewi' } } })
  for (const name of flagNames.filter((flag) => flag !== 'showWithdraw')) expect((await set(name, true)).status).toBe(200)
  const expected = { ...Object.fromEntries(flagNames.map((name) => [name, true])), showWithdraw: false }
  await vi.waitFor(async () => expect(await flagsOf()).toEqual(expected), { timeout: 5000 })
  expect(await answers()).toEqual(before)
  expect(code(await mia.topUp(1000))).toBe(200)
  const { body } = await kiri.get('/api/desk/flags')
  expect(Object.fromEntries(body.flags.map(({ name, on }: { name: string; on: boolean }) => [name, on]))).toEqual(expected)
})

const answerText = ({ statusCode, body }: { statusCode: number; body: string }) => `${statusCode} ${body}`.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')

async function mapInTurn<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const mapped: R[] = []
  for (const item of items) mapped.push(await map(item))
  return mapped
}

const children: ChildProcess[] = []
afterAll(() => children.forEach((child) => child.kill('SIGKILL')))

/** A process of the API as it runs in production. */
async function anotherProcess(): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { DATABASE_URL: database.urlAs('nikau_api'), API_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const { address } = JSON.parse(line) as { address?: string }
    if (address !== undefined) return address
  }
  throw new Error('it ended before it listened')
}
