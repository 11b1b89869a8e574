import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import { raiseException } from '../exceptions/index.ts'
import { countUnexplainedReveals } from './store-customers.ts'

interface Deps {
  db: Db
  clock: Clock
}

/** Compliance reads that an operator wanted to see more people than one may: once a day for each operator. */
export async function tellRevealLimit({ db, clock }: Deps, operator: string): Promise<void> {
  const at = clock.now()
  await raiseException(db, { kind: 'reveal-limit', ref: `${operator} ${calendarDate(at)}`, refs: { operator }, at })
}

/** The day after, compliance reads how many reveals named nothing that was open here. Runs safely twice. */
export async function listReveals({ db, clock }: Deps): Promise<void> {
  const at = clock.now()
  const day = addDays(calendarDate(at), -1)
  const count = await countUnexplainedReveals(db, { from: instantAt(day, 0), until: instantAt(addDays(day, 1), 0) })
  if (count > 0) await raiseException(db, { kind: 'reveals-to-review', ref: day, refs: { reveals: String(count) }, at })
}
