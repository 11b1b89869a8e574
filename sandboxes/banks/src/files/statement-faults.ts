import type { AccountNumber } from '../account-number.ts'
import type { Entry } from '../ledger.ts'
import type { Store } from '../store.ts'

/** Differences injected into statements. The ledger behind them stays right: only the statement is wrong. */
export const statementFaultKinds = ['duplicate', 'missing', 'wrong-amount', 'unknown'] as const
export type StatementFaultKind = (typeof statementFaultKinds)[number]

export type StatementFault = { id: string; kind: StatementFaultKind; account: AccountNumber; day: string; transaction: string }

export type StatementFaults = {
  inject(kind: StatementFaultKind, entry: Entry): StatementFault
  all(): StatementFault[]
  /** The lines as the statement shows them. */
  show(entries: readonly Entry[]): Entry[]
}

export const openStatementFaults = (store: Store): StatementFaults => {
  const faults = store.collection<StatementFault>('plants')
  const byTransaction = new Map<string, StatementFault[]>()
  const index = (fault: StatementFault): void => {
    byTransaction.set(fault.transaction, [...(byTransaction.get(fault.transaction) ?? []), fault])
  }
  for (const fault of faults.values()) index(fault)

  return {
    inject(kind, entry) {
      const fault = { id: `X${String(faults.size() + 1).padStart(9, '0')}`, kind, account: entry.account, day: entry.day, transaction: entry.id }
      faults.put(fault.id, fault)
      index(fault)
      return fault
    },
    all: () => [...faults.values()],
    show: (entries) =>
      entries.flatMap((entry) => {
        let shown = [entry]
        for (const fault of byTransaction.get(entry.id) ?? []) shown = apply[fault.kind](shown, entry, fault)
        return shown
      }),
  }
}

type ApplyStatementFault = (shown: Entry[], entry: Entry, fault: StatementFault) => Entry[]

const apply: Record<StatementFaultKind, ApplyStatementFault> = {
  duplicate: (shown, entry) => [...shown, entry],
  missing: () => [],
  'wrong-amount': (shown) => shown.map((line) => ({ ...line, amount: line.amount - 1 })),
  unknown: (shown, entry, fault) => [...shown, { ...entry, ...stranger, id: fault.id }],
}

const stranger = {
  amount: 12_34,
  type: 'DC',
  otherName: 'A Stranger',
  otherAccount: '010902000683890000',
  particulars: 'DEPOSIT',
  code: '',
  reference: '',
  source: 'nobody',
} as const
