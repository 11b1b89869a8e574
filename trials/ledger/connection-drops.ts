import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { balance, createLedger, effect, type EffectKind } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { sql } from 'kysely'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

/**
 * A proxy that, when armed, drops the answer to a commit: it waits until PostgreSQL reports the commit, and closes both connections
 * instead of passing the report on. An implicit commit is reported with the completion of its rows.
 */
async function startProxy(port: number) {
  let armed = false
  let drops = 0
  const server = createServer((client: Socket) => {
    const upstream = connect(port, '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on('error', end).on('close', end)
    upstream.on('error', end).on('close', end)
    client.on('data', (chunk) => void upstream.write(chunk))
    let tail = ''
    upstream.on('data', (chunk) => {
      tail = (tail + chunk.toString('latin1')).slice(-4096)
      // 'Z', length 5, state 'I': idle, outside any transaction, sent after the commit is durable.
      if (armed && /C[\0-\xff]{4}(COMMIT|SELECT \d+)\0/.test(tail) && tail.endsWith('Z\0\0\0\x05I')) {
        armed = false
        drops++
        end()
        return
      }
      client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, arm: () => void (armed = true), drops: () => drops, stop: () => server.close() }
}

const noteEffect: EffectKind<string> = {
  name: 'drop-note',
  statement:
    'insert into drop_note (reference) select n.reference from unnest($1::int[], $2::text[]) as n (place, reference) join ledger.posted() p using (place)',
  row: (reference) => [reference],
}

/** The answer to COMMIT never arrives; each posting must be resolved by its reference. */
export async function dropCommitAnswers(scratch: Scratch, count: number): Promise<string> {
  const { db } = scratch.database
  const proxy = await startProxy(scratch.port)
  const url = new URL(scratch.url)
  url.port = String(proxy.port)
  const ledger = createLedger({ url: new Secret(url.href), name: 'drop', log, deadlineMs: 30_000, lanes: 1 })
  await sql`create table drop_note (reference text not null)`.execute(db)
  await db.transaction().execute((tx) =>
    ledger.openAccounts(
      tx,
      ['drop:bank', 'drop:shop'].map((id) => ({ id, unit: 'nzd.test', kind: 'clearing' })),
    ),
  )
  const outcomes: Record<string, number> = {}
  for (let i = 0; i < count; i++) {
    const reference = `drop:${i}`
    // Every other posting has an effect, which makes the commit explicit. The connection is opened first, so that only the commit is dropped.
    await ledger.postBatched({
      reference: `${reference}:before`,
      kind: 'drop',
      subject: '',
      operations: [{ op: 'transfer', from: 'drop:bank', to: 'drop:shop', amount: 1n }],
    })
    proxy.arm()
    const outcome = await ledger.postBatched(
      { reference, kind: 'drop', subject: '', operations: [{ op: 'transfer', from: 'drop:bank', to: 'drop:shop', amount: 1n }] },
      i % 2 === 0 ? [] : [effect(noteEffect, reference)],
    )
    outcomes[outcome.outcome] = (outcomes[outcome.outcome] ?? 0) + 1
  }
  await ledger.close()
  proxy.stop()
  assert(proxy.drops() === count, `${proxy.drops()} connections dropped, expected ${count}`)
  assert(outcomes.replay === count, `not all were resolved by reference: ${JSON.stringify(outcomes)}`)
  assert((await balance(db, 'drop:shop'))!.posted === BigInt(2 * count), 'a posting was lost or doubled')
  const { rows } = await sql<{ notes: bigint }>`select count(*) as notes from drop_note`.execute(db)
  assert(rows[0]!.notes === BigInt(count >> 1), 'an effect was lost or doubled')
  await assertInvariants(scratch)
  return `the answer to COMMIT dropped ${count} times: ${outcomes.replay} resolved by reference, 0 lost, 0 doubled, effects once`
}
