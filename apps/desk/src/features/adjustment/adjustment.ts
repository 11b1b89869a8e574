import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { getAdjustmentForm } from '@nikau/contract/desk/ledger'

export type AdjustmentForm = DeskAnswerOf<typeof getAdjustmentForm>

/** What the operator has entered. The amount is cents as text. */
export interface Adjustment {
  words: string
  about: string
  debit: string
  credit: string
  amount: string
  note: string
  evidence: string
}

const minText = 3

/** `2021`, or `exception 2021` as lists write it. */
export const exceptionNumberOf = (about: string): string | undefined => /^(?:exception[\s:]*)?(\d{1,18})$/i.exec(about.trim())?.[1]

/** The parts that are missing or wrong. */
export function missingParts({ words, about, debit, credit, amount, note, evidence }: Adjustment): ReadonlySet<keyof Adjustment> {
  const lacking = new Set<keyof Adjustment>()
  if (words === '') lacking.add('words')
  if (about.trim() !== '' && exceptionNumberOf(about) === undefined) lacking.add('about')
  if (debit.trim() === '') lacking.add('debit')
  if (credit.trim() === '' || credit.trim() === debit.trim()) lacking.add('credit')
  if (!/^[1-9]\d{0,14}$/.test(amount)) lacking.add('amount')
  if (note.trim().length < minText) lacking.add('note')
  if (evidence.trim().length < minText) lacking.add('evidence')
  return lacking
}

/** As it is tried and proposed. */
export function proposalOf({ words, about, debit, credit, amount, note, evidence }: Adjustment) {
  const exceptionId = exceptionNumberOf(about)
  return {
    kind: 'adjustment',
    ...(exceptionId !== undefined && { exceptionId }),
    content: { debit: debit.trim(), credit: credit.trim(), amount, words },
    note: note.trim(),
    evidence: [evidence.trim()],
  }
}
