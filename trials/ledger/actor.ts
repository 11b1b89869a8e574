// A process of the concurrent trial: runs some of the eight actors of each history.
import { AccountLocked, createLedger, type Group, type Outcome } from '@nikau/ledger'
import { createGenerator, seeded } from '@nikau/ledger/histories'
import { isRetryable, Secret } from '@nikau/runtime'
import { log, openPatientDatabase } from '../harness/postgres.ts'

const [url = '', actors = ''] = process.argv.slice(2)
const database = openPatientDatabase(url)
const ledger = createLedger({ url: new Secret(url), name: 'actor', log, deadlineMs: 120_000 })

/** `postInTransaction` leaves retries to its caller. */
async function postWithRetry(group: Group): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [outcome] = await database.db.transaction().execute((tx) => ledger.postInTransaction(tx, [group]))
      return outcome!
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt > 20 || (code !== '23505' && !isRetryable(error))) throw error
    }
  }
}

/** On a slow machine an account can stay locked for longer than a batch waits. Nothing of the group was posted then, and callers ask again. */
async function postBatched(group: Group): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ledger.postBatched(group)
    } catch (error) {
      if (attempt > 20 || !(error instanceof AccountLocked)) throw error
    }
  }
}

async function act(seed: number, actor: number): Promise<{ group: Group; outcome: Outcome }[]> {
  const prefix = `c${seed}:`
  const random = seeded(seed * 8 + actor)
  const next = createGenerator(prefix, String(actor), random, () => new Date(Date.now() - 19_700))
  const answers: { group: Group; outcome: Outcome }[] = []
  for (let i = 0; i < 30; i++) {
    if (random() < 0.02) await database.db.transaction().execute((tx) => ledger.expireHolds(tx, 5))
    const group = next()
    answers.push({ group, outcome: random() < 0.15 ? await postWithRetry(group) : await postBatched(group) })
  }
  return answers
}

process.on('message', (message: { seed: number }) => {
  Promise.all(actors.split(',').map((actor) => act(message.seed, Number(actor)))).then(
    (answers) => process.send!({ seed: message.seed, answers: answers.flat() }),
    (error: unknown) => process.send!({ seed: message.seed, error: String((error as Error).stack) }),
  )
})
process.on('disconnect', () => void ledger.close().then(() => database.close()))
