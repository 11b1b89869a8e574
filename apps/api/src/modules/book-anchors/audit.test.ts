import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, copyFile, cp, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeAnchors } from './anchor.ts'
import { auditAnchors } from './audit.ts'
import { anchorFileName } from './files.ts'
import { anchorDeps, anchorFolder, createBooks, keySet, recomputeChain, switchTriggersOff } from './fixtures.ts'
import { signStatement } from './keys.ts'

const database = await testDatabase()
const folder = await anchorFolder()
const deps = anchorDeps(database, folder)
const books = await createBooks(database)

/** Anchors 1 to 3: the first with the posting of $1.00, the second with a counter, a hold and changed limits, the third with the rest. */
beforeAll(async () => {
  await books.topUp('first', 100n)
  await books.topUp('second', 20_000n)
  await makeAnchors(deps)
  await books.post('used', { op: 'use', account: 'quota', amount: 500n })
  await books.post('held', { op: 'hold', hold: 'h', from: 'mia', to: 'shop', amount: 3000n, expiresAt: new Date(Date.now() + 3_600_000) })
  await database.db.transaction().execute((tx) => books.ledger.changeLimits(tx, 'quota', { floor: 0n, ceiling: 50_000n }))
  await makeAnchors(deps)
  await books.post('captured', { op: 'post', hold: 'h', amount: 1000n })
  await books.topUp('third', 700n)
  await makeAnchors(deps)
})

const tool = join(import.meta.dirname, '../../../../../tools/audit-books.ts')
function audit(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only'), ANCHOR_PUBLIC_KEYS: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...args], { env }, (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }))
  })
}
const withAnchors = (from: string) => audit('--anchors', from, '--public-key', keySet)

/** What the invariants and the anchors say about books that an administrator has rewritten. Rolled back. */
async function rewritten(...statements: string[]): Promise<{ violations: number; findings: string[] }> {
  const found = { violations: 0, findings: [] as string[] }
  const undo = new Error('undo')
  const attack = database.owner.db.transaction().execute(async (tx) => {
    await switchTriggersOff(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    await recomputeChain(tx)
    found.violations = (await sql`select from violations()`.execute(tx)).rows.length
    await auditAnchors({ ...deps, db: tx, now: new Date() }, (finding) => found.findings.push(finding))
    throw undo
  })
  await expect(attack).rejects.toBe(undo)
  return found
}

test('books that nobody has touched agree with every anchor', async () => {
  const { code, output } = await withAnchors(folder)
  expect(output).toMatch(/audit:books: 3 anchors, the books agree with all of them/)
  expect(code).toBe(0)
})

test('the audit compares anchors only with keys that the caller gives', async () => {
  expect(await audit('--anchors', folder)).toMatchObject({ code: 2, output: expect.stringContaining('--public-key') })
})

const first = `(select id from ledger.posting where reference = 'first')`
const richer = [
  `update ledger.posting set amount = '{9000}' where reference = 'first'`,
  `update ledger.entry set amount = sign(amount) * 9000 where posting = ${first}`,
]

test('an administrator makes an old $1.00 $90.00 and recomputes the chain: the invariants hold, the anchors tell [MON-15]', async () => {
  await database.owner.db.transaction().execute(async (tx) => {
    await switchTriggersOff(tx)
    for (const statement of richer) await sql.raw(statement).execute(tx)
    await recomputeChain(tx)
  })
  onTestFinished(async () => {
    await database.owner.db.transaction().execute(async (tx) => {
      await switchTriggersOff(tx)
      for (const statement of richer) await sql.raw(statement.replaceAll('9000', '100')).execute(tx)
      await recomputeChain(tx)
    })
  })
  const plain = await audit()
  expect(plain.output).toMatch(/audit:books: \d+ invariants, all hold/)
  expect(plain.code).toBe(0)

  const anchored = await withAnchors(folder)
  expect(anchored.output).toMatch(/FAILED anchor 1 \(postings after 0 to \d+, made 20\d\d-.*Z\): the books differ from what was anchored/)
  expect(anchored.output).toMatch(/FAILED anchor 1 .*: the amounts owed differ from what was anchored/)
  expect(anchored.code).toBe(1)
})

const differs = (number: number) => expect.stringMatching(new RegExp(`^anchor ${number} .*: the books differ from what was anchored`))

test.each<[what: string, anchor: number, statements: string[]]>([
  [
    'a counter that was used less, with its posting',
    2,
    [`update ledger.posting set amount = '{100}' where reference = 'used'`, `update ledger.account set balance = 100 where id = 'quota'`],
  ],
  [
    'a larger hold, with its posting and what is held',
    2,
    [
      `update ledger.posting set amount = '{4000}' where reference = 'held'`,
      `update ledger.hold set amount = 4000, remaining = 3000`,
      `update ledger.account set held_out = 3000 where id = 'mia'`,
      `update ledger.account set held_in = 3000 where id = 'shop'`,
    ],
  ],
  ['a hold that expires later', 2, [`update ledger.hold set expires_at = expires_at + interval '1 year'`]],
  ['limits that were changed to more', 2, [`update ledger.limit_change set ceiling = 90000`, `update ledger.account set ceiling = 90000 where id = 'quota'`]],
  ['limits that the account was opened with', 2, [`update ledger.limit_change set ceiling_before = 900000`]],
  ['a floor below zero', 1, [`update ledger.account set floor = -100000 where id = 'mia'`]],
  ['another owner of a wallet', 1, [`update ledger.account set owner = 'Ben' where id = 'mia'`]],
  // Of a counter, which has no entries: the posting alone covers them.
  ['another subject', 2, [`update ledger.posting set subject = 'other' where reference = 'used'`]],
  ['another kind', 2, [`update ledger.posting set kind = 'other' where reference = 'used'`]],
  ['another reference', 2, [`update ledger.posting set reference = 'other' where reference = 'used'`]],
  ['another time', 2, [`update ledger.posting set at = at + interval '1 microsecond' where reference = 'used'`]],
  [
    'a posting that was added to an old range',
    1,
    [
      `insert into ledger.posting (id, reference, kind, subject, at, op, debit, credit, amount)
       select id + 1, 'added', kind, subject, at, '{use}', '{0}', array[(select no from ledger.account where id = 'quota')], '{1}' from ledger.posting where reference = 'second'`,
      `update ledger.account set balance = balance + 1 where id = 'quota'`,
    ],
  ],
  [
    'the tail of the books deleted, with the row of its anchor',
    3,
    [
      `delete from book_anchor where number = 3`,
      `delete from ledger.entry where posting = (select id from ledger.posting where reference = 'third')`,
      `delete from ledger.posting where reference = 'third'`,
    ],
  ],
])('%s: the invariants hold, and anchor %i tells [MON-14, MON-15]', async (_, anchor, statements) => {
  const { violations, findings } = await rewritten(...statements)
  expect(violations).toBe(0)
  expect(findings).toContainEqual(differs(anchor))
})

test('entries in another order with balances to match are found', async () => {
  const mia = `(select no from ledger.account where id = 'mia')`
  const swap = (from: number, to: number) => `update ledger.entry set version = ${to} where account = ${mia} and version = ${from}`
  const { findings } = await rewritten(swap(1, 100), swap(2, 1), swap(100, 2))
  expect(findings).toContainEqual(differs(1))
})

/** A copy of the folder to change. */
async function copied(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'nikau-anchors-'))
  onTestFinished(() => rm(copy, { recursive: true }))
  await cp(folder, copy, { recursive: true })
  return copy
}

test('a missing file is found', async () => {
  const copy = await copied()
  await unlink(join(copy, anchorFileName(2)))
  const { code, output } = await withAnchors(copy)
  expect(output).toContain('FAILED anchor 2: its file is missing')
  expect(code).toBe(1)
})

/** What the anchors of a changed folder say. */
async function findingsOf(copy: string, options: { now?: Date } = {}): Promise<string[]> {
  const findings: string[] = []
  await auditAnchors({ ...deps, folder: copy, now: options.now ?? new Date() }, (finding) => findings.push(finding))
  return findings
}

test('the last file is missing', async () => {
  const copy = await copied()
  await unlink(join(copy, anchorFileName(3)))
  expect(await findingsOf(copy)).toEqual(['anchor 3: its file is missing'])
})

test('an empty folder is not proof of anything', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'nikau-anchors-'))
  onTestFinished(() => rm(empty, { recursive: true }))
  expect(await findingsOf(empty)).toEqual([1, 2, 3].map((number) => `anchor ${number}: its file is missing`))
})

test('a file that is no anchor is found', async () => {
  const copy = await copied()
  await writeFile(join(copy, 'notes.txt'), 'hello')
  expect(await findingsOf(copy)).toEqual(['extra file notes.txt: not an anchor'])
})

test('a file replaced by another anchor is found', async () => {
  const copy = await copied()
  await unlink(join(copy, anchorFileName(2)))
  await copyFile(join(copy, anchorFileName(1)), join(copy, anchorFileName(2)))
  const findings = await findingsOf(copy)
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 2 .*: its file contains anchor 1$/))
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 2 .*: its postings do not follow those of anchor 1$/))
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 3 .*: it is not linked to anchor 2$/))
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 2 .*: its row in the database differs from the file$/))
})

/** Writes a changed text over a file. */
async function change(copy: string, number: number, edit: (text: string) => string): Promise<void> {
  const path = join(copy, anchorFileName(number))
  const text = edit(await readFile(path, 'utf8'))
  await chmod(path, 0o644)
  await writeFile(path, text)
}

test('a changed amount in a file makes its signature invalid', async () => {
  const copy = await copied()
  await change(copy, 3, (text) => text.replace(/^(owed nzd\.main) \d+ (wallet)$/m, '$1 1 $2'))
  const findings = await findingsOf(copy)
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 3 .*: its signature is not of key development$/))
  expect(findings).toContainEqual(expect.stringMatching(/^anchor 3 .*: the amounts owed differ from what was anchored$/))
})

test('a file that does not read as an anchor is found', async () => {
  const copy = await copied()
  await change(copy, 3, (text) => text.replace('entries', 'Entries'))
  expect(await findingsOf(copy)).toEqual(['anchor 3: its file cannot be read as an anchor'])
})

/** Signs what a file says with another key, under the same key id or its own. */
async function forge(copy: string, number: number, edit: (statement: string) => string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  await change(copy, number, (text) => {
    const statement = edit(text.replace(/signature .*\n$/, ''))
    return `${statement}signature ${signStatement({ id: 'development', privateKey }, statement)}\n`
  })
}

test.each([
  ['under our key id', (statement: string) => statement],
  ['under a key id of its own', (statement: string) => statement.replace('key development', 'key stranger')],
])('an anchor signed with another key %s is found', async (_, edit) => {
  const copy = await copied()
  await forge(copy, 3, edit)
  expect(await findingsOf(copy)).toContainEqual(expect.stringMatching(/^anchor 3 .*: its signature is not of key (development|stranger)$/))
})

test('no anchor for more than 30 minutes is a gap at the end', async () => {
  expect(await findingsOf(folder, { now: new Date(Date.now() + 29 * 60_000) })).toEqual([])
  expect(await findingsOf(folder, { now: new Date(Date.now() + 31 * 60_000) })).toEqual([expect.stringMatching(/^gap at the end: no anchor since /)])
})

test('an old row that is missing or differs is found', async () => {
  expect((await rewritten(`delete from book_anchor where number = 2`)).findings).toEqual([
    expect.stringMatching(/^anchor 2 .*: its row is missing in the database$/),
  ])
  expect((await rewritten(`update book_anchor set signature = 'x' where number = 2`)).findings).toEqual([
    expect.stringMatching(/^anchor 2 .*: its row in the database differs from the file$/),
  ])
})

test('a file that a crash left unfinished is neither missing nor extra', async () => {
  const copy = await copied()
  const temporary = `.${anchorFileName(4)}.${crypto.randomUUID()}.tmp`
  await copyFile(join(copy, anchorFileName(1)), join(copy, 'x'))
  await rename(join(copy, 'x'), join(copy, temporary))
  expect(await findingsOf(copy)).toEqual([])
})
