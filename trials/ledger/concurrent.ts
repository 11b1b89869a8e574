import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createLedger, type Group, type Outcome } from '@nikau/ledger'
import { historyAccounts, historyFunding } from '@nikau/ledger/histories'
import { postToModel } from '@nikau/ledger/model'
import { Secret, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'
import { freshModel, assertSameBalances } from './sequential.ts'

interface PostedGroup {
  group: Group
  outcome: Outcome
}
const actorsOfProcess = [
  [0, 3, 6],
  [1, 4, 7],
  [2, 5],
]

/**
 * Eight actors in three processes post to the same few accounts at once, batched and in transactions. Afterwards the accepted groups
 * are replayed through the model in the order of (time, id), which is the lock order: each must be accepted there too, and the
 * balances must match. This proves that one serial order explains the result.
 */
export async function concurrentHistories(scratch: Scratch, options: { histories: number; seed: number; atOnce: number }): Promise<string> {
  const { db } = scratch.database
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'trial', log, deadlineMs: 120_000 })
  const children = actorsOfProcess.map((actors) => startActors(scratch.url, actors))
  const counts: Record<string, number> = {}
  let next = 0

  async function runHistory(seed: number): Promise<void> {
    const prefix = `c${seed}:`
    // Some accounts close while the actors post.
    const closesAt = new Date(Date.now() + 100 + (seed % 7) * 100)
    const accounts = historyAccounts(prefix, closesAt).map((account) => (account.closesAt ? { ...account, closesAt } : account))
    await db.transaction().execute(async (tx) => {
      await ledger.openAccounts(tx, accounts)
      await ledger.postInTransaction(tx, [historyFunding(prefix)])
    })
    const answers = (await Promise.all(children.map((child) => runActors(child, seed)))).flat()
    for (const { outcome } of answers) {
      const key = outcome.outcome === 'refused' ? outcome.code : outcome.outcome
      counts[key] = (counts[key] ?? 0) + 1
    }
    // One snapshot, because an actor of another history may expire a hold of this one at any time.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => explain(tx, prefix, answers, accounts))
  }

  async function explain(tx: Tx, prefix: string, answers: PostedGroup[], accounts: ReturnType<typeof historyAccounts>): Promise<void> {
    const { rows } = await sql<{ reference: string; at: Date }>`
      select reference, at from ledger.posting
       where (reference >= ${prefix} and reference < ${`${prefix}~`}) or (reference >= ${`expire:${prefix}`} and reference < ${`expire:${prefix}~`}) order by at, id`.execute(
      tx,
    )
    const accepted = new Map(answers.filter(({ outcome }) => outcome.outcome === 'accepted').map(({ group }) => [group.reference, group]))
    const model = freshModel(prefix, new Date(0))
    for (const account of accounts) if (account.closesAt) model.accounts.get(account.id)!.closesAt = account.closesAt
    const known = new Set<string>()
    for (const row of rows) {
      assert(!known.has(row.reference), `${prefix} ${row.reference} was posted twice`)
      known.add(row.reference)
      if (row.reference === `${prefix}fund`) continue
      const expiry: Group | undefined = row.reference.startsWith('expire:')
        ? { reference: row.reference, kind: 'hold.expired', subject: '', operations: [{ op: 'release', hold: row.reference.slice('expire:'.length) }] }
        : undefined
      const group = accepted.get(row.reference) ?? expiry
      assert(group !== undefined, `${prefix} ${row.reference} is in the ledger but no actor was told`)
      const outcome = postToModel(model, group, row.at)
      assert(outcome.outcome === 'accepted', `${prefix} ${row.reference} was accepted, but in lock order the model says ${JSON.stringify(outcome)}`)
    }
    for (const reference of accepted.keys()) assert(known.has(reference), `${prefix} ${reference} was acknowledged and is not in the ledger`)
    await assertSameBalances(tx, model, prefix)
  }

  async function worker(): Promise<void> {
    while (next < options.histories) {
      const history = next++
      await runHistory(options.seed + history)
      if (history % 500 === 499) await assertInvariants(scratch)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.atOnce }, worker))
    await assertInvariants(scratch)
  } finally {
    for (const child of children) child.disconnect()
    await Promise.all(children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit')))
    await ledger.close()
  }
  return `${options.histories} histories of 8 actors x 30 commands in 3 processes, seeds ${options.seed}..${options.seed + options.histories - 1}, each explained by one order: ${JSON.stringify(counts)}`
}

function startActors(url: string, actors: number[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'actor.ts'), [url, actors.join(',')], { serialization: 'advanced' })
  child.setMaxListeners(50)
  return child
}

function runActors(child: ChildProcess, seed: number): Promise<PostedGroup[]> {
  return new Promise((resolve, reject) => {
    const done = (message: { seed: number; answers?: PostedGroup[]; error?: string }) => {
      if (message.seed !== seed) return
      child.off('message', done)
      child.off('exit', onExit)
      if (message.answers) resolve(message.answers)
      else reject(new Error(`seed ${seed}: ${message.error}`))
    }
    const onExit = () => reject(new Error('an actor process ended'))
    child.on('message', done)
    child.on('exit', onExit)
    child.send({ seed })
  })
}
