import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { balance, createLedger, effect, type EffectKind } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { sql } from 'kysely'
import { booksInOrder, demand, log, type Scratch } from './scratch.ts'

/**
 * A proxy that, when armed, lets everything through but the answer to a commit: it waits until PostgreSQL says that it has
 * committed, and cuts both connections instead of passing that on. An implicit commit is answered with the rows' own completion.
 */
async function startProxy(port: number) {
  let armed = false
  let cuts = 0
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
      // 'Z', length 5, state 'I': idle, outside of any transaction, which comes after the commit is durable.
      if (armed && /C[\0-\xff]{4}(COMMIT|SELECT \d+)\0/.test(tail) && tail.endsWith('Z\0\0\0\x05I')) {
        armed = false
        cuts++
        end()
        return
      }
      client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, arm: () => void (armed = true), cuts: () => cuts, stop: () => server.close() }
}

const noted: EffectKind<string> = {
  name: 'cut-note',
  statement:
    'insert into cut_note (reference) select n.reference from unnest($1::int[], $2::text[]) as n (place, reference) join ledger.posted() p using (place)',
  row: (reference) => [reference],
}

/** The answer to COMMIT never arrives, time after time; each posting is resolved by its reference. */
export async function cutCommits(scratch: Scratch, cuts: number): Promise<string> {
  const { db } = scratch.database
  const proxy = await startProxy(scratch.port)
  const url = new URL(scratch.url)
  url.port = String(proxy.port)
  const ledger = createLedger({ url: new Secret(url.href), name: 'cut', log, deadlineMs: 30_000, lanes: 1 })
  await sql`create table cut_note (reference text not null)`.execute(db)
  await db.transaction().execute((tx) =>
    ledger.openAccounts(
      tx,
      ['cut:bank', 'cut:shop'].map((id) => ({ id, unit: 'nzd.test', kind: 'clearing' })),
    ),
  )
  const outcomes: Record<string, number> = {}
  for (let i = 0; i < cuts; i++) {
    const reference = `cut:${i}`
    // Every other one with an effect, which makes the commit explicit. The connection is made before, so that only the commit is cut.
    await ledger.post({
      reference: `${reference}:before`,
      kind: 'cut',
      subject: '',
      operations: [{ op: 'transfer', from: 'cut:bank', to: 'cut:shop', amount: 1n }],
    })
    proxy.arm()
    const outcome = await ledger.post(
      { reference, kind: 'cut', subject: '', operations: [{ op: 'transfer', from: 'cut:bank', to: 'cut:shop', amount: 1n }] },
      i % 2 === 0 ? [] : [effect(noted, reference)],
    )
    outcomes[outcome.outcome] = (outcomes[outcome.outcome] ?? 0) + 1
  }
  await ledger.close()
  proxy.stop()
  demand(proxy.cuts() === cuts, `${proxy.cuts()} cuts for ${cuts}`)
  demand(outcomes.replay === cuts, `not all were resolved by reference: ${JSON.stringify(outcomes)}`)
  demand((await balance(db, 'cut:shop'))!.posted === BigInt(2 * cuts), 'a posting was lost or doubled')
  const { rows } = await sql<{ notes: bigint }>`select count(*) as notes from cut_note`.execute(db)
  demand(rows[0]!.notes === BigInt(cuts >> 1), 'an effect was lost or doubled')
  await booksInOrder(scratch)
  return `the answer to COMMIT cut ${cuts} times: ${outcomes.replay} resolved by reference, 0 lost, 0 doubled, effects once`
}
