import type { Clock, Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import {
  type BookCheck,
  type BrokenInvariant,
  countEntries,
  countViolations,
  saveCheck,
  selectBroken,
  selectFound,
  selectInvariants,
  tryLockCheck,
} from './store-books.ts'
import { savePosition, selectPosition } from './store-position.ts'

export interface CheckDeps {
  /** For long reads, where there is one: with ten million entries the check takes minutes. */
  longReads?: Db
  db: Db
  clock: Clock
}

/** Computes every invariant of the books and keeps those that are broken, with since when; one that is broken alarms. */
export async function checkBooks({ db, longReads = db, clock }: CheckDeps): Promise<string[]> {
  const before = await selectFound(db)
  const at = clock.now()
  const isolated = longReads.transaction().setIsolationLevel('repeatable read')
  const check = await isolated.execute(async (tx): Promise<BookCheck | undefined> => {
    // Two checks at once would only take twice as long.
    if (!(await tryLockCheck(tx))) return undefined
    const invariants = await selectInvariants(tx)
    const found: BrokenInvariant[] = []
    for (const invariant of invariants) {
      const rows = await countViolations(tx, invariant)
      const since = before.find((one) => one.invariant === invariant.name)?.since ?? at.toISOString()
      if (rows > 0) found.push({ invariant: invariant.name, says: invariant.says, rows, since })
    }
    return { broken: found.map(({ invariant }) => invariant), invariants: invariants.length, found, ...(await countEntries(tx)), at }
  })
  if (!check) return await selectBroken(db)
  await inTransaction(db, async (tx) => {
    await saveCheck(tx, check)
    if (check.broken.length === 0) await closeException(tx, { kind: 'books-broken', ref: 'invariants', at })
    else await raiseRecurring(tx, { kind: 'books-broken', ref: 'invariants', refs: { invariants: check.broken.join(', ') }, at })
  })
  return [...check.broken]
}

/** Keeps the sums of the books, the bank position and the clearing accounts, all of one moment. */
export async function readPosition({ db, longReads = db, clock }: CheckDeps): Promise<void> {
  const at = clock.now()
  await inTransaction(longReads, async (tx) => await savePosition(tx, await selectPosition(tx), at))
}

/** As of the last check. What is only late stops nothing: sending its money may be what mends it. */
export async function areBooksBroken(db: Db): Promise<boolean> {
  return (await selectBroken(db)).some((invariant) => !invariant.endsWith('_in_time'))
}
