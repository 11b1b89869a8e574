import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@nikau/runtime'
import {
  type AccountInRange,
  type EntriesOf,
  type PostingRange,
  selectAccountsInRange,
  selectEntries,
  selectHolds,
  selectIsFinished,
  selectLastPosting,
  selectLimitChanges,
  selectNewTransaction,
  selectPostingIdAfter,
  selectPostings,
} from './digest-store.ts'

export type { PostingRange } from './digest-store.ts'

export interface RangeDigest {
  /** SHA-256 of the canonical form, hexadecimal. */
  digest: string
  postings: number
  entries: number
  /** By how much the balances above zero of a unit and kind have changed in the range. An account below zero counts as zero. */
  changes: { unit: string; kind: string; amount: bigint }[]
}

const postingsPerRead = 1000
const accountsPerRead = 200
const entriesPerRead = 5000

/**
 * The digest of a range of postings with all that they did: the postings with every operation, the holds they opened with their
 * expiry, the changes of limits in between, and for each account they touched its identity, the limits it was opened with, and its
 * entries with their hashes, so that the last is the head of the account's chain. Nothing of this is ever updated, so statements of
 * their own read the same as one snapshot would, and no read holds anything up. Rows are read in batches; the accounts of the range
 * are held in memory, so callers bound the range.
 *
 * The canonical form is one JSON array a line, with numbers as strings and times in microseconds since 1970.
 */
export async function digestRange(db: Db, range: PostingRange): Promise<RangeDigest> {
  const hash = createHash('sha256')
  const addLine = (kind: string, fields: readonly unknown[]) => hash.update(`${JSON.stringify([kind, ...fields])}\n`)
  const accounts = new Set<string>()
  const postings = await addPostings(db, range, { addLine, accounts })
  for (const change of await selectLimitChanges(db, range)) addLine('limits', change)

  const numbers = [...accounts].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))
  const changes = new Map<string, RangeDigest['changes'][number]>()
  let entries = 0
  for (let first = 0; first < numbers.length; first += accountsPerRead) {
    const touched = await selectAccountsInRange(db, range, numbers.slice(first, first + accountsPerRead))
    for (const account of touched) addChange(changes, account)
    // Each account with its entries after it: the form does not depend on how many are read at once.
    let next = 0
    const addAccounts = (isReached: (account: AccountInRange) => boolean) => {
      for (; next < touched.length && isReached(touched[next]!); next += 1) addLine('account', touched[next]!.fields)
    }
    for await (const fields of readEntries(db, touched)) {
      addAccounts(({ no }) => no <= BigInt(fields[0]!))
      addLine('entry', fields)
      entries += 1
    }
    addAccounts(() => true)
  }
  return { digest: hash.digest('hex'), postings, entries, changes: [...changes.values()] }
}

async function addPostings(
  db: Db,
  { after, until }: PostingRange,
  { addLine, accounts }: { addLine: (kind: string, fields: readonly unknown[]) => void; accounts: Set<string> },
): Promise<number> {
  let count = 0
  for (let last = after; ;) {
    const rows = await selectPostings(db, { after: last, until }, postingsPerRead)
    const opened = rows.flatMap(({ op, hold }) => (hold ?? []).filter((_, place) => op[place] === 'hold'))
    const holds = await selectHolds(db, opened)
    for (const { id, reference, kind, subject, at, op, debit, credit, amount, hold } of rows) {
      addLine('posting', [id, reference, kind, subject, at, op, debit, credit, amount, hold])
      for (const [place, name] of (hold ?? []).entries()) if (op[place] === 'hold') addLine('hold', holds.get(name) ?? [name])
      for (const number of [...debit, ...credit]) if (number !== '0') accounts.add(number)
    }
    count += rows.length
    const newest = rows.at(-1)
    if (newest === undefined || rows.length < postingsPerRead) return count
    last = BigInt(newest.id)
  }
}

function addChange(changes: Map<string, RangeDigest['changes'][number]>, { unit, kind, balanceBefore, balance }: AccountInRange): void {
  const aboveZero = (amount: bigint) => (amount > 0n ? amount : 0n)
  const key = `${unit} ${kind}`
  const amount = (changes.get(key)?.amount ?? 0n) + aboveZero(balance) - aboveZero(balanceBefore)
  changes.set(key, { unit, kind, amount })
}

async function* readEntries(db: Db, accounts: readonly EntriesOf[]): AsyncGenerator<string[]> {
  let left = accounts.filter(({ versionBefore, version }) => version > versionBefore)
  while (left.length > 0) {
    const rows = await selectEntries(db, left, entriesPerRead)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < entriesPerRead) return
    const [account, version] = [BigInt(last[0]!), BigInt(last[1]!)]
    left = left.filter(({ no }) => no >= account).map((one) => (one.no === account ? { ...one, versionBefore: version } : one))
  }
}

/**
 * The highest id below which no posting is still to come. Postings commit in another order than they took their ids, so the newest
 * committed id says nothing: an older one may still be in an open transaction. Every transaction that had taken an id when the
 * sequence was read had locked its accounts before, and so had a transaction id, which is lower than one given out after. Once all
 * transactions up to that one have ended, each id is either visible or will never be used.
 *
 * Three statements, each with a snapshot of its own: in one, the snapshot would be older than the sequence's value. Undefined when a
 * transaction of that time is still open after `waitMs`.
 */
export async function completePosting(db: Db, waitMs: number): Promise<bigint | undefined> {
  const posting = await selectLastPosting(db)
  const transaction = await selectNewTransaction(db)
  for (const deadline = performance.now() + waitMs; ;) {
    if (await selectIsFinished(db, transaction)) return posting
    if (performance.now() >= deadline) return undefined
    await sleep(50)
  }
}

/** Where a range of at most `limit` postings ends. */
export async function endOfRange(db: Db, { after, until }: PostingRange, limit: number): Promise<bigint> {
  return (await selectPostingIdAfter(db, { after, until }, limit)) ?? until
}
