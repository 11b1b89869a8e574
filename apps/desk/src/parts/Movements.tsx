import { Trans, useLingui } from '@lingui/react/macro'
import type { Movement, ProposalPreview } from '@nikau/contract/desk/proposals'
import { format } from '@nikau/money'
import { balancesOf } from '../lib/balances.ts'
import { AccountLink, PostingLink } from './LedgerLinks.tsx'
import { Sum } from './Sum.tsx'
import { Table } from './Table.tsx'

/** What is posted, as debit and credit. Once it is posted each row leads to its posting; the accounts lead to all their entries. */
export function PostedTable({ movements, posting }: { movements: readonly Movement[]; posting?: string | undefined }) {
  const { t } = useLingui()
  return (
    <Table
      caption={posting === undefined ? t`What will be posted, as debit and credit` : t`What was posted, as debit and credit`}
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
          operation: posting === undefined ? kind : <PostingLink id={posting}>{kind}</PostingLink>,
          debit: <AccountLink id={debit.account} />,
          credit: <AccountLink id={credit.account} />,
          amount: <Sum cents={amount} isStrong />,
        },
      }))}
    />
  )
}

interface BalancesTableProps {
  movements: readonly Movement[]
  /** Of the accounts, where they were read. */
  limits?: ProposalPreview['limits'] | undefined
}

export function BalancesTable({ movements, limits }: BalancesTableProps) {
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
        ...(limits ? [{ key: 'limits' as const, card: 'line' as const, label: t`Limits` }] : []),
      ]}
      rows={balancesOf(movements).map(({ account, unit, before, change, after }) => ({
        id: `${unit} ${account}`,
        cells: {
          account: <AccountLink id={account} />,
          before: <Sum cents={before} />,
          change: <Sum cents={change} hasSign />,
          after: <Sum cents={after} isStrong />,
          limits: <Limits limits={limits?.find((limit) => limit.account === account)} />,
        },
      }))}
    />
  )
}

function Limits({ limits }: { limits: ProposalPreview['limits'][number] | undefined }) {
  const [floor, ceiling] = [limits?.floor, limits?.ceiling].map((limit) => (limit === undefined ? undefined : format(limit)))
  if (floor !== undefined && ceiling !== undefined)
    return (
      <Trans>
        floor {floor}, ceiling {ceiling}
      </Trans>
    )
  if (floor !== undefined) return <Trans>floor {floor}</Trans>
  return ceiling === undefined ? <Trans>none</Trans> : <Trans>ceiling {ceiling}</Trans>
}
