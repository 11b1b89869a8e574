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
        rows={books.broken.map(({ name, rows, moreRows, since, says }) => ({
          id: name,
          tone: 'warning',
          cells: {
            name: (
              <span className="dk-invariant">
                <Mono>{name}</Mono>
              </span>
            ),
            rows: moreRows ? t`${rows} or more` : rows,
            since: <span className="dk-nowrap">{momentText(since, now)}</span>,
            says,
          },
        }))}

        columns={[
          { key: 'name', label: t`Invariant`, isHead: true },
          { key: 'rows', label: t`Rows`, align: 'end', card: 'line' },
          { key: 'since', label: t`First seen`, card: 'line' },
          { key: 'says', label: t`What should hold` },
        ]}
      />
    </Panel>
  )
}
