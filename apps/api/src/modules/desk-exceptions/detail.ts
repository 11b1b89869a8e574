import type { ExceptionDetail } from '@nikau/contract/desk/exceptions'
import { cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import type { DeskOperator } from '../../http/desk/session.ts'
import { offeredActs } from './acts.ts'
import { findEvidence } from './evidence.ts'
import type { Found } from './found.ts'
import { namesFrom, presentHistory, presentRow, relatedTo } from './present.ts'
import { affects, subjectOf } from './rules.ts'
import { selectPostingsOf } from './store-evidence.ts'
import {
  countBefore,
  type OpenDifference,
  type QueueRow,
  selectActIds,
  selectActions,
  selectDifferences,
  selectException,
  selectNames,
  selectProposed,
} from './store.ts'

/** An exception with all that an operator decides by. Undefined if there is none of this number. */
export async function findDetail(
  db: Db,
  id: bigint,
  { operator, test, now }: { operator: Pick<DeskOperator, 'roles'>; test: boolean; now: Date },
): Promise<ExceptionDetail | undefined> {
  const row = await selectException(db, id, { test, now })
  if (!row) return undefined
  const named = namesFrom(await selectNames(db))
  const found = await findEvidence(db, row)
  const account = row.refs.account ?? found.order?.account
  const differences = account !== undefined && isAboutOrders(row) ? await selectDifferences(db, account) : []
  const own = differences.find((difference) => difference.id === row.id)
  const others = differences.filter((difference) => difference.id !== row.id)
  const reference = referenceOf(row, found)
  const related = relatedTo(row, found)
  const postings = await selectPostingsOf(
    db,
    related.map((one) => one.id),
  )
  return {
    ...presentRow(row, { named, now }),
    affects: affects(row.kind),
    evidence: found.evidence,
    history: presentHistory(row, await selectActions(db, id), await selectProposed(db, id), named),
    related: [...related, ...postings.map((posting) => ({ kind: 'posting' as const, id: String(posting) }))],
    acts: offeredActs(
      {
        ...row,
        ...(await selectActIds(db, row)),
        ...returnOf(row),
        closed: row.closedAt !== null,
        reference,
        excess: own?.excess,
        matching: matchingOf(row, others, { excess: own?.excess, reference }),
      },
      operator.roles,
    ),
    differences: others.map(({ id: other, kind, day, ref, excess }) => ({
      id: String(other),
      kind,
      day,
      subject: subjectOf({ kind, ref, refs: { ref, day }, shortCode: null, lastFour: null, orders: null }),
      excess: cents(excess),
    })),
    seenBefore: await countBefore(db, row.kind, id),
  }
}

const isAboutOrders = ({ kind }: QueueRow) => kind.startsWith('statement-') || kind.startsWith('bank-result-') || kind.startsWith('bank-settlement-')

/** A refund that is due is its own return. */
const returnOf = ({ kind, ref }: QueueRow) => (kind === 'bank-refund-due' ? { returnId: ref } : {})

/** The reference of the order that it is about, if it is about one. */
function referenceOf({ kind, ref, refs }: QueueRow, { order }: Found): string | undefined {
  if (order) return order.reference
  if (kind === 'bank-result-missing' || kind === 'bank-settlement-conflict') return ref
  return kind.startsWith('bank-result-') ? refs.reference : undefined
}

/** Of a difference: the one other that cancels it out. Of an order: those that show it. */
function matchingOf(
  row: QueueRow,
  others: readonly OpenDifference[],
  { excess, reference }: { excess: bigint | undefined; reference: string | undefined },
): string[] {
  if (excess !== undefined) {
    const opposite = others.find((other) => other.excess === -excess)
    return opposite ? [String(opposite.id)] : []
  }
  if (reference === undefined || row.kind.startsWith('statement-')) return []
  return others.filter(({ ref }) => ref.split(':').includes(reference)).map(({ id }) => String(id))
}
