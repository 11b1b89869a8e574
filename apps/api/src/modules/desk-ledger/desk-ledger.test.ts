import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { createPerson, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { auditHead, auditSince, runningDesk } from '../../http/desk/fixtures.ts'
import { raiseException } from '../exceptions/index.ts'

// The books as operators read them, over payments that the API has made.

const database = await testDatabase()
const { db } = database
const desk = await runningDesk(database)
const api = await runningApi(database, { env: { RATE_LIMIT_SCALE: '1000' } })
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent })
afterAll(() => ledger.close())
const tomasi = await desk.operator('tomasi', ['finance'])
const hana = await desk.operator('hana', ['finance'])
const ruth = await desk.operator('ruth', ['auditor'])
const sam = await desk.operator('sam', ['support'])
const shop = await createShop(api, database)
const payer = await createPayer(api, database, 10_000)
const wallet = `asset:${payer.walletId}`

const path = (id: string, rest = '') => `/api/desk/ledger/accounts/${encodeURIComponent(id)}${rest}`
const stored = async (id: string) =>
  (
    await sql<{
      balance: bigint
      version: bigint
      hash: string
    }>`select balance, version, encode(hash, 'hex') as hash from ledger.account where id = ${id}`.execute(db)
  ).rows[0]!
const pay = async (amount: number) => {
  const { id } = await shop.createRequest(amount)
  expect((await payer.pay(id)).status).toBe(200)
  return id as string
}
const newest = async (id: string) => (await tomasi.get(path(id, '/entries'))).body.items[0]

test('an account answers its unit, kind, owner, limits, posted, held and available, and its entries newest first in pages [DESK-58]', async () => {
  const id = `asset:${randomUUID()}`
  await db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: 'outside', unit: 'nzd.test', kind: 'bank clearing' },
      { id, unit: 'nzd.test', kind: 'wallet', owner: 'its-owner', floor: 0n, ceiling: 1_000_000n },
    ])
    for (let entry = 1; entry <= 60; entry++)
      await ledger.postInTransaction(tx, [
        {
          reference: `${id}:${entry}`,
          kind: 'test',
          subject: `test:${entry}`,
          operations: [{ op: 'transfer', from: 'outside', to: id, amount: BigInt(entry) }],
        },
      ])
    const expiresAt = new Date(Date.now() + 600_000)
    await ledger.postInTransaction(tx, [
      { reference: `${id}:hold`, kind: 'test', subject: 'test:hold', operations: [{ op: 'hold', hold: id, from: id, to: 'outside', amount: 80n, expiresAt }] },
    ])
  })
  const before = await auditHead(database)
  const { body } = await tomasi.get(path(id))
  expect(body.account).toMatchObject({ id, unit: 'nzd.test', kind: 'wallet', counter: false, owner: 'its-owner', floor: '0', ceiling: '1000000' })
  expect(body.account).toMatchObject({ posted: '1830', heldOut: '80', heldIn: '0', available: '1750', version: 60, overdrawn: false })
  expect(await auditSince(database, before)).toMatchObject([{ kind: 'looked', subject: `ledger-account:${id}` }])
  const first = (await tomasi.get(path(id, '/entries'))).body
  expect(first.items[0]).toMatchObject({ version: 60, amount: '60', balance: '1830', kind: 'test', subject: 'test:60', hash: (await stored(id)).hash })
  const second = (await tomasi.get(path(id, `/entries?pageKey=${first.nextPageKey}`))).body
  const versions = [...first.items, ...second.items].map(({ version }: { version: number }) => version)
  expect(versions).toEqual(Array.from({ length: 60 }, (_, place) => 60 - place))
  expect(second.nextPageKey).toBeUndefined()
  expect((await tomasi.get(path('asset:nobody'))).status).toBe(404)
  expect((await sam.get(path(id))).body.message).toBe('OUTSIDE_ROLE')
  expect((await ruth.get(path(id))).status).toBe(200)
})

test('the balance at a moment is computed from the entries, and is the stored one when the moment is now [DESK-59]', async () => {
  await pay(850)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await pay(150)
  const { items } = (await tomasi.get(path(wallet, '/entries'))).body
  const asOf = async (at: string) => (await tomasi.get(path(wallet, `?asOf=${at}`))).body.asOf
  for (const { at, balance, version } of items) expect(await asOf(at)).toMatchObject({ balance, version })
  const between = new Date(Date.parse(items[0].at) - 5).toISOString()
  expect(await asOf(between)).toMatchObject({ balance: items[1].balance, version: items[1].version })
  expect(await asOf(new Date().toISOString())).toMatchObject({ balance: String((await stored(wallet)).balance) })
  expect((await asOf('2020-01-01T00:00:00.000Z')).balance).toBeUndefined()
  // From the entries: a stored balance that was tampered with changes nothing here.
  await sql`alter table ledger.account disable trigger user`.execute(database.owner.db)
  await sql`update ledger.account set balance = balance + 7 where id = ${wallet}`.execute(database.owner.db)
  expect((await asOf(new Date().toISOString())).balance).toBe(String((await stored(wallet)).balance - 7n))
  await sql`update ledger.account set balance = balance - 7 where id = ${wallet}`.execute(database.owner.db)
  await sql`alter table ledger.account enable trigger user`.execute(database.owner.db)
})

test('a posting answers debit and credit, its entries, and the call of the customer that it came from [DESK-60] [DESK-61]', async () => {
  const id = await pay(1250)
  const { posting: number } = await newest(wallet)
  const { body } = await tomasi.get(`/api/desk/ledger/postings/${number}`)
  const { posting } = body
  expect(posting).toMatchObject({ id: number, kind: 'payment', subject: `payment-request:${id}`, reference: expect.any(String) })
  expect(posting.operations).toContainEqual({
    operation: 'transfer',
    debit: wallet,
    credit: `asset:${shop.settlementWallet}`,
    unit: 'nzd.test',
    amount: '1250',
  })
  expect(posting.operations).toContainEqual(expect.objectContaining({ operation: 'use', amount: '1250' }))
  expect(posting.entries.map(({ account, amount }: { account: string; amount: string }) => [account, amount])).toEqual([
    [wallet, '-1250'],
    [`asset:${shop.settlementWallet}`, '1250'],
  ])
  expect(posting.entries[0].hash).toBe((await stored(wallet)).hash)
  expect(posting.call).toMatchObject({ endpoint: 'POST /api/payment-requests/:id/pay', caller: `crn::user:${payer.personId}`, at: expect.any(String) })
  expect(posting.exceptions).toEqual([])
  await raiseException(db, { kind: 'payment-request-not-closed', ref: id, at: new Date() })
  const again = (await tomasi.get(`/api/desk/ledger/postings/${number}`)).body.posting
  expect(again.exceptions).toEqual([{ id: expect.any(String), kind: 'payment-request-not-closed', closed: false }])
})

test('of a call with an API key: the path that was called, its idempotency key, its answer and its trace id [DESK-60]', async () => {
  const id = await pay(700)
  // The key of a refund is its reference.
  const idempotencyKey = randomUUID()
  const refunded = await api.post(`/api/payment-requests/${id}/refund`, { value: { amount: '300', currency: 'NZD' }, externalRef: idempotencyKey }, shop.till)
  expect(refunded.status).toBe(200)
  const { posting: number } = await newest(wallet)
  // The request log is written half a second behind.
  const callOf = async () => (await tomasi.get(`/api/desk/ledger/postings/${number}`)).body.posting.call
  await expect.poll(async () => (await callOf()).traceId, { timeout: 10_000 }).toBe(refunded.headers['x-request-id'])
  expect(await callOf()).toMatchObject({
    endpoint: `POST /api/payment-requests/${id}/refund`,
    caller: `crn:${shop.accountId}:api-key:till`,
    idempotencyKey,
    status: 200,
    durationMs: expect.any(Number),
  })
})

test('from an id an operator reaches the account and the postings: of a wallet, a payment request, a reference, a posting [DESK-61]', async () => {
  const id = await pay(410)
  const { posting: number } = await newest(wallet)
  const { reference } = (await tomasi.get(`/api/desk/ledger/postings/${number}`)).body.posting
  const find = async (term: string) => (await tomasi.get(`/api/desk/ledger/find?id=${encodeURIComponent(term)}`)).body
  for (const term of [id, number, reference]) expect((await find(term)).postings.map((found: { id: string }) => found.id)).toContain(number)
  expect((await find(payer.walletId)).accounts).toEqual([{ id: wallet, kind: 'wallet', unit: 'nzd.test' }])
  expect(await find('nothing of the kind')).toEqual({ accounts: [], postings: [] })
})

/** What the script says that has nothing but the file. */
async function checked(proof: unknown): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'proof-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'proof.json')
  await writeFile(file, JSON.stringify(proof))
  const tool = join(import.meta.dirname, '../../../../../tools/check-ledger-proof.ts')
  return await new Promise((resolve) => {
    execFile(process.execPath, [tool, file], { env: {} }, (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }))
  })
}

test('a proof computes every link again, and its file is checked without the desk; an altered entry is found at its version [DESK-62]', async () => {
  for (const amount of [100, 200, 300]) await pay(amount)
  const prove = async (body: object = {}) => (await ruth.post(path(wallet, '/proof'), body)).body
  const { version, hash } = await stored(wallet)
  const count = Number(version)
  const proof = await prove()
  expect(proof).toMatchObject({ format: 'nikau-ledger-proof-1', account: { id: wallet }, from: 1, to: count, holding: count, broken: [] })
  expect(proof.head).toMatchObject({ version: count, hash, holds: true })
  expect(proof.links.map((link: { version: number }) => link.version)).toEqual(Array.from({ length: count }, (_, place) => place + 1))
  expect(await checked(proof)).toEqual({ code: 0, output: `${wallet}: versions 1 to ${count}, ${count} of ${count} hold\n` })
  // An older part ends where it was asked to, and starts from the hash before.
  expect(await prove({ to: 2 })).toMatchObject({ from: 1, to: 2, holding: 2 })

  const altered = async (statement: string) => {
    await database.owner.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
    return await prove()
  }
  const at = `account = (select no from ledger.account where id = '${wallet}') and version = 3`
  const balanced = await altered(`update ledger.entry set balance = balance + 1 where ${at}`)
  expect(balanced).toMatchObject({ broken: [3], holding: count - 1 })
  expect(balanced.links[2]).toMatchObject({ version: 3, holds: false })
  const { code, output } = await checked(balanced)
  expect(code).toBe(1)
  expect(output).toContain('version 3: its hash is not that of its content')
  // Forging what the file says of itself does not help.
  expect(await checked({ ...balanced, broken: [], links: balanced.links.map((link: object) => ({ ...link, holds: true })) })).toMatchObject({ code: 1 })
  expect(await altered(`update ledger.entry set balance = balance - 1 where ${at}`)).toMatchObject({ broken: [] })
  // A new hash for the altered entry is what the next one is not made of.
  const forged = await altered(`update ledger.entry set hash = sha256('x') where ${at}`)
  expect(forged.broken).toEqual([3, 4])
  expect((await checked(forged)).output).toContain(`${count - 2} of ${count} hold`)
  expect(await altered(`update ledger.entry set hash = decode('${proof.links[2].hash}', 'hex') where ${at}`)).toMatchObject({ broken: [] })
})

test('the company’s own accounts are listed, and an adjustment learns which it may use, its words and who has to agree [DESK-63]', async () => {
  await db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: 'surplus:nzd.main', unit: 'nzd.main', kind: 'surplus', floor: 0n },
      { id: 'bank', unit: 'nzd.main', kind: 'bank clearing' },
    ])
  })
  const { body } = await ruth.get('/api/desk/ledger/accounts')
  expect(body.accounts.map(({ id }: { id: string }) => id)).toEqual(['bank', 'surplus:nzd.main'])
  const form = (await tomasi.get('/api/desk/ledger/adjustment')).body
  expect(form.accounts.map(({ id }: { id: string }) => id).toSorted()).toEqual(['losses:nzd.main', 'own:nzd.main', 'surplus:nzd.main', 'unclaimed:nzd.main'])
  expect(form.reasons).toEqual(['correction', 'goodwill', 'fee-refund', 'recovery', 'write-off'])
  expect(form.agreements).toEqual([
    { from: '0', needs: [['finance', 'finance-lead']] },
    { from: '100000', needs: [['finance-lead']] },
    { from: '1000000', needs: [['finance-lead'], ['compliance']] },
  ])
  expect((await ruth.get('/api/desk/ledger/adjustment')).body.message).toBe('OUTSIDE_ROLE')
})

test('an adjustment is tried before it is sent, with balances, limits and every invariant, and is posted once it is approved [DESK-63] [DESK-64] [DESK-65]', async () => {
  const { headers } = await createPerson(database, { email: 'mia@example.nz', emailVerified: true })
  const account = (await api.post('/api/accounts', { name: 'Mia', type: 'individual' }, headers)).body
  const mia = (await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: 'nikau.nzd.main' }, headers)).body
  const credit = `asset:${mia.id}`
  const proposal = {
    kind: 'adjustment',
    content: { debit: 'own:nzd.main', credit, amount: '2500', words: 'goodwill' },
    note: 'Her top-up was late',
    evidence: ['ticket 4711'],
  }
  await desk.usePasskey(tomasi, new Date())
  await desk.usePasskey(hana, new Date())
  const postings = async () => (await sql<{ count: number }>`select count(*)::int as count from ledger.posting`.execute(db)).rows[0]!.count
  const before = await postings()
  const { body: tried } = await tomasi.post('/api/desk/proposals/preview', proposal)
  expect(tried.movements).toEqual([
    {
      kind: 'adjustment',
      unit: 'nzd.main',
      amount: '2500',
      debit: { account: 'own:nzd.main', before: '0', after: '-2500' },
      credit: { account: credit, before: '0', after: '2500' },
    },
  ])
  expect(tried.limits).toEqual([{ account: credit, floor: '0' }, { account: 'own:nzd.main' }])
  expect(tried.needs).toEqual([['finance', 'finance-lead']])
  const { rows } = await sql`select from pg_class where relkind = 'v' and relname like ${'invariant\\_%'}`.execute(db)
  expect(tried.invariants).toMatchObject({ count: rows.length, computed: 'now', broken: [] })
  expect(await postings()).toBe(before)

  const { body: proposed } = await tomasi.post('/api/desk/proposals', { ...proposal, key: randomUUID() })
  expect(proposed).toMatchObject({ state: 'waiting', movements: tried.movements })
  const { body: approved } = await hana.post(`/api/desk/proposals/${proposed.id}/approve`)
  const { posting } = (await ruth.get(`/api/desk/ledger/postings/${approved.result.posting}`)).body
  expect(posting).toMatchObject({ kind: 'adjustment', reference: `adjustment:${proposed.id}`, subject: credit })
  expect(posting.operations).toEqual([{ operation: 'transfer', debit: 'own:nzd.main', credit, unit: 'nzd.main', amount: '2500' }])
  expect(posting.call).toMatchObject({ endpoint: 'POST /api/desk/proposals/:id/approve', caller: 'crn::operator:hana', proposalId: proposed.id })
  const { body: activity } = await api.get(`/api/wallets/${mia.id}/transactions`, headers)
  expect(activity.items[0]).toMatchObject({ value: '2500', activityType: 'adjustment-goodwill' })
  const letters = await sql<{ subject: string }>`select subject from message where purpose = 'adjustment'`.execute(database.owner.db)
  expect(letters.rows).toEqual([{ subject: '$25.00 was added to your wallet' }])

  const refused = async (content: object) =>
    (await tomasi.post('/api/desk/proposals/preview', { ...proposal, content: { ...proposal.content, ...content } })).body.message
  expect(await refused({ debit: 'bank' })).toBe('ACCOUNT_NOT_ADJUSTABLE')
  expect(await refused({ credit: wallet })).toBe('ACCOUNT_NOT_ADJUSTABLE')
  expect(await refused({ debit: 'surplus:nzd.main' })).toBe('LEDGER_REFUSED')
})

test('an exception leads to the postings of the payment that it is about, and a posting back to it [DESK-61]', async () => {
  const requestId = await pay(330)
  const { posting: number } = await newest(wallet)
  await raiseException(db, { kind: 'code-payment-reported', ref: `reported:${requestId}`, refs: { paymentRequestId: requestId }, at: new Date() })
  const { posting } = (await tomasi.get(`/api/desk/ledger/postings/${number}`)).body
  expect(posting.exceptions).toEqual([{ id: expect.any(String), kind: 'code-payment-reported', closed: false }])
  const { exception } = (await tomasi.get(`/api/desk/exceptions/${posting.exceptions[0].id}`)).body
  expect(exception.related).toContainEqual({ kind: 'posting', id: number })
})
