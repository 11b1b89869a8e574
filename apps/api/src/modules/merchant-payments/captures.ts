import type { CaptureJson } from './store-legs.ts'

/** A capture of a pre-authorised payment: what its leg is to the merchant. */
export interface Capture {
  id: string
  at: Date
  posting: bigint | null
  amount: bigint
  refunded: bigint
  fee: bigint | undefined
  gst: bigint | undefined
}

/** Oldest first. */
export function capturesOf(rows: readonly CaptureJson[]): Capture[] {
  return rows.map(({ id, at, posting, amount, refunded, charged }) => ({
    id,
    at: new Date(at),
    posting: posting === null ? null : BigInt(posting),
    amount: BigInt(amount),
    refunded: BigInt(refunded),
    fee: charged ? BigInt(charged.fee) : undefined,
    gst: charged ? BigInt(charged.gst) : undefined,
  }))
}

/**
 * What each capture was charged. Captures of before that was written down share what is left of the sum of them all: the last of them
 * has it.
 */
export function chargesOf(captures: readonly Capture[], charged: { fee: bigint; gst: bigint }): { fee: bigint; gst: bigint }[] {
  const place = captures.findLastIndex(({ fee }) => fee === undefined)
  const left = (sum: bigint, read: (capture: Capture) => bigint | undefined) => captures.reduce((rest, capture) => rest - (read(capture) ?? 0n), sum)
  const rest = { fee: left(charged.fee, ({ fee }) => fee), gst: left(charged.gst, ({ gst }) => gst) }
  return captures.map(({ fee = 0n, gst = 0n }, index) => (index === place ? rest : { fee, gst }))
}
