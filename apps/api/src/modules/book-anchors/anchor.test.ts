import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMetrics } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AnchorConflict, makeAnchors } from './anchor.ts'
import { auditAnchors } from './audit.ts'
import { anchorFileName, readAnchorFile, writeAnchorFile } from './files.ts'
import { anchorDeps, anchorFolder, createBooks } from './fixtures.ts'
import { anchorBooks, bookAnchorJobs } from './jobs.ts'
import { importPublicKeys } from './keys.ts'
import { measureAnchors } from './metrics.ts'
import { parseStatement } from './rules.ts'

/** Books with a wallet of their own, and a folder for their anchors. */
async function createAnchoredBooks(options: { wallClock?: ReturnType<typeof fakeClock> } = {}) {
  const database = await testDatabase()
  const folder = await anchorFolder()
  const deps = anchorDeps(database, folder, options.wallClock)
  const books = await createBooks(database)
  const anchorOf = async (number: number) => parseStatement((await readAnchorFile(folder, number))!.statement)!
  const findings = async () => {
    const found: string[] = []
    await auditAnchors({ ...deps, now: options.wallClock?.now() ?? new Date() }, (finding) => found.push(finding))
    return found
  }
  const rows = async () => (await sql<{ number: bigint; hash: string }>`select number, hash from book_anchor order by number`.execute(database.db)).rows
  return { database, folder, deps, books, anchorOf, findings, rows }
}

test('an anchor covers the postings since the last one and says what is owed, wallets below zero apart', async () => {
  const { database, deps, books, anchorOf } = await createAnchoredBooks()
  await books.topUp('a', 5000n)
  await makeAnchors(deps)
  expect(await anchorOf(1)).toMatchObject({ after: '0', postings: 1, entries: 2, owed: [{ unit: 'nzd.main', kind: 'wallet', amount: 5000n }] })

  await database.db.transaction().execute((tx) => books.ledger.openAccount(tx, { id: 'ben', unit: 'nzd.main', kind: 'wallet', floor: 0n }))
  await books.post('b', { op: 'transfer', from: 'mia', to: 'shop', amount: 1200n }, { op: 'use', account: 'quota', amount: 1200n })
  await books.post('c', { op: 'overdraw', from: 'ben', to: 'outside', amount: 900n })
  await makeAnchors(deps)
  const second = await anchorOf(2)
  expect(second).toMatchObject({
    after: (await anchorOf(1)).until,
    postings: 2,
    entries: 4,
    owed: [
      { unit: 'nzd.main', kind: 'settlement', amount: 1200n },
      { unit: 'nzd.main', kind: 'wallet', amount: 3800n },
    ],
  })

  await books.post('d', { op: 'transfer', from: 'outside', to: 'ben', amount: 1000n })
  await makeAnchors(deps)
  expect((await anchorOf(3)).owed).toContainEqual({ unit: 'nzd.main', kind: 'wallet', amount: 3900n })
  await makeAnchors(deps)
  expect(await anchorOf(4)).toMatchObject({ postings: 0, entries: 0, owed: (await anchorOf(3)).owed })
})

test('a posting that commits after a later one is not skipped [MON-15]', async () => {
  const { database, deps, books, anchorOf, findings } = await createAnchoredBooks()
  await database.db.transaction().execute((tx) => books.ledger.openAccount(tx, { id: 'ben', unit: 'nzd.main', kind: 'wallet' }))
  await books.topUp('before', 100n)
  await makeAnchors(deps)
  const slow = await database.db.startTransaction().execute()
  await books.ledger.postInTransaction(slow, [books.groupOf('slow', [{ op: 'use', account: 'quota', amount: 1n }])])
  await books.topUp('fast', 100n)

  await expect(makeAnchors({ ...deps, waitMs: 200 })).rejects.toThrow('transactions are open for too long')
  expect(await anchorOf(1)).toMatchObject({ postings: 1 })
  const waiting = makeAnchors({ ...deps, waitMs: 10_000 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await slow.commit().execute()
  await waiting
  expect(await anchorOf(2)).toMatchObject({ postings: 2 })
  expect(await findings()).toEqual([])
})

test('a change of limits whose transaction is open is waited for too', async () => {
  const { database, deps, books, findings } = await createAnchoredBooks()
  const slow = await database.db.startTransaction().execute()
  await books.ledger.changeLimits(slow, 'quota', { floor: 0n, ceiling: 5n })
  await expect(makeAnchors({ ...deps, waitMs: 100 })).rejects.toThrow('transactions are open for too long')
  await slow.commit().execute()
  await makeAnchors(deps)
  expect(await findings()).toEqual([])
})

test('an open transaction that only reads holds no anchor up', async () => {
  const { database, deps, books } = await createAnchoredBooks()
  await books.topUp('a', 100n)
  const reading = await database.db.startTransaction().setIsolationLevel('repeatable read').execute()
  await sql`select count(*) from ledger.posting`.execute(reading)
  expect(await makeAnchors({ ...deps, waitMs: 10_000 })).toBe(1)
  await reading.rollback().execute()
})

test('a run makes as many anchors as it needs, each over a bounded range', async () => {
  const { deps, books, anchorOf, findings } = await createAnchoredBooks()
  for (let number = 1; number <= 5; number += 1) await books.topUp(`t${number}`, 100n)
  expect(await makeAnchors({ ...deps, limit: 2 })).toBe(3)
  const anchors = [await anchorOf(1), await anchorOf(2), await anchorOf(3)]
  expect(anchors.map(({ postings }) => postings)).toEqual([2, 2, 1])
  expect(anchors[2]!.owed).toEqual([{ unit: 'nzd.main', kind: 'wallet', amount: 500n }])
  expect(await findings()).toEqual([])
})

test('more postings, entries and accounts than one read are all covered', async () => {
  const { database, deps, books, anchorOf, findings } = await createAnchoredBooks()
  const accounts = Array.from({ length: 450 }, (_, place) => ({ id: `w${place}`, unit: 'nzd.main', kind: 'wallet', floor: 0n }))
  await database.db.transaction().execute((tx) => books.ledger.openAccounts(tx, accounts))
  for (const part of [0, 1, 2, 3]) {
    const groups = Array.from({ length: 1000 }, (_, place) =>
      books.groupOf(`p${part}-${place}`, [{ op: 'transfer', from: 'outside', to: `w${place % 450}`, amount: 1n }]),
    )
    await database.db.transaction().execute((tx) => books.ledger.postInTransaction(tx, groups))
  }
  await makeAnchors(deps)
  expect(await anchorOf(1)).toMatchObject({ postings: 4000, entries: 8000, owed: [{ unit: 'nzd.main', kind: 'wallet', amount: 4000n }] })
  expect(await findings()).toEqual([])

  const changed = [expect.stringMatching(/^anchor 1 .*: the books differ from what was anchored/)]
  for (const account of ['outside', 'w0', 'w449']) {
    for (const order of ['asc', 'desc']) {
      // Done twice, it is undone.
      const flip = `update ledger.entry set hash = set_byte(hash, 0, get_byte(hash, 0) # 255) where (account, version) =
        (select account, version from ledger.entry where account = (select no from ledger.account where id = '${account}') order by version ${order} limit 1)`
      const rewrite = () => database.owner.pool.query(`begin; set local session_replication_role = replica; ${flip}; commit`)
      await rewrite()
      expect([account, order, await findings()]).toEqual([account, order, changed])
      await rewrite()
    }
  }
  expect(await findings()).toEqual([])
})

test('after a crash between file and row, the next run publishes the file as it is', async () => {
  const { database, folder, deps, books, findings, rows } = await createAnchoredBooks()
  await books.topUp('a', 100n)
  await makeAnchors(deps)
  await books.topUp('b', 100n)
  await makeAnchors(deps)
  const [before, file] = [await rows(), await readFile(join(folder, anchorFileName(2)), 'utf8')]
  await sql`delete from book_anchor where number = 2`.execute(database.owner.db)
  await books.topUp('c', 100n)
  expect(await makeAnchors(deps)).toBe(1)
  expect((await rows()).slice(0, 2)).toEqual(before)
  expect(await readFile(join(folder, anchorFileName(2)), 'utf8')).toBe(file)
  expect(await findings()).toEqual([])
})

test('two workers at once make one anchor for a number', async () => {
  const { folder, deps, books, findings, rows } = await createAnchoredBooks()
  await books.topUp('a', 100n)
  await Promise.all([makeAnchors(deps), makeAnchors(deps), makeAnchors(deps)])
  const published = await rows()
  expect(published.length).toBeGreaterThan(0)
  expect((await readdir(folder)).toSorted()).toEqual(published.map(({ number }) => anchorFileName(Number(number))))
  expect(await findings()).toEqual([])
})

test('a file is never written over', async () => {
  const folder = await anchorFolder()
  expect(await writeAnchorFile(folder, 1, { statement: 'a\n', signature: 'AA==' })).toBe(true)
  expect(await writeAnchorFile(folder, 1, { statement: 'b\n', signature: 'AA==' })).toBe(false)
  expect(await readFile(join(folder, anchorFileName(1)), 'utf8')).toBe('a\nsignature AA==\n')
  expect(await readdir(folder)).toEqual([anchorFileName(1)])
})

test.each<[what: string, spoil: (books: Awaited<ReturnType<typeof createAnchoredBooks>>) => Promise<void>, message: string]>([
  [
    'the last file is missing',
    async ({ deps }) => {
      deps.folder = join(deps.folder, 'empty')
      await mkdir(deps.folder)
    },
    'the file of anchor 1 is missing',
  ],
  [
    'the last row was rewritten',
    async ({ database }) => void (await sql`update book_anchor set statement = replace(statement, 'entries 2', 'entries 4')`.execute(database.owner.db)),
    'the file of anchor 1 differs from its row',
  ],
  [
    'the next file is of other books',
    async (own) => {
      const other = await createAnchoredBooks()
      await other.books.topUp('x', 100n)
      await makeAnchors(other.deps)
      await makeAnchors(other.deps)
      await writeFile(join(own.folder, anchorFileName(2)), await readFile(join(other.folder, anchorFileName(2))))
    },
    'the file of anchor 2 is not ours',
  ],
  [
    'the next file is signed by a stranger',
    async ({ database, deps }) => {
      await makeAnchors({ ...deps, key: { id: 'development', privateKey: generateKeyPairSync('ed25519').privateKey } })
      await sql`delete from book_anchor where number = 2`.execute(database.owner.db)
    },
    'the file of anchor 2 is not ours',
  ],
  [
    'the books were rewritten after the next file',
    async ({ database, deps, books }) => {
      await books.topUp('b', 100n)
      await makeAnchors(deps)
      await sql`delete from book_anchor where number = 2`.execute(database.owner.db)
      await database.owner.pool.query(
        `begin; set local session_replication_role = replica; update ledger.posting set subject = 'x' where reference = 'b'; commit`,
      )
    },
    'the books differ from the file of anchor 2',
  ],
  [
    'the books were set back to an earlier day',
    async ({ database }) => void (await sql`alter sequence ledger.posting_batch restart with 1`.execute(database.owner.db)),
    'the books end at posting',
  ],
])('no anchor is made when %s', async (_, spoil, message) => {
  const own = await createAnchoredBooks()
  await own.books.topUp('a', 100n)
  await makeAnchors(own.deps)
  await spoil(own)
  await expect(makeAnchors(own.deps)).rejects.toThrow(AnchorConflict)
  await expect(makeAnchors(own.deps)).rejects.toThrow(message)
})

test('anchors of a key that was replaced stay valid', async () => {
  const { deps, books, anchorOf, findings } = await createAnchoredBooks()
  await makeAnchors(deps)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { kty, crv, x } = publicKey.export({ format: 'jwk' }) as { kty: 'OKP'; crv: 'Ed25519'; x: string }
  deps.key = { id: 'next', privateKey }
  deps.publicKeys = new Map([...deps.publicKeys, ...importPublicKeys({ keys: [{ kty, crv, x, kid: 'next' }] })])
  await books.topUp('a', 100n)
  await makeAnchors(deps)
  expect([(await anchorOf(1)).keyId, (await anchorOf(2)).keyId]).toEqual(['development', 'next'])
  expect(await findings()).toEqual([])
})

test('an operator is called when no anchor could be made for 30 minutes, until one is made', async () => {
  const wallClock = fakeClock('2026-11-18T00:00:00Z')
  const { database, deps } = await createAnchoredBooks({ wallClock })
  const jobs = { ...deps, log: silent }
  const exceptions = async () =>
    (await sql<{ kind: string; refs: object; open: boolean }>`select kind, refs, closed_at is null as open from operator_exception`.execute(database.owner.db))
      .rows
  await anchorBooks(jobs)
  const broken = { ...jobs, folder: join(deps.folder, 'missing') }
  wallClock.advance(30 * 60_000)
  await expect(anchorBooks(broken)).rejects.toThrow('the file of anchor 1 is missing')
  expect(await exceptions()).toEqual([])
  wallClock.advance(1)
  await expect(anchorBooks(broken)).rejects.toThrow('the file of anchor 1 is missing')
  expect(await exceptions()).toEqual([{ kind: 'books-not-anchored', refs: { reason: 'the file of anchor 1 is missing', lastAnchor: '1' }, open: true }])
  await anchorBooks(jobs)
  expect(await exceptions()).toMatchObject([{ open: false }])
})

test('the books are anchored every ten minutes, where there is a folder for it', async () => {
  const { deps } = await createAnchoredBooks()
  expect(bookAnchorJobs({ ...deps, log: silent }).cron).toEqual([{ task: 'anchor-books', at: '*/10 * * * *' }])
  expect(bookAnchorJobs({ ...deps, folder: '', log: silent })).toEqual({ tasks: {} })
})

test('the age of the newest anchor is measured', async () => {
  const wallClock = fakeClock('2026-11-18T00:00:00Z')
  const { deps } = await createAnchoredBooks({ wallClock })
  const metrics = createMetrics('test')
  measureAnchors(metrics, deps.db, wallClock)
  await makeAnchors(deps)
  wallClock.advance(90_000)
  expect(await metrics.registry.metrics()).toMatch(/^nikau_anchor_age_seconds\S* 90$/m)
})
