import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { excessOf, insertResolutions } from '../../bank-files/index.ts'
import { act } from '../act.ts'
import { closeDifferences, differenceIds, differencesOf } from '../differences.ts'

/** Differences that explain one another: a line that came a day late, one that was shown twice and the sum of that day. Posts nothing. */
export const matchDifferencesAct = act({
  content: z.strictObject({ differences: differenceIds.min(1) }),
  async plan(tx, _deps, { differences: ids }, context) {
    const differences = await differencesOf(tx, ids, context)
    if (differences instanceof Refusal) return differences
    const excess = excessOf(differences)
    if (excess !== 0n) return refuse('DIFFERENCES_DO_NOT_MATCH', { excess: String(excess) })
    const amount = excessOf(differences.filter((difference) => difference.excess > 0n))
    const subject = `differences:${differences.map(({ exceptionId }) => exceptionId).join('+')}`
    return { subject, money: { unit: 'nzd.main', amount, debit: subject }, madeFor: { amount: String(amount) } }
  },
  async perform(tx, _deps, { differences: ids }, context) {
    const differences = await differencesOf(tx, ids, context)
    if (differences instanceof Refusal) return differences
    await insertResolutions(tx, differences, context)
    await closeDifferences(tx, differences, context)
    return {}
  },
})
