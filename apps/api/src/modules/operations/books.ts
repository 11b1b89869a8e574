import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { selectStop, stopByName } from '../controls/index.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import {
  type BookCheck,
  type BrokenInvariant,
  countEntries,
  countViolations,
  countViolationsWithin,
  saveCheck,
  selectBroken,
  selectFound,
  selectInvariants,
  selectLastCheck,
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
    await stopWhatSendsMoney(tx, check.broken.filter(stopsMoney), at)
  })
  return [...check.broken]
}

/** While the books are broken no new money leaves: files to banks and withdrawals stop by themselves, until two people start them again. */
async function stopWhatSendsMoney(tx: Tx, broken: readonly string[], at: Date): Promise<void> {
  if (broken.length === 0) return
  for (const name of ['windows', 'withdrawals'] as const)
    if (!(await selectStop(tx, name))) await stopByName(tx, { name, operator: null, proposalId: null, reason: `Broken: ${broken.join(', ')}`, at })
}

/** Keeps the sums of the books, the bank position and the clearing accounts, all of one moment. */
export async function readPosition({ db, longReads = db, clock }: CheckDeps): Promise<void> {
  const at = clock.now()
  await inTransaction(longReads, async (tx) => await savePosition(tx, await selectPosition(tx), at))
}

/** What is only late stops nothing: sending its money may be what mends it. */
const stopsMoney = (invariant: string) => !invariant.endsWith('_in_time')

/** As of the last check. */
export async function areBooksBroken(db: Db): Promise<boolean> {
  return (await selectBroken(db)).some(stopsMoney)
}

/** Which invariants are broken with an act in place. */
export interface InvariantsTried {
  count: number
  broken: string[]
  /** `earlier`: computing them takes longer than accounts may stay locked, and this is what the last full check said. */
  computed: 'now' | 'earlier'
  at: string | null
}

/** The accounts that the act touches are locked meanwhile: payments wait for them. */
const lockedMs = 2000

/** Computes every invariant in the transaction of an act, which is rolled back afterwards. Nothing can be done in it after this. */
export async function tryInvariants(tx: Tx, { db, clock }: Pick<CheckDeps, 'db' | 'clock'>, withinMs = lockedMs): Promise<InvariantsTried> {
  const started = performance.now()
  const invariants = await selectInvariants(tx)
  const broken: string[] = []
  for (const invariant of invariants) {
    const rows = await countViolationsWithin(tx, invariant, withinMs - (performance.now() - started))
    if (rows === undefined) {
      const last = await selectLastCheck(db)
      return { count: invariants.length, broken: last?.broken ?? [], computed: 'earlier', at: last?.at.toISOString() ?? null }
    }
    if (rows > 0) broken.push(invariant.name)
  }
  return { count: invariants.length, broken, computed: 'now', at: clock.now().toISOString() }
}
