import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { balances, createLedger, type Group, type Outcome } from '@nikau/ledger'
import { seeded } from '@nikau/ledger/histories'
import { Secret } from '@nikau/runtime'
import { sql } from 'kysely'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

const wallets = 50

interface Work {
  groups: Group[]
  expected: Map<string, bigint>
}

async function prepare(scratch: Scratch, name: string, postings: number): Promise<Work> {
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'trial', log })
  const ids = Array.from({ length: wallets }, (_, i) => `${name}:w${i}`)
  await scratch.database.db.transaction().execute(async (tx) => {
    await ledger.openAccounts(tx, [
      { id: `${name}:bank`, unit: 'nzd.test', kind: 'clearing' },
      ...ids.map((id) => ({ id, unit: 'nzd.test', kind: 'wallet', floor: 0n })),
    ])
    await ledger.postInTransaction(
      tx,
      ids.map((id) => ({
        reference: `${id}:fund`,
        kind: 'fund',
        subject: '',
        operations: [{ op: 'transfer' as const, from: `${name}:bank`, to: id, amount: 10_000_000n }],
      })),
    )
  })
  await ledger.close()
  const random = seeded(postings)
  const expected = new Map(ids.map((id) => [id, 10_000_000n]))
  const groups = Array.from({ length: postings }, (_, i): Group => {
    const from = `${name}:w${Math.floor(random() * wallets)}`
    const to = random() < 0.5 || from === `${name}:w0` ? `${name}:w${wallets - 1 - Math.floor((random() * wallets) / 2)}` : `${name}:w0`
    const amount = BigInt(1 + Math.floor(random() * 100))
    if (from === to) return { reference: `${name}:${i}`, kind: 'pay', subject: '', operations: [{ op: 'transfer', from: `${name}:bank`, to, amount }] }
    return { reference: `${name}:${i}`, kind: 'pay', subject: '', operations: [{ op: 'transfer', from, to, amount }] }
  })
  for (const group of groups) {
    for (const operation of group.operations) {
      if (operation.op !== 'transfer') continue
      const { from, to, amount } = operation
      if (expected.has(from)) expected.set(from, expected.get(from)! - amount)
      expected.set(to, expected.get(to)! + amount)
    }
  }
  return { groups, expected }
}

/**
 * Feeds groups to posting processes, 32 at a time. Groups without an answer when a process dies go to its successor under the same
 * reference. An acknowledgement counts from the moment it reaches this process.
 */
function createPosting(url: string, groups: Group[], processes: number) {
  const waiting = [...groups]
  const acknowledged = new Map<string, string>()
  const posters: Poster[] = []
  let failure: string | undefined
  let finished = () => {}
  const done = new Promise<void>((resolve) => (finished = resolve))

  function start(place: number): void {
    const child = fork(join(import.meta.dirname, 'poster.ts'), [url], { serialization: 'advanced' })
    const poster: Poster = { child, inFlight: new Map(), answered: 0 }
    posters[place] = poster
    child.on('message', (message: { reference: string; outcome?: Outcome; error?: string }) => {
      if (!poster.inFlight.delete(message.reference)) return
      poster.answered++
      if (message.error) failure ??= `${message.reference}: ${message.error}`
      acknowledged.set(message.reference, message.outcome?.outcome ?? 'failed')
      if (acknowledged.size === groups.length) finished()
      feed(poster)
    })
    child.on('error', () => {}) // a message to a process that was just killed
    feed(poster)
  }
  function feed(poster: Poster): void {
    while (poster.inFlight.size < 32 && poster.child.connected) {
      const group = waiting.pop()
      if (!group) return
      poster.inFlight.set(group.reference, group)
      poster.child.send(group)
    }
  }
  async function kill(place: number): Promise<void> {
    const poster = posters[place]!
    const exited = once(poster.child, 'exit')
    poster.child.kill('SIGKILL')
    await exited
    waiting.push(...poster.inFlight.values())
    poster.inFlight.clear()
    start(place)
  }
  for (let place = 0; place < processes; place++) start(place)
  /** Killing a process that has not posted yet would prove nothing. */
  const hasPosted = (place: number) => posters[place]!.answered > 0
  return {
    acknowledged,
    done,
    kill,
    hasPosted,
    failure: () => failure,
    stop: () => posters.forEach((poster) => poster.child.connected && poster.child.disconnect()),
  }
}

interface Poster {
  child: ChildProcess
  inFlight: Map<string, Group>
  answered: number
}

async function assertPosted(scratch: Scratch, name: string, work: Work, acknowledged: Map<string, string>): Promise<void> {
  const { rows } = await sql<{ reference: string }>`select reference from ledger.posting where kind = 'pay' and reference like ${`${name}:%`}`.execute(
    scratch.database.db,
  )
  const posted = new Set(rows.map((row) => row.reference))
  const lost = [...acknowledged.keys()].filter((reference) => !posted.has(reference))
  assert(lost.length === 0, `${lost.length} acknowledged postings are lost: ${lost.slice(0, 5).join(', ')}`)
  assert(rows.length === work.groups.length, `${rows.length} postings for ${work.groups.length} groups`)
  assert(
    [...acknowledged.values()].every((outcome) => outcome !== 'refused'),
    'a posting was refused',
  )
  for (const account of await balances(scratch.database.db, [...work.expected.keys()])) {
    assert(account.posted === work.expected.get(account.id), `${account.id} has ${account.posted}, expected ${work.expected.get(account.id)}`)
  }
  await assertInvariants(scratch)
}

/** Two processes post; each second one of them, in turn, is killed with -9, until all groups are posted. */
export async function killPosters(scratch: Scratch, postings: number): Promise<string> {
  const work = await prepare(scratch, 'kp', postings)
  const posting = createPosting(scratch.url, work.groups, 2)
  let kills = 0
  let killing = Promise.resolve()
  const timer = setInterval(() => {
    const place = (kills + 1) % 2
    if (!posting.hasPosted(place)) return
    kills++
    killing = posting.kill(place)
  }, 1000)
  await posting.done
  clearInterval(timer)
  await killing
  posting.stop()
  assert(posting.failure() === undefined, posting.failure() ?? '')
  await assertPosted(scratch, 'kp', work, posting.acknowledged)
  const replays = [...posting.acknowledged.values()].filter((outcome) => outcome === 'replay').length
  return `${postings} postings, posting process killed -9 ${kills} times: 0 acknowledged lost, 0 doubled, money conserved (${replays} were committed before the kill and recognised by reference)`
}

/** PostgreSQL itself is killed with -9, all processes at once, and started again. */
export async function killPostgres(scratch: Scratch, options: { postings: number; kills: number }): Promise<string> {
  const work = await prepare(scratch, 'kd', options.postings)
  const posting = createPosting(scratch.url, work.groups, 2)
  let longest = 0
  for (let kill = 1; kill <= options.kills; kill++) {
    const due = (options.postings * kill) / (options.kills + 1)
    while (posting.acknowledged.size < due && posting.failure() === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
    const at = performance.now()
    const had = posting.acknowledged.size
    await scratch.crash()
    while (posting.acknowledged.size <= had + 64 && posting.failure() === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
    longest = Math.max(longest, performance.now() - at)
  }
  await posting.done
  posting.stop()
  assert(posting.failure() === undefined, posting.failure() ?? '')
  await assertPosted(scratch, 'kd', work, posting.acknowledged)
  const replays = [...posting.acknowledged.values()].filter((outcome) => outcome === 'replay').length
  return `${options.postings} postings, PostgreSQL killed -9 ${options.kills} times: 0 acknowledged lost, 0 doubled, money conserved, longest gap ${(longest / 1000).toFixed(1)} s (${replays} resolved by reference)`
}
