import { bankOf } from '@nikau/nz/bank-account-number'
import type { Db } from '@nikau/runtime'
import { code, day, fieldsOfLine, missing, money, sideBySide, type Source, text, time } from './side-by-side.ts'
import {
  type FileRow,
  type LineRow,
  type OrderRow,
  type ResultRow,
  selectFile,
  selectFirstLine,
  selectLastResult,
  selectLine,
  selectLineOf,
  selectOrder,
  selectResult,
  selectResultWithReason,
  selectStatement,
  selectTransfer,
} from './store-evidence.ts'
import type { Found, Subject } from './found.ts'
import { paymentsByReference } from './evidence-payments.ts'

/** The short name by which operators know one of our banks. */
const bankName = (account: string | undefined) => {
  const bank = account === undefined ? undefined : bankOf(account)
  return bank?.monogram ?? bank?.name
}

const ofOrder = (order: OrderRow): Source => ({
  source: 'our-order',
  record: `${order.file}, line ${order.line}`,
  ...(order.sentAt && { at: order.sentAt }),
  says: {
    reference: code(order.reference),
    amount: money(order.amount),
    day: day(order.day),
    type: code(order.kind),
    state: code(order.state),
    'bank-reference': code(order.file),
    when: time(order.sentAt),
  },
})

const ofResult = (result: ResultRow): Source => {
  const by = bankName(result.account)
  return {
    source: 'bank-result',
    ...(by && { by }),
    record: `${result.file}, line ${result.line}`,
    at: result.receivedAt,
    says: {
      reference: code(result.reference),
      amount: money(result.amount),
      day: day(result.day),
      type: code(result.outcome),
      reason: code(result.reason),
      'bank-reference': code(String(result.sequence)),
      when: time(result.receivedAt),
    },
  }
}

const ofLine = (line: LineRow, source: 'statement' | 'earlier-statement' = 'statement'): Source => {
  const by = bankName(line.account)
  return {
    source,
    ...(by && { by }),
    record: String(line.number),
    at: line.fetchedAt,
    says: fieldsOfLine(line),
  }
}

const found = (sources: readonly Source[], order: OrderRow | undefined, compared?: Parameters<typeof sideBySide>[1]): Found => ({
  evidence: sideBySide(sources, compared),
  ...(order && { order }),
})

/** An order that the bank has not reported on, or about which it contradicts itself. */
async function evidenceOfOrder(db: Db, reference: string, about?: ResultRow): Promise<Found> {
  const [order, result, line] = [await selectOrder(db, reference), about ?? (await selectLastResult(db, reference)), await selectLineOf(db, reference)]
  const bank = bankName(order?.account ?? result?.account)
  return found(
    [order ? ofOrder(order) : missing('our-order'), result ? ofResult(result) : missing('bank-result', bank), line ? ofLine(line) : missingSoFar(bank)],
    order,
  )
}

/** A statement that may still come is no difference. */
const missingSoFar = (by: string | undefined): Source => ({ source: 'statement', ...(by && { by }), says: {} })

export async function resultEvidence(db: Db, { kind, ref, refs }: Subject): Promise<Found> {
  if (kind === 'bank-results-unreadable') {
    const account = ref.includes(':') ? ref.slice(0, ref.indexOf(':')) : undefined
    const by = bankName(account)
    return found([{ source: 'bank-answer', ...(by && { by }), record: ref, says: { 'bank-reference': code(ref), reason: text(refs.records) } }], undefined)
  }
  if (kind === 'bank-result-unknown-reason') {
    const [account = '', reason = ''] = ref.split(':')
    const result = await selectResultWithReason(db, account, reason)
    return await evidenceOfOrder(db, result?.reference ?? refs.reference ?? '', result)
  }
  if (kind === 'bank-result-missing' || kind === 'bank-settlement-conflict') return await evidenceOfOrder(db, ref)
  const result = await selectResult(db, ref)
  return await evidenceOfOrder(db, result?.reference ?? refs.reference ?? '', result)
}

/** An order that the bank or the format of files refused. */
export async function refusedOrderEvidence(db: Db, { ref, refs }: Subject): Promise<Found> {
  const [order, transfer] = [await selectOrder(db, ref), await selectTransfer(db, refs.transferId ?? '')]
  const bank = bankName(order?.account)
  const sources: Source[] = []
  if (order) sources.push(ofOrder(order))
  if (refs.code !== undefined)
    sources.push({ source: 'bank-answer', ...(bank && { by: bank }), says: { reference: code(ref), state: code('refused'), reason: code(refs.code) } })
  if (transfer)
    sources.push({
      source: 'our-transfer',
      record: transfer.id,
      at: transfer.createdAt,
      says: {
        reference: code(transfer.reference),
        amount: money(transfer.type === 'topup' ? transfer.amount : -transfer.amount),
        type: code(transfer.type),
        state: code(transfer.status),
        reason: code(transfer.failure),
        when: time(transfer.createdAt),
      },
    })
  return { ...found(sources, order), ...(transfer && { accountId: transfer.accountId }) }
}

const signed = ({ kind, total }: FileRow) => (kind === 'debit' ? total : -total)

export async function fileEvidence(db: Db, { ref, refs }: Subject): Promise<Found> {
  const file = await selectFile(db, refs.fileId ?? '')
  if (!file) return found([missing('our-file')], undefined)
  const by = bankName(file.account)
  return found(
    [
      {
        source: 'our-file',
        record: file.reference,
        at: file.createdAt,
        says: {
          reference: code(ref),
          amount: money(signed(file)),
          orders: text(String(file.count)),
          day: day(file.day),
          type: code(file.kind),
          state: code(file.state),
          when: time(file.createdAt),
        },
      },
      {
        source: 'bank-answer',
        ...(by && { by }),
        ...(file.acceptedAt && { at: file.acceptedAt }),
        says: {
          reference: code(ref),
          state: code(file.acceptedAt ? 'accepted' : file.state),
          'bank-reference': code(file.bankFileId),
          reason: text(refs.reason ?? file.lastResult),
          when: time(file.acceptedAt),
        },
      },
    ],
    undefined,
  )
}

export async function statementEvidence(db: Db, { kind, refs }: Subject): Promise<Found> {
  const { account = '', day: on = '', ref = '' } = refs
  const by = bankName(account)
  if (!/^\d{4}-\d\d-\d\d$/.test(on)) return found([missing('statement', by)], undefined)
  if (kind === 'statement-sum' || kind === 'statement-balance') return await balanceEvidence(db, kind, { account, on, by })
  if (kind === 'statement-missing') {
    const [type, reference = '', source, sourceId = ''] = ref.split(':')
    const more = source === 'pay-by-bank' ? await paymentsByReference(db, reference, sourceId) : undefined
    const order = more ? undefined : await selectOrder(db, reference)
    const result = order && (await selectLastResult(db, reference))
    const expected = expectedOf(refs, { reference, type, on })
    return {
      ...found([...(more?.sources ?? [order ? ofOrder(order) : expected, ...(result ? [ofResult(result)] : [])]), missing('statement', by)], order),
      ...(more && { bankPaymentId: more.id }),
    }
  }
  // What operators decided about an order, against all that the statements show of it.
  if (ref.startsWith('order:')) {
    const order = await selectOrder(db, ref.split(':')[1] ?? '')
    const line = order && (await selectLineOf(db, order.reference))
    return found([order ? { ...ofOrder(order), says: { ...ofOrder(order).says, amount: money(BigInt(refs.expected ?? 0)) } } : missing('our-order'), {
      ...(line ? ofLine(line) : { source: 'statement' as const }),
      says: { ...(line && ofLine(line).says), amount: money(BigInt(refs.shown ?? 0)) },
    }], order) // prettier-ignore
  }
  const [transactionId = '', number] = ref.split('#')
  const line = await selectLine(db, { account, day: on, transactionId, number: number === undefined ? undefined : Number(number) })
  if (!line) return found([missing('statement', by)], undefined)
  if (kind === 'statement-duplicate') {
    const before = await selectFirstLine(db, line)
    const order = await selectOrder(db, line.reference)
    return found([order ? ofOrder(order) : missing('our-order'), ...(before ? [ofLine(before, 'earlier-statement')] : []), ofLine(line)], order, [
      'reference',
      'amount',
      'bank-reference',
    ])
  }
  const [order, result] = [await selectOrder(db, line.reference), await selectLastResult(db, line.reference)]
  const payments = order ? undefined : await paymentsByReference(db, line.reference)
  const ours = order ? [ofOrder(order), result ? ofResult(result) : missing('bank-result', by)] : (payments?.sources ?? [missing('our-record')])
  return { ...found([...ours, ofLine(line)], order), ...(payments && { bankPaymentId: payments.id }) }
}

/** A line that was expected for something that is in no file. */
const expectedOf = (refs: Readonly<Record<string, string>>, { reference, type, on }: { reference: string; type: string | undefined; on: string }): Source => ({
  source: 'our-record',
  says: { reference: code(reference), amount: money(BigInt(refs.expected ?? 0)), day: day(on), type: code(type) },
})

/** The balances of a statement against its lines, or against the statement before it. */
async function balanceEvidence(db: Db, kind: string, { account, on, by }: { account: string; on: string; by: string | undefined }): Promise<Found> {
  const [statement, earlier] = [await selectStatement(db, account, on, 'of'), await selectStatement(db, account, on, 'before')]
  if (!statement) return found([missing('statement', by)], undefined)
  const { opening, closing, gap, lines, fetchedAt } = statement
  const from = by ? { by } : {}
  if (kind === 'statement-sum')
    return found(
      [
        { source: 'statement', ...from, record: 'balances', at: fetchedAt, says: { day: day(on), opening: money(opening), closing: money(closing), amount: money(closing - opening), when: time(fetchedAt) } },
        { source: 'statement', ...from, record: 'lines', at: fetchedAt, says: { day: day(on), amount: money(closing - opening + gap), orders: text(String(lines)), when: time(fetchedAt) } },
      ],
      undefined,
      ['amount'],
    ) // prettier-ignore
  return found(
    [
      earlier
        ? { source: 'earlier-statement', ...from, at: earlier.fetchedAt, says: { day: day(earlier.day), amount: money(earlier.closing), type: code('closing'), when: time(earlier.fetchedAt) } }
        : missing('earlier-statement', by),
      { source: 'statement', ...from, at: fetchedAt, says: { day: day(on), amount: money(opening), type: code('opening'), when: time(fetchedAt) } },
    ],
    undefined,
    ['amount'],
  ) // prettier-ignore
}
