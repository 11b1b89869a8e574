import { Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import { momentText } from '../../lib/moments.ts'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'

export function BrokenPanel({ overview: { books, now } }: { overview: Overview }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>What broke</Trans>} isFlush aside={<Trans>checked every 5 minutes</Trans>}>
      <Table
        caption={t`Invariants that are broken`}
        hasCards
        rows={books.broken}
        rowId={({ name }) => name}
        rowTone={() => 'warning'}
        columns={[
          {
            key: 'name',
            label: t`Invariant`,
            isHead: true,
            cell: ({ name }) => (
              <span className="dk-invariant">
                <Mono>{name}</Mono>
              </span>
            ),
          },
          { key: 'rows', label: t`Rows`, align: 'end', card: 'line', cell: ({ rows, moreRows }) => (moreRows ? t`${rows} or more` : rows) },
          { key: 'since', label: t`First seen`, card: 'line', cell: ({ since }) => <span className="dk-nowrap">{momentText(since, now)}</span> },
          { key: 'says', label: t`What should hold`, cell: ({ says }) => says },
        ]}
      />
    </Panel>
  )
}
