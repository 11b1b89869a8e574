import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createLedger } from '@nikau/ledger'
import { createVault, lockSealedRows, randomIds, Secret, systemClock } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createBankedPerson, createShop, runningApi } from './fixtures.ts'
import { insertCardPayment } from './modules/card-payments/store-payments.ts'
import { insertSession } from './modules/card-payments/store-sessions.ts'
import { createBankPort } from './modules/funds-transfers/index.ts'
import { advanceBankPayment, insertBankPayment, savePayer } from './modules/pay-by-bank/store.ts'
import { addProvedEndpoint } from './modules/webhooks/index.ts'
import { signBody, webhookKeyRing } from './modules/webhooks/signing-keys.ts'
import { sealedColumns } from './key-rotation.ts'

vi.setConfig({ testTimeout: 120_000 }) // several processes, on machines of any speed
const program = join(import.meta.dirname, 'rotate-keys.ts')
const database = await testDatabase()
const { db } = database
const fingerprintKey = new Secret('the-fingerprints-of-this-test')
const oldKey = 'old:the-first-secret-of-the-vault'
const newKey = 'new:the-second-secret-of-the-vault'
const oldWebhookSecret = 'the-single-secret-of-webhooks'
const vaultOf = (keys: string) => createVault({ keys: new Secret(keys), fingerprintKey })
const before = vaultOf(oldKey)
const env = { BANK_NUMBER_KEYS: oldKey, BANK_NUMBER_FINGERPRINTS: fingerprintKey.reveal(), WEBHOOK_SECRET: oldWebhookSecret, RATE_LIMIT_SCALE: '100' }
const api = await runningApi(database, { env })
const shop = await createShop(api, database)
const at = new Date()

const rotating = {
  DATABASE_URL: database.urlAs('nikau_worker'),
  BANK_NUMBER_KEYS: `${newKey},${oldKey}`,
  BANK_NUMBER_FINGERPRINTS: fingerprintKey.reveal(),
  WEBHOOK_SECRET: `next:the-second-secret-of-webhooks,initial:${oldWebhookSecret}`,
}

function startRotation(args: string[] = [], change: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...rotating, ...change }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) }
}

const rotate = async (change?: Record<string, string>) => await startRotation([], change).ended

const countBankNumbers = async (keyId: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from bank_account where key_id = ${keyId}`.execute(db)).rows[0]!.count

/** Numbers of unlinked accounts, which no limit counts. */
async function insertBankNumbers(accountId: string, count: number) {
  for (let i = 0; i < count; i++) {
    const id = randomIds.public()
    const { sealed, keyId } = before.seal('020500010000100', id)
    await sql`
      insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, status, holder_slot, created_at, created_by, archived_at)
      values (${id}, ${accountId}, 'M Henare', ${sealed}, ${keyId}, ${randomBytes(32)}, '02-0500-•••0001-00', 'main', 'archived', 1, ${at}, gen_random_uuid(), ${at})`.execute(
      db,
    )
  }
}

async function insertBankFile() {
  const { sealed, keyId } = before.seal('the bytes of a file', 'file-1')
  await sql`insert into bank_window (kind, day, closed_at) values ('debit', '2026-11-16', ${at})`.execute(db)
  await sql`
    insert into bank_file (id, kind, window_day, account, reference, due_day, count, total, sealed_bytes, key_id, created_at)
    values ('file-1', 'debit', '2026-11-16', '020192021400200000', 'FILE1', '2026-11-16', 1, 100, ${sealed}, ${keyId}, ${at})`.execute(db)
}

async function insertOutgoingPayment() {
  const { sealed, keyId } = before.seal('020500010000100', 'outgoing-1')
  await sql`
    insert into outgoing_payment (id, purpose, payee_name, masked_number, sealed_number, key_id, amount, source_account, reference, particulars, code, status, posting, created_at)
    values ('outgoing-1', 'bank-return', 'M Henare', '02-0500-•••0001-00', ${sealed}, ${keyId}, 100, 'surplus:nzd.main', 'P1', 'REFUND', 'X', 'waiting', 1, ${at})`.execute(
    db,
  )
}

async function insertPayments() {
  const paymentRequestId = String((await shop.createRequest(500)).id)
  const common = { paymentRequestId, test: true, at }
  const bankPayment = {
    id: 'bank-payment',
    accountId: null,
    walletId: null,
    personId: null,
    bank: 'bnz' as const,
    amount: 500n,
    payee: 'Kauri',
    statementCode: 'A',
    nonce: 'n',
    redirectUri: 'https://x.example',
  }
  const row = (await insertBankPayment(db, { ...common, ...bankPayment, expiresAt: at, idempotencyKey: null }, { since: at, max: 9 }))!
  const change = { consentId: 'consent', credential: before.seal('the code', row.id), nextAttemptAt: null, at }
  await advanceBankPayment(db, row, { step: 'exchange', ...change })
  await savePayer(db, row.id, before.seal('the payer', row.id))
  const card = { cardKey: randomBytes(32), lastFour: '1234', cardToken: before.seal('the card token', 'card-session') }
  const session = { ...common, ...card, id: 'card-session', paymentRef: 'ref', tokenHash: randomBytes(32), tokenExpiresAt: at }
  await insertSession(db, session)
  const payment = {
    ...common,
    id: 'card-payment',
    sessionId: 'card-session',
    amount: 500n,
    lastFour: '1234',
    merchantGst: '1',
    reference: 'r',
    idempotencyKey: null,
  }
  await insertCardPayment(db, { ...payment, cardToken: before.seal('the card token', payment.id) })
}

async function insertProposal(): Promise<void> {
  const { sealed, keyId } = before.seal('the payee', 'proposal')
  await sql`insert into operator (id, name, login, roles, created_at) values ('mere', 'Mere', 'mere', '{finance}', now())`.execute(database.owner.db)
  await sql`
    insert into operator_proposal (id, kind, subject, content, sealed_payee, key_id, note, evidence, proposer, made_for, preview, needs, created_at, ends_at, state)
    values ('proposal', 'pay-out', 's', '{}', ${sealed}, ${keyId}, 'note', '{}', 'mere', '{}', '[]', '[]', now(), now(), 'waiting')`.execute(database.owner.db)
}

test('keys are rotated under live rows: without the old key everything opens, and works [SEC-11]', async () => {
  const mia = await createBankedPerson(api, database)
  expect((await mia.topUp(1000)).status).toBe(200)
  await addProvedEndpoint(
    { db, clock: systemClock, ids: randomIds, secret: new Secret(oldWebhookSecret) },
    { id: 'wh_1', accountId: shop.accountId, url: 'https://shop.example/hook', createdBy: 'test' },
  )
  await api.post('/api/fixed-codes', { prefix: 'https://shop.example/machine/', target: 'https://shop.example/nikau' }, shop.till)
  await insertBankFile()
  await insertOutgoingPayment()
  await insertPayments()
  await insertProposal()

  const { code, output } = await rotate()
  expect(output).toContain('BANK_NUMBER_KEYS: nothing is sealed with key old. Remove it')
  expect(output).toContain('WEBHOOK_SECRET: nothing is sealed with key initial. Remove it')
  for (const column of [...sealedColumns.BANK_NUMBER_KEYS, ...sealedColumns.WEBHOOK_SECRET]) expect(output).toContain(`${column.name}: 1 sealed again`)
  expect(code).toBe(0)

  const after = vaultOf(newKey)
  const webhooks = new Secret('next:the-second-secret-of-webhooks')
  const opened = []
  for (const [variable, columns] of Object.entries(sealedColumns))
    for (const column of columns)
      for (const row of await db.transaction().execute((tx) => lockSealedRows(tx, column, ['new', 'next'], 10)))
        opened.push((variable === 'BANK_NUMBER_KEYS' ? after : webhookKeyRing(webhooks)).open(row, column.ownerOf(row.id)))
  expect(opened.slice(1, 9)).toEqual([
    JSON.stringify({ fullName: 'Mia Henare', phone: mia.phone, email: mia.email }),
    'the bytes of a file',
    'the code',
    'the payer',
    '020500010000100',
    'the payee',
    'the card token',
    'the card token',
  ])
  // What the processes do with them: the order for the bank has the number, and a notification is signed.
  const ledger = createLedger({ url: new Secret(database.url), name: 'bank', log: silent })
  afterAll(() => ledger.close())
  const orders = await db.transaction().execute((tx) =>
    createBankPort({ ledger, vault: after }).claimForBatch(tx, {
      type: 'topup',
      fileId: 'file-2',
      requestedBefore: new Date(Date.now() + 1000),
      limit: 10,
      now: new Date(),
    }),
  )
  expect(orders).toMatchObject([{ accountNumber: opened[0] }])
  const { rows } = await sql<{ id: string; sealedPrivateKey: Buffer; sealingKeyId: string }>`
    select id, sealed_private_key as "sealedPrivateKey", sealing_key_id as "sealingKeyId" from webhook_key`.execute(db)
  expect(await signBody(rows[0]!, webhooks, { body: '{}', audience: 'https://shop.example', now: at })).toMatch(/^ey/)
})

test('a rotation killed in the middle leaves every value openable, and the next one finishes [SEC-11]', async () => {
  await insertBankNumbers(shop.accountId, 300)
  const { child, ended } = startRotation(['--batch', '1'])
  await vi.waitFor(async () => expect(await countBankNumbers('new')).toBeGreaterThan(20), { timeout: 60_000, interval: 5 })
  child.kill('SIGKILL')
  await ended
  const left = await countBankNumbers('old')
  expect(left).toBeGreaterThan(0)
  const both = vaultOf(rotating.BANK_NUMBER_KEYS)
  const { rows } = await sql<{ id: string; sealed: Buffer; keyId: string }>`
    select id, sealed_number as sealed, key_id as "keyId" from bank_account where status = 'archived'`.execute(db)
  expect(new Set(rows.map((row) => both.open(row, row.id)))).toEqual(new Set(['020500010000100']))

  const { code, output } = await rotate()
  expect(output).toContain(`bank account numbers: ${left} sealed again`)
  expect(code).toBe(0)
  expect(await countBankNumbers('old')).toBe(0)
  expect((await rotate()).output).toContain('bank account numbers: 0 sealed again')
})

test('values that cannot be rotated are reported, and the exit code says that keys must stay [SEC-11]', async () => {
  await insertBankNumbers(shop.accountId, 2)
  const missing = await rotate({ BANK_NUMBER_KEYS: newKey })
  expect(missing).toMatchObject({ code: 3, output: expect.stringContaining('2 values are sealed with key old, which is not configured') })
  const locked = new pg.Client({ connectionString: database.url })
  await locked.connect()
  try {
    await locked.query('begin')
    await locked.query(`select from bank_account where key_id = 'old' limit 1 for update`)
    const held = await rotate()
    expect(held).toMatchObject({ code: 3, output: expect.stringContaining('1 values are still sealed with key old') })
  } finally {
    await locked.end()
  }
  expect((await rotate()).code).toBe(0)
})
