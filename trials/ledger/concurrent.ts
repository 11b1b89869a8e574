import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createLedger, type Group, type Outcome } from '@nikau/ledger'
import { accountsOf, fundingOf } from '@nikau/ledger/histories'
import { postToModel } from '@nikau/ledger/model'
import { Secret, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { booksInOrder, demand, log, type Scratch } from './scratch.ts'
import { freshModel, sameBalances } from './sequential.ts'

export interface Told {
  group: Group
  outcome: Outcome
}
const actorsOfProcess = [
  [0, 3, 6],
  [1, 4, 7],
  [2, 5],
]

/**
 * Eight actors in three processes, through both doors, on the same few accounts at once. Afterwards the accepted groups are put in
 * the order of (time, id), which is the order of the locks, and run through the model: each must be accepted there too, and the
 * accounts must stand as the model's. That is a proof of one order that explains what happened.
 */
export async function concurrentHistories(scratch: Scratch, options: { histories: number; seed: number; atOnce: number }): Promise<string> {
  const { db } = scratch.database
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'trial', log, deadlineMs: 120_000 })
  const children = actorsOfProcess.map((actors) => startActors(scratch.url, actors))
  const counts: Record<string, number> = {}
  let next = 0

  async function oneHistory(seed: number): Promise<void> {
    const prefix = `c${seed}:`
    // Some accounts close while the actors are at work.
    const closesAt = new Date(Date.now() + 100 + (seed % 7) * 100)
    const accounts = accountsOf(prefix, closesAt).map((account) => (account.closesAt ? { ...account, closesAt } : account))
    await db.transaction().execute(async (tx) => {
      await ledger.openAccounts(tx, accounts)
      await ledger.postIn(tx, [fundingOf(prefix)])
    })
    const answers = (await Promise.all(children.map((child) => ask(child, seed)))).flat()
    for (const { outcome } of answers) {
      const key = outcome.outcome === 'refused' ? outcome.code : outcome.outcome
      counts[key] = (counts[key] ?? 0) + 1
    }
    // One snapshot, because an actor of another history may sweep an expired hold of this one at any time.
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => explain(tx, prefix, answers, accounts))
  }

  async function explain(tx: Tx, prefix: string, answers: Told[], accounts: ReturnType<typeof accountsOf>): Promise<void> {
    const { rows } = await sql<{ reference: string; at: Date }>`
      select reference, at from ledger.posting
       where (reference >= ${prefix} and reference < ${`${prefix}~`}) or (reference >= ${`expire:${prefix}`} and reference < ${`expire:${prefix}~`}) order by at, id`.execute(
      tx,
    )
    const accepted = new Map(answers.filter((one) => one.outcome.outcome === 'accepted').map((one) => [one.group.reference, one.group]))
    const model = freshModel(prefix, new Date(0))
    for (const account of accounts) if (account.closesAt) model.accounts.get(account.id)!.closesAt = account.closesAt
    const known = new Set<string>()
    for (const row of rows) {
      demand(!known.has(row.reference), `${prefix} ${row.reference} was posted twice`)
      known.add(row.reference)
      if (row.reference === `${prefix}fund`) continue
      const swept: Group | undefined = row.reference.startsWith('expire:')
        ? { reference: row.reference, kind: 'hold.expired', subject: '', operations: [{ op: 'release', hold: row.reference.slice('expire:'.length) }] }
        : undefined
      const group = accepted.get(row.reference) ?? swept
      demand(group !== undefined, `${prefix} ${row.reference} is in the books but no actor was told so`)
      const outcome = postToModel(model, group, row.at)
      demand(outcome.outcome === 'accepted', `${prefix} ${row.reference} was accepted, but in the order of the locks the model says ${JSON.stringify(outcome)}`)
    }
    for (const reference of accepted.keys()) demand(known.has(reference), `${prefix} ${reference} was acknowledged and is not in the books`)
    await sameBalances(tx, model, prefix)
  }

  async function worker(): Promise<void> {
    while (next < options.histories) {
      const history = next++
      await oneHistory(options.seed + history)
      if (history % 500 === 499) await booksInOrder(scratch)
    }
  }
  try {
    await Promise.all(Array.from({ length: options.atOnce }, worker))
    await booksInOrder(scratch)
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

function ask(child: ChildProcess, seed: number): Promise<Told[]> {
  return new Promise((resolve, reject) => {
    const done = (message: { seed: number; told?: Told[]; error?: string }) => {
      if (message.seed !== seed) return
      child.off('message', done)
      child.off('exit', left)
      if (message.told) resolve(message.told)
      else reject(new Error(`seed ${seed}: ${message.error}`))
    }
    const left = () => reject(new Error('an actor process ended'))
    child.on('message', done)
    child.on('exit', left)
    child.send({ seed })
  })
}
