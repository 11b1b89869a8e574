import type { CalendarDate } from '@nikau/nz/nz-time'
import type { StatementLine } from '@nikau/rails/ib4b'
import type { Db, Tx } from '@nikau/runtime'

/** A statement line that a partner has paid. */
export interface Receipt {
  account: string
  day: CalendarDate
  transactionId: string
  kind: ReceiptKind
  reference: string
  amount: bigint
}

type ReceiptKind = 'card-advice' | 'issuer-bill'

/** Who knows a payment from a partner by its reference. Statements ask about the lines that no order of ours explains. */
export interface ReceiptPort {
  /** The first day of which a statement may show one; undefined while none is expected. */
  firstDay(db: Db): Promise<CalendarDate | undefined>
  /** Of these lines those that are receipts, without those recorded before. */
  recognise(tx: Tx, account: string, lines: readonly StatementLine[]): Promise<Receipt[]>
  /** In the transaction that stores the statement. They are booked later, so that one that cannot be booked stops no statement. */
  record(tx: Tx, receipts: readonly Receipt[], at: Date): Promise<void>
}
