import { createPublicKey, verify } from 'node:crypto'
import { anchorStatement } from '@nikau/contract/proof'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { makeAnchors } from './anchor.ts'
import { anchorDeps, anchorFolder, createBooks } from './fixtures.ts'
import { hashOf } from './keys.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-18T00:00:00Z')
const api = await runningApi(database, { clock })
const deps = anchorDeps(database, await anchorFolder(), clock)

test('anyone reads the latest anchor, checks its signature, and pages back to the first [MON-15]', async () => {
  expect((await api.get('/api/proof')).body).toEqual({ keys: [expect.objectContaining({ id: 'development' })] })

  const books = await createBooks(database)
  await books.topUp('a', 12_345n)
  for (let number = 1; number <= 60; number += 1) await makeAnchors(deps)
  clock.advance(10_000)
  const { status, body, headers } = await api.get('/api/proof')
  expect(status).toBe(200)
  expect(body.latest).toMatchObject({ number: 60, madeAt: '2026-11-18T00:00:00.000Z', owed: [{ unit: 'nzd.main', kind: 'wallet', amount: '12345' }] })
  const key = createPublicKey(body.keys.find((one: { id: string }) => one.id === body.latest.keyId).publicKey)
  expect(verify(null, Buffer.from(body.latest.statement), key, Buffer.from(body.latest.signature, 'base64'))).toBe(true)
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect((await api.get('/api/proof', { 'if-none-match': String(headers.etag) })).status).toBe(304)

  const first = (await api.get('/api/proof/anchors')).body
  const second = (await api.get(`/api/proof/anchors?pageKey=${first.nextPageKey}`)).body
  const anchors = [...first.items, ...second.items]
  expect(anchors.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, place) => 60 - place))
  expect(second.nextPageKey).toBeUndefined()
  for (const [place, anchor] of anchors.entries()) {
    const fields = { ...anchor, madeAt: new Date(anchor.madeAt), owed: anchor.owed.map((one: { amount: string }) => ({ ...one, amount: BigInt(one.amount) })) }
    expect(anchorStatement(fields)).toBe(anchor.statement)
    expect(hashOf(anchor.statement)).toBe(anchor.hash)
    expect(anchor.previous).toBe(anchors[place + 1]?.hash ?? '0'.repeat(64))
  }
})

test('the latest anchor is read from the database once in ten seconds for all callers', async () => {
  await makeAnchors(deps)
  clock.advance(10_000)
  const { latest } = (await api.get('/api/proof')).body
  await makeAnchors(deps)
  clock.advance(9_999)
  expect((await api.get('/api/proof')).body.latest).toEqual(latest)
  clock.advance(1)
  expect((await api.get('/api/proof')).body.latest.number).toBe(latest.number + 1)
})

test('no process but the worker writes anchors, and none changes or deletes them [MON-15]', async () => {
  for (const role of ['nikau_api', 'nikau_worker', 'nikau_identity', 'nikau_desk', 'nikau_read_only'] as const) {
    const { rows } = await sql<Record<string, boolean>>`
      select has_table_privilege(${role}, 'book_anchor', 'insert') as insert, has_table_privilege(${role}, 'book_anchor', 'update') as update,
             has_table_privilege(${role}, 'book_anchor', 'delete') as delete`.execute(database.owner.db)
    expect([role, rows[0]]).toEqual([role, { insert: role === 'nikau_worker', update: false, delete: false }])
  }
})
