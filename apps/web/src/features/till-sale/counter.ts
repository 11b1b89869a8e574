import { createContext, use } from 'react'
import type { Basket } from './basket.ts'

/** Where the person at the till is, besides the state of the sale. */
export type CounterView =
  | { at: 'sale' | 'person' | 'items' }
  | { at: 'scan'; isTyping?: boolean }
  /** The till's own payments, one of them, and the close of a day. */
  | { at: 'list' | 'day' }
  | { at: 'payment'; id: string }
  /** Without a connection: noting a sale, what is noted, and the printed sticker. */
  | { at: 'note' | 'notes' | 'sticker' }

export interface Counter {
  view: CounterView
  go: (view: CounterView) => void
  /** Charges the basket with a customer's code, or for the QR code of the request itself. */
  charge: (barcode?: string) => void
  /** What was read instead of a code that can be charged. */
  misread: 'wrong-check-digit' | 'unsupported' | 'no-amount' | undefined
  clearMisread: () => void
  /** The basket before the keyboard typed its last digit, and when that was: it may be the first one of a hand scanner. */
  noteTyped: (before: Basket, at: number) => void
}

export const CounterContext = createContext<Counter | undefined>(undefined)

export function useCounter(): Counter {
  const counter = use(CounterContext)
  if (!counter) throw new Error('useCounter outside of the counter')
  return counter
}
