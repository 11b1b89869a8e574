import { groupOfException } from '@nikau/contract/desk/exception-kinds'
import type { ExceptionDetail, ExceptionEvent, ExceptionRow } from '@nikau/contract/desk/exceptions'
import type { OperatorName } from '@nikau/contract/desk/roles'
import { cents } from '@nikau/money'
import { ageStateOf, targetOf } from '../exceptions/index.ts'
import type { Found } from './found.ts'
import { raisedBy, standingOf, subjectOf } from './rules.ts'
import type { ActionRow, ProposedRow, QueueRow } from './store.ts'

export type Naming = (id: string) => OperatorName

export const namesFrom =
  (names: ReadonlyMap<string, string>): Naming =>
  (id) => ({ id, name: names.get(id) ?? id })

export function presentRow(row: QueueRow, { named, now }: { named: Naming; now: Date }): ExceptionRow {
  const { id, kind, amount, unit, openedAt, closedAt, owner } = row
  return {
    id: String(id),
    kind,
    group: groupOfException(kind),
    subject: subjectOf(row),
    ...(amount !== null && { amount: cents(amount) }),
    ...(unit !== null && { unit }),
    openedAt,
    targetAt: targetOf(kind, openedAt),
    // Of a closed one: as it was when it was closed.
    age: ageStateOf(kind, openedAt, closedAt ?? now),
    ...(closedAt && { closedAt }),
    ...(owner !== null && { owner: named(owner) }),
    standing: standingOf(row),
  }
}

/** What happened to it, in order. What an approval has done is told once, as the approval and the closing. */
export function presentHistory(row: QueueRow, actions: readonly ActionRow[], proposed: readonly ProposedRow[], named: Naming): ExceptionEvent[] {
  const events: ExceptionEvent[] = [{ event: 'raised', at: row.openedAt, job: raisedBy(row.kind) }]
  for (const { action, operator, note, at } of actions)
    events.push({ event: action === 'take' ? 'taken' : action === 'note' ? 'noted' : 'closed', at, by: named(operator), note })
  for (const proposal of proposed) {
    const about = { act: proposal.kind, proposalId: proposal.id, ...(proposal.amount !== null && { amount: cents(proposal.amount) }) }
    events.push({ event: 'proposed', at: proposal.createdAt, by: named(proposal.proposer), note: proposal.note, ...about })
    for (const { operator, at } of proposal.approvals) events.push({ event: 'approved', at: new Date(at), by: named(operator), ...about })
    if (proposal.declinedBy !== null && proposal.decidedAt)
      events.push({ event: 'declined', at: proposal.decidedAt, by: named(proposal.declinedBy), note: proposal.declineNote!, ...about })
  }
  if (row.closedAt && !events.some(({ event }) => event === 'closed')) events.push({ event: 'closed', at: row.closedAt })
  const places = ['raised', 'taken', 'noted', 'proposed', 'approved', 'declined', 'closed']
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || places.indexOf(a.event) - places.indexOf(b.event))
}

type Related = ExceptionDetail['related'][number]

const relatedRefs: Readonly<Record<string, Related['kind']>> = {
  paymentRequestId: 'payment-request',
  oneOffPaymentId: 'payment',
  cardPaymentId: 'payment',
  fundsTransferId: 'transfer',
  transferId: 'transfer',
  fileId: 'file',
  walletId: 'wallet',
  accountId: 'account',
  senderAccountId: 'account',
  issuerAccountId: 'account',
  merchantId: 'merchant',
  bankAccountId: 'bank-account',
  assetTransferId: 'asset-transfer',
  advice: 'advice',
  bill: 'bill',
}

/** Where else to look, as plain ids. */
export function relatedTo({ kind, ref, refs }: QueueRow, { order, accountId, bankPaymentId }: Found): Related[] {
  const found: Related[] = Object.entries(refs).flatMap(([name, id]) => (relatedRefs[name] ? [{ kind: relatedRefs[name], id }] : []))
  if (kind === 'payment-request-not-closed') found.push({ kind: 'payment-request', id: ref })
  if (kind === 'negative-balance-overdue') found.push({ kind: 'wallet', id: ref })
  if (kind === 'payee-name-mismatch') found.push({ kind: 'bank-account', id: ref })
  if (order) found.push({ kind: 'transfer', id: order.transferId }, { kind: 'file', id: order.file })
  const owner = accountId ?? order?.accountId
  if (owner) found.push({ kind: 'account', id: owner })
  if (bankPaymentId !== undefined) found.push({ kind: 'payment', id: bankPaymentId })
  return found.filter(({ kind: what, id }, place) => found.findIndex((other) => other.kind === what && other.id === id) === place)
}
