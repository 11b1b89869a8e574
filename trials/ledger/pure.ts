import { createGenerator, seeded } from '@nikau/ledger/histories'
import { postToModel } from '@nikau/ledger/model'
import { assert } from '../harness/assert.ts'
import { freshModel } from './sequential.ts'

/** The model alone must conserve money and post each group once, before anything is compared with it. */
export function pureHistories(options: { histories: number; seed: number }): string {
  const start = new Date('2026-11-16T00:00:00Z')
  for (let history = 0; history < options.histories; history++) {
    const seed = options.seed + history
    const random = seeded(seed)
    let now = start
    const model = freshModel('', start)
    const next = createGenerator('', 'a', random, () => now)
    for (let i = 0; i < 30; i++) {
      now = new Date(now.getTime() + Math.floor(random() * 2000))
      const group = next()
      const first = postToModel(model, group, now)
      if (first.outcome === 'accepted') assert(postToModel(model, group, now).outcome === 'replay', `seed ${seed}: a group was posted twice`)
    }
    const totals = new Map<string, bigint>()
    for (const account of model.accounts.values()) {
      if (!account.counter) totals.set(account.unit, (totals.get(account.unit) ?? 0n) + account.balance)
      assert(account.ceiling === undefined || account.balance + account.heldIn <= account.ceiling, `seed ${seed}: over a ceiling`)
    }
    assert(
      [...totals.values()].every((total) => total === 0n),
      `seed ${seed}: money is not conserved`,
    )
  }
  return `${options.histories} histories of 30 commands in the model alone, seeds ${options.seed}..${options.seed + options.histories - 1}: money conserved, each group once`
}
