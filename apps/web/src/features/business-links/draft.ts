import type { BodyOf } from '@nikau/contract'
import type { createPaymentLink, PaymentLinkKind } from '@nikau/contract/payment-links'
import { type Cents, parseDollars } from '@nikau/money'

/** A link as it is typed. */
export interface LinkDraft {
  /** A repeated press makes the same link. */
  key: string
  name: string
  kind: PaymentLinkKind
  /** Of kind `till`; empty for a till of another system. */
  tillId: string
  amount: string
  least: string
  most: string
  uses: 'once' | 'many'
  /** A day, or empty for no end. */
  lastDay: string
  partialAllowed: boolean
  asksNote: boolean
}

export function newDraft(): LinkDraft {
  const empty = { name: '', tillId: '', amount: '', least: '', most: '', lastDay: '', partialAllowed: false, asksNote: false }
  return { ...empty, key: crypto.randomUUID(), kind: 'fixed', uses: 'once' }
}

const highest = 100_000_000n

function isPayable(amount: Cents | undefined): boolean {
  return amount !== undefined && amount > 0n && amount < highest
}

/** The fields that cannot be sent as they are. */
export function wrongFields({ name, kind, amount, least, most }: LinkDraft): Partial<Record<'name' | 'amount' | 'least' | 'most', true>> {
  const [from, to] = [parseDollars(least), parseDollars(most)]
  const isLeastWrong = least !== '' && !isPayable(from)
  const isMostWrong = most !== '' && (!isPayable(to) || (from !== undefined && to! < from))
  return {
    ...(name.trim() === '' && { name: true }),
    ...(kind === 'fixed' && !isPayable(parseDollars(amount)) && { amount: true }),
    ...(kind === 'typed' && isLeastWrong && { least: true }),
    ...(kind === 'typed' && isMostWrong && { most: true }),
  }
}

export const isComplete = (draft: LinkDraft) => Object.keys(wrongFields(draft)).length === 0

type Body = Omit<BodyOf<typeof createPaymentLink>, 'merchantId' | 'idempotencyKey'>

/** Of a complete draft, only what its kind has. */
export function toBody({ name, kind, tillId, amount, least, most, uses, lastDay, partialAllowed, asksNote }: LinkDraft): Body {
  if (kind === 'till') return { name: name.trim(), kind, ...(tillId !== '' && { tillId }), uses: 'many', partialAllowed: false, asksNote: false }
  return {
    name: name.trim(),
    kind,
    ...(kind === 'fixed' && { amount: parseDollars(amount) }),
    ...(kind === 'typed' && least !== '' && { least: parseDollars(least) }),
    ...(kind === 'typed' && most !== '' && { most: parseDollars(most) }),
    uses,
    ...(lastDay !== '' && { lastDay }),
    partialAllowed,
    asksNote,
  }
}
