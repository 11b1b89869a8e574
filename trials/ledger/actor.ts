// A process of the concurrent trial: some of the eight actors of each history it is asked for.
import { createLedger, type Group, type Outcome } from '@nikau/ledger'
import { createGenerator, seeded } from '@nikau/ledger/histories'
import { isRetryable, Secret } from '@nikau/runtime'
import { log, patient } from './scratch.ts'

const [url = '', actors = ''] = process.argv.slice(2)
const database = patient(url)
const ledger = createLedger({ url: new Secret(url), name: 'actor', log, deadlineMs: 120_000 })

/** The plain door leaves trying again to its caller; here that is always the same call once more. */
async function plainDoor(group: Group): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      const [outcome] = await database.db.transaction().execute((tx) => ledger.postIn(tx, [group]))
      return outcome!
    } catch (error) {
      const code = (error as { code?: string }).code
      if (tries > 20 || (code !== '23505' && !isRetryable(error))) throw error
    }
  }
}

async function act(seed: number, actor: number): Promise<{ group: Group; outcome: Outcome }[]> {
  const prefix = `c${seed}:`
  const random = seeded(seed * 8 + actor)
  const next = createGenerator(prefix, String(actor), random, () => new Date(Date.now() - 19_700))
  const told: { group: Group; outcome: Outcome }[] = []
  for (let i = 0; i < 30; i++) {
    if (random() < 0.02) await database.db.transaction().execute((tx) => ledger.expireHolds(tx, 5))
    const group = next()
    told.push({ group, outcome: random() < 0.15 ? await plainDoor(group) : await ledger.post(group) })
  }
  return told
}

process.on('message', (message: { seed: number }) => {
  Promise.all(actors.split(',').map((actor) => act(message.seed, Number(actor)))).then(
    (told) => process.send!({ seed: message.seed, told: told.flat() }),
    (error: unknown) => process.send!({ seed: message.seed, error: String((error as Error).stack) }),
  )
})
process.on('disconnect', () => void ledger.close().then(() => database.close()))
