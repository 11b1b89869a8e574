import { type AnchorFields, anchorStatement } from '@nikau/contract/proof'
import { completePosting, digestRange, endOfRange, type PostingRange } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import { anchorFileText, readAnchorFile, type SignedStatement, writeAnchorFile } from './files.ts'
import { type AnchorKey, type AnchorPublicKeys, hashOf, isSigned, signStatement } from './keys.ts'
import { isSameContent, origin, type Owed, owedAfter, parseStatement, postingsPerAnchor } from './rules.ts'
import { insertAnchor, selectAuditHead, selectLatestAnchor } from './store.ts'

export interface AnchorDeps {
  db: Db
  /** When an anchor was really made, even where the ledger's time is simulated. */
  wallClock: Clock
  /** Outside the database; its role cannot write there. */
  folder: string
  key: AnchorKey
  publicKeys: AnchorPublicKeys
  /** How long to wait for transactions that are open. */
  waitMs?: number
  limit?: number
}

/** The end of the chain of anchors. */
export interface ChainEnd {
  number: number
  until: string
  owed: Owed
  hash: string
}

/** Something an operator must look at (docs/operations/anchors.md): the message says what. */
export class AnchorConflict extends Error {}

/**
 * Anchors all postings that are certainly complete; without new ones an empty anchor, which says that there were none. Returns how
 * many were made.
 *
 * The file comes before the row. A crash in between leaves a file without a row, and the next run adds that row from the file; the
 * other order would leave a published anchor that no file proves. `link` decides between two workers, so a number has one anchor.
 */
export async function makeAnchors(deps: AnchorDeps, signal?: AbortSignal): Promise<number> {
  let end = await findChainEnd(deps)
  const complete = await completePosting(deps.db, deps.waitMs ?? 60_000)
  if (complete === undefined) throw new Error('transactions are open for too long; no posting is certainly complete')
  if (complete < BigInt(end.until)) throw new AnchorConflict(`the books end at posting ${complete}, before the end of anchor ${end.number} at ${end.until}`)
  let made = 0
  do {
    signal?.throwIfAborted()
    const range = { after: BigInt(end.until), until: complete }
    end = await makeAnchor(deps, end, { ...range, until: await endOfRange(deps.db, range, deps.limit ?? postingsPerAnchor) })
    made += 1
  } while (BigInt(end.until) < complete)
  return made
}

/** The last anchor. A file that a crash left without its row gets it now. */
async function findChainEnd(deps: AnchorDeps): Promise<ChainEnd> {
  const row = await selectLatestAnchor(deps.db)
  let end: ChainEnd = origin
  if (row) {
    const [file, anchor] = [await readAnchorFile(deps.folder, Number(row.number)), parseStatement(row.statement)]
    if (!file) throw new AnchorConflict(`the file of anchor ${row.number} is missing`)
    if (!anchor || anchorFileText(file) !== anchorFileText(row))
      throw new AnchorConflict(`the file of anchor ${row.number} differs from its row in the database`)
    end = { ...anchor, hash: row.hash }
  }
  for (;;) {
    const file = await readAnchorFile(deps.folder, end.number + 1)
    if (!file) return end
    end = await adoptAnchor(deps, end, file)
  }
}

async function makeAnchor(deps: AnchorDeps, end: ChainEnd, range: PostingRange): Promise<ChainEnd> {
  const { changes, ...content } = await digestRange(deps.db, range)
  const audit = await selectAuditHead(deps.db)
  const anchor: AnchorFields = {
    number: end.number + 1,
    madeAt: deps.wallClock.now(),
    after: String(range.after),
    until: String(range.until),
    ...content,
    owed: owedAfter(end.owed, changes),
    ...(audit !== undefined && { audit }),
    previous: end.hash,
    keyId: deps.key.id,
  }
  const statement = anchorStatement(anchor)
  const signed = { statement, signature: signStatement(deps.key, statement) }
  if (await writeAnchorFile(deps.folder, anchor.number, signed)) return await publish(deps, anchor, signed)
  // Another worker was faster.
  return await adoptAnchor(deps, end, (await readAnchorFile(deps.folder, anchor.number))!)
}

/** Continues with an anchor whose file is there, if it is ours, follows the last one, and says what the books say. */
async function adoptAnchor(deps: AnchorDeps, end: ChainEnd, file: SignedStatement): Promise<ChainEnd> {
  const anchor = parseStatement(file.statement)
  const isNext = anchor?.number === end.number + 1 && anchor.previous === end.hash && anchor.after === end.until
  if (!anchor || !isNext || !isSigned(deps.publicKeys, anchor.keyId, file))
    throw new AnchorConflict(`the file of anchor ${end.number + 1} is not ours, or does not follow anchor ${end.number}`)
  const content = await digestRange(deps.db, { after: BigInt(anchor.after), until: BigInt(anchor.until) })
  if (!isSameContent(content, anchor)) throw new AnchorConflict(`the books differ from the file of anchor ${anchor.number}`)
  return await publish(deps, anchor, file)
}

async function publish({ db }: AnchorDeps, anchor: AnchorFields, signed: SignedStatement): Promise<ChainEnd> {
  const hash = hashOf(signed.statement)
  await insertAnchor(db, { number: BigInt(anchor.number), madeAt: anchor.madeAt, hash, ...signed })
  return { ...anchor, hash }
}
