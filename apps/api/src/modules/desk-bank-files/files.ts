import type { BankFile, BankFileDetail, FileLine } from '@nikau/contract/desk/bank-files'
import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import { cents } from '@nikau/money'
import { instantAt } from '@nikau/nz/nz-time'
import { failureFor, isCleared, isKnownReason } from '../bank-files/index.ts'
import { accountOf } from './our-account.ts'
import type { FileRow, LineException, LineRow } from './store-files.ts'

/** Details add up to what was sent, or it is shown that they do not. */
function addsUp({ parts, orders, total }: FileRow): boolean {
  return parts.reduce((count, part) => count + part.orders, 0) === orders && parts.reduce((sum, part) => sum + BigInt(part.sum), 0n) === total
}

export function presentFile(row: FileRow, exceptions: readonly LineException[]): BankFile {
  const { reference, kind, day, orders, total, state, parts, builtAt, acceptedAt, finalDay, clearedAt, lastResult, exceptionId, proposalId } = row
  return {
    id: reference,
    kind,
    day,
    orders,
    total: cents(total),
    state,
    parts: parts.map(({ outcome, orders: count, sum }) => ({ outcome, orders: count, sum: cents(sum) })),
    addsUp: addsUp(row),
    builtAt,
    ...(acceptedAt && { acceptedAt }),
    ...(finalDay !== null && { finalDay }),
    ...(clearedAt && { clearedAt }),
    ...((state === 'rejected' || state === 'conflict') && lastResult !== null && { rejection: lastResult }),
    exceptions: new Set(exceptions.filter(({ isOpen }) => isOpen).map(({ id }) => id)).size,
    ...(exceptionId !== null && { waiting: { exceptionId: String(exceptionId), ...(proposalId !== null && { proposalId }) } }),
  }
}

export function presentDetail(
  row: FileRow,
  { exceptions, related, now }: { exceptions: readonly LineException[]; related: BankFileDetail['related']; now: Date },
): BankFileDetail {
  const { account, dueDay, attempts, generation, bankFileId, digest, size } = row
  const { bank, masked } = accountOf(account)
  return {
    ...presentFile(row, exceptions),
    bank,
    account: masked,
    dueDay,
    attempts,
    generation,
    ...(bankFileId !== null && { bankFileId }),
    course: courseOf(row, now),
    related,
    ...(digest !== null && { digest }),
    ...(size !== null && { size }),
    linesWithException: linesWith(exceptions).length,
  }
}

export const linesWith = (exceptions: readonly LineException[]): number[] => [...new Set(exceptions.flatMap(({ line }) => (line === null ? [] : [line])))]

type Step = BankFileDetail['course'][number]

/** Where a file is on its way. A rejected one ends there: its orders go on in another. */
export function courseOf({ state, builtAt, acceptedAt, processingDay, finalDay, clearedAt }: Omit<FileRow, 'parts'>, now: Date): Step[] {
  const built: Step = { step: 'built', state: 'done', at: builtAt }
  if (state === 'rejected' || state === 'conflict') return [built, { step: state, state: 'failed' }]
  if (state === 'ready' || finalDay === null || processingDay === null)
    return [built, { step: 'accepted', state: 'now' }, ...(['processed', 'may-come-back', 'cleared'] as const).map((step): Step => ({ step, state: 'next' }))]
  const isProcessed = now >= instantAt(processingDay)
  const isOver = isCleared(finalDay, now)
  return [
    built,
    { step: 'accepted', state: 'done', ...(acceptedAt && { at: acceptedAt }) },
    { step: 'processed', state: isProcessed ? 'done' : 'now', day: processingDay },
    { step: 'may-come-back', state: isOver ? 'done' : isProcessed ? 'now' : 'next', day: finalDay },
    { step: 'cleared', state: clearedAt ? 'done' : isOver ? 'now' : 'next', at: clearedAt ?? instantAt(finalDay, 9) },
  ]
}

export function presentLine(row: LineRow, exceptions: readonly LineException[]): FileLine {
  const { line, reference, amount, state, payer, outcome, reason, day } = row
  return {
    line,
    reference,
    amount: cents(amount),
    state,
    ...(payer !== null && { payer }),
    ...(outcome !== null && day !== null && { result: { outcome, ...(reason !== null && { reason: reasonText(reason) }), day } }),
    exceptions: exceptions.filter((found) => found.line === line).map(({ id, kind, isOpen }) => ({ id: String(id), kind: kind as ExceptionKind, isOpen })),
  }
}

/** A code that the format does not define is shown as it came. */
const reasonText = (code: string): string => (isKnownReason(code) ? failureFor(code) : code)
