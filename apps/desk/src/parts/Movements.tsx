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
    <Table<Movement & { place: number }>
      caption={t`What will be posted, as debit and credit`}
      hasCards
      rows={movements.map((movement, place) => ({ ...movement, place }))}
      rowId={({ place }) => String(place)}
      columns={[
        { key: 'operation', label: t`Operation`, isHead: true, cell: ({ kind }) => kind },
        { key: 'debit', card: 'line', label: t`Debit`, cell: ({ debit }) => <Mono>{debit.account}</Mono> },
        { key: 'credit', card: 'line', label: t`Credit`, cell: ({ credit }) => <Mono>{credit.account}</Mono> },
        { key: 'amount', card: 'line', label: t`Amount`, align: 'end', cell: ({ amount }) => <Sum cents={amount} isStrong /> },
      ]}
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
      rows={balancesOf(movements)}
      rowId={({ account, unit }) => `${unit} ${account}`}
      columns={[
        { key: 'account', label: t`Account`, isHead: true, cell: ({ account }) => <Mono>{account}</Mono> },
        { key: 'before', card: 'line', label: t`Before`, align: 'end', cell: ({ before }) => <Sum cents={before} /> },
        { key: 'change', card: 'line', label: t`Change`, align: 'end', cell: ({ change }) => <Sum cents={change} hasSign /> },
        { key: 'after', card: 'line', label: t`After`, align: 'end', cell: ({ after }) => <Sum cents={after} isStrong /> },
      ]}
    />
  )
}
