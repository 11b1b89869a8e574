import { useLingui } from '@lingui/react/macro'
import type { Movement } from '@nikau/contract/desk/proposals'
import { balancesOf } from '../lib/balances.ts'
import { Mono } from './Mono.tsx'
import { Sum } from './Sum.tsx'
import { Table } from './Table.tsx'

/** What is posted, as debit and credit. */
export function PostedTable({ movements }: { movements: readonly Movement[] }) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`What will be posted, as debit and credit`}
      hasCards
      columns={[
        { key: 'operation', label: t`Operation`, isHead: true },
        { key: 'debit', card: 'line', label: t`Debit` },
        { key: 'credit', card: 'line', label: t`Credit` },
        { key: 'amount', card: 'line', label: t`Amount`, align: 'end' },
      ]}
      rows={movements.map(({ kind, debit, credit, amount }, place) => ({
        id: String(place),
        cells: {
          operation: kind,
          debit: <Mono>{debit.account}</Mono>,
          credit: <Mono>{credit.account}</Mono>,
          amount: <Sum cents={amount} isStrong />,
        },
      }))}
    />
  )
}

export function BalancesTable({ movements }: { movements: readonly Movement[] }) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Balances before and after`}
      hasCards
      isDense
      columns={[
        { key: 'account', label: t`Account`, isHead: true },
        { key: 'before', card: 'line', label: t`Before`, align: 'end' },
        { key: 'change', card: 'line', label: t`Change`, align: 'end' },
        { key: 'after', card: 'line', label: t`After`, align: 'end' },
      ]}
      rows={balancesOf(movements).map(({ account, unit, before, change, after }) => ({
        id: `${unit} ${account}`,
        cells: {
          account: <Mono>{account}</Mono>,
          before: <Sum cents={before} />,
          change: <Sum cents={change} hasSign />,
          after: <Sum cents={after} isStrong />,
        },
      }))}
    />
  )
}
