import { type Evidence, evidenceFields, type EvidenceValue } from '@nikau/contract/desk/exceptions'
import { cents } from '@nikau/money'
import type { LineRow } from './store-evidence.ts'

export type Field = (typeof evidenceFields)[number]

/** One source with what it says. */
export type Source = Evidence['sources'][number] & { says: Partial<Record<Field, EvidenceValue | null | undefined>> }

export const money = (value: bigint | null | undefined): EvidenceValue | null =>
  value === null || value === undefined ? null : { type: 'money', value: cents(value) }
export const day = (value: string | null | undefined): EvidenceValue | null => (value ? { type: 'day', value } : null)
export const time = (value: Date | null | undefined): EvidenceValue | null => (value ? { type: 'time', value } : null)
export const code = (value: string | null | undefined): EvidenceValue | null => (value ? { type: 'code', value } : null)
export const text = (value: string | null | undefined): EvidenceValue | null => (value ? { type: 'text', value: value.slice(0, 300) } : null)

/** A source that should say something and does not. */
export const missing = (source: Evidence['sources'][number]['source'], by?: string): Source => ({
  source,
  ...(by !== undefined && { by }),
  missing: true,
  says: {},
})

/**
 * Puts sources beside one another. Only the fields that have to agree are compared: a state and a moment are each source's own. Where a
 * source is missing, the amount differs from it.
 */
export function sideBySide(sources: readonly Source[], compared: readonly Field[] = ['reference', 'amount', 'orders']): Evidence {
  const fields = evidenceFields.flatMap((field) => {
    const values = sources.map(({ says }) => says[field] ?? null)
    const said = values.filter((value) => value !== null)
    if (said.length === 0) return []
    const differs =
      compared.includes(field) &&
      (new Set(said.map(({ value }) => String(value))).size > 1 || (field === 'amount' && sources.some((source) => source.missing === true)))
    return [{ field, values, differs }]
  })
  return { sources: sources.map(({ source, by, record, at, missing: lacks }) => ({ source, by, record, at, missing: lacks })), fields }
}

/** What a statement's line says. */
export const fieldsOfLine = (line: LineRow): Source['says'] => ({
  reference: code(line.reference),
  amount: money(line.amount),
  day: day(line.day),
  type: code(line.type),
  'statement-text': text(line.text),
  'bank-reference': code(line.transactionId),
  when: time(line.fetchedAt),
})
