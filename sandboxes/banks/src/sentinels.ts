/**
 * Inputs that trigger faults. The cents of the amount select one; for online payments so does the text "SB <WORD>" in the
 * particulars, code or reference of the payee. README.md lists them.
 */
export type PaymentSentinel =
  | 'SLOW'
  | 'DOWN'
  | 'DOWNPAY'
  | 'LOSE'
  | 'LOSECONS'
  | 'LATE'
  | 'REJECT'
  | 'PEND'
  | 'NOCODE'
  | 'BADSTATE'
  | 'ELSEWHERE'
  | 'TWICE'
  | 'EXPIRED'
  | 'TOKENERR'
  | 'STUCK'
  | 'GARBLE'
  | 'MIXUP'
  | 'TOKENLOST'

const paymentSentinels: Record<number, PaymentSentinel> = {
  61: 'SLOW',
  62: 'DOWN',
  63: 'DOWNPAY',
  64: 'LOSE',
  65: 'LOSECONS',
  66: 'LATE',
  67: 'REJECT',
  68: 'PEND',
  69: 'NOCODE',
  70: 'BADSTATE',
  71: 'ELSEWHERE',
  72: 'TWICE',
  73: 'EXPIRED',
  74: 'TOKENERR',
  75: 'STUCK',
  76: 'GARBLE',
  77: 'MIXUP',
  78: 'TOKENLOST',
}

const sentinelWords = new Set<string>(Object.values(paymentSentinels))

export const paymentSentinel = (cents: number, texts: readonly string[]): PaymentSentinel | undefined => {
  for (const text of texts) {
    const word = /^SB ([A-Z]+)$/.exec(text)?.[1]
    if (word !== undefined && sentinelWords.has(word)) return word as PaymentSentinel
  }
  return paymentSentinels[cents % 100]
}

export const dishonourReasons = {
  '01': 'Insufficient funds',
  '02': 'No authority held',
  '03': 'Authority cancelled',
  '04': 'Account closed',
  '05': 'Account transferred',
  '06': 'Payment stopped by payer',
  '07': 'Payer deceased',
  '08': 'Reversed at the request of the payer',
} as const
export type ReasonCode = keyof typeof dishonourReasons

/** Returns count business days after processing, late reversals calendar days, as the rules of the scheme do. */
export type FileSentinel =
  | { kind: 'return'; reason: ReasonCode; businessDays: 1 | 2 | 3 }
  | { kind: 'reversal'; reason: ReasonCode; calendarDays: number }
  | { kind: 'statement'; fault: 'duplicate' | 'missing' | 'wrong-amount' | 'unknown' }

const either: Record<number, FileSentinel> = {
  81: { kind: 'statement', fault: 'duplicate' },
  82: { kind: 'statement', fault: 'missing' },
  83: { kind: 'statement', fault: 'wrong-amount' },
  84: { kind: 'statement', fault: 'unknown' },
}

const debits: Record<number, FileSentinel> = {
  61: { kind: 'return', reason: '01', businessDays: 1 },
  62: { kind: 'return', reason: '01', businessDays: 2 },
  63: { kind: 'return', reason: '01', businessDays: 3 },
  64: { kind: 'return', reason: '02', businessDays: 1 },
  65: { kind: 'return', reason: '03', businessDays: 2 },
  66: { kind: 'return', reason: '04', businessDays: 1 },
  67: { kind: 'return', reason: '05', businessDays: 2 },
  68: { kind: 'return', reason: '06', businessDays: 1 },
  69: { kind: 'return', reason: '07', businessDays: 3 },
  70: { kind: 'reversal', reason: '08', calendarDays: 100 },
  71: { kind: 'reversal', reason: '08', calendarDays: 260 },
  ...either,
}

const credits: Record<number, FileSentinel> = {
  66: { kind: 'return', reason: '04', businessDays: 1 },
  67: { kind: 'return', reason: '05', businessDays: 2 },
  69: { kind: 'return', reason: '07', businessDays: 3 },
  ...either,
}

export const fileSentinel = (kind: 'debit' | 'credit', cents: number): FileSentinel | undefined => (kind === 'debit' ? debits : credits)[cents % 100]
