import { violations } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { saveCheck, selectBroken } from './store-books.ts'

/** Computes every invariant of the books and keeps the names of those that are broken; one that is broken alarms. */
export async function checkBooks({ db, clock }: { db: Db; clock: Clock }): Promise<string[]> {
  const broken = [...new Set((await violations(db)).map(({ invariant }) => invariant))].toSorted()
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await saveCheck(tx, broken, at)
    if (broken.length === 0) await closeException(tx, { kind: 'books-broken', ref: 'invariants', at })
    else await raiseRecurring(tx, { kind: 'books-broken', ref: 'invariants', refs: { invariants: broken.join(', ') }, at })
  })
  return broken
}

/** As of the last check. What is only late stops nothing: sending its money may be what mends it. */
export async function areBooksBroken(db: Db): Promise<boolean> {
  return (await selectBroken(db)).some((invariant) => !invariant.endsWith('_in_time'))
}
