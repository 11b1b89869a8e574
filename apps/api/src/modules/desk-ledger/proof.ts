import { type LedgerProof, proofFormula, proofLength, type ProofLink } from '@nikau/contract/desk/ledger'
import type { Db } from '@nikau/runtime'
import { type LinkRow, selectHead, selectLastAnchor, selectLinks } from './store-proof.ts'

/** The chain of an account, computed again; undefined if there is no such account. All of one moment, while others post. */
export async function proveAccount(db: Db, id: string, { to: wanted, now }: { to: number | undefined; now: Date }): Promise<LedgerProof | undefined> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx): Promise<LedgerProof | undefined> => {
      const head = await selectHead(tx, id)
      if (!head) return undefined
      const last = Number(head.version)
      const to = Math.min(wanted ?? last, last)
      const from = Math.max(1, to - proofLength + 1)
      const links = (await selectLinks(tx, head.accountNo, { from: BigInt(from), to: BigInt(to) })).map(presentLink)
      const anchor = await selectLastAnchor(tx)
      const holding = new Set(links.filter(({ holds }) => holds).map(({ version }) => version))
      const versions = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place)
      return {
        format: 'nikau-ledger-proof-1',
        formula: proofFormula,
        account: { id, accountNo: String(head.accountNo), unit: head.unit },
        from,
        to,
        computedAt: now,
        head: { version: last, balance: String(head.balance), hash: head.hash, holds: head.holds },
        links,
        holding: holding.size,
        broken: versions.filter((version) => !holding.has(version)),
        ...(anchor && { anchor: { number: String(anchor.number), at: anchor.at, hash: anchor.hash } }),
      }
    })
}

function presentLink({
  version,
  posting,
  epoch,
  operation,
  debit,
  credit,
  moved,
  reference,
  kind,
  subject,
  balance,
  previous,
  hash,
  holds,
}: LinkRow): ProofLink {
  return {
    version: Number(version),
    ...(posting !== null && { posting: String(posting) }),
    epoch,
    operation,
    ...(debit !== null && { debit: String(debit) }),
    ...(credit !== null && { credit: String(credit) }),
    ...(moved !== null && { moved: String(moved) }),
    ...(reference !== null && { reference }),
    ...(kind !== null && { kind }),
    ...(subject !== null && { subject }),
    balance: String(balance),
    previous,
    hash,
    holds,
  }
}
