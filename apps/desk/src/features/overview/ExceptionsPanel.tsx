import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import { Icon } from '@nikau/ui'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'

const ages = {
  'under-4-hours': { name: msg`Under 4 h`, tone: 'brand' },
  'under-1-day': { name: msg`4 to 24 h`, tone: 'brand' },
  'under-3-days': { name: msg`1 to 3 d`, tone: 'warning' },
  'over-3-days': { name: msg`Over 3 d`, tone: 'negative' },
} as const

export function ExceptionsPanel({ exceptions }: { exceptions: Overview['exceptions'] }) {
  const { i18n, t } = useLingui()
  const most = Math.max(1, ...exceptions.ages.map(({ open }) => open))
  return (
    <Panel
      title={<Trans>Exceptions by age</Trans>}
      isFlush
      aside={
        exceptions.overdue > 0 ? (
          <span className="dk-with-icon" data-tone="warning">
            <Icon name="clock" size="s" />
            <Plural value={exceptions.overdue} one="# overdue" other="# overdue" />
          </span>
        ) : (
          <Trans>none overdue</Trans>
        )
      }
    >
      <div className="dk-headless">
        <Table
          caption={t`Open exceptions by age`}
          rows={exceptions.ages.map(({ age, open, sum }) => ({
            id: age,
            cells: {
              age: <span className="dk-nowrap">{i18n._(ages[age].name)}</span>,
              bar: (
                <svg className="dk-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
                  <rect data-tone={ages[age].tone} width={(open / most) * 100} height={10} />
                </svg>
              ),
              open: open,
              sum: <Sum cents={sum} />,
            },
          }))}

          columns={[
            { key: 'age', label: t`Age`, isHead: true },
            {
              key: 'bar',
              label: t`Share`,
            },
            { key: 'open', label: t`Open`, align: 'end' },
            { key: 'sum', label: t`Money`, align: 'end' },
          ]}
          total={{ age: <Trans>Open</Trans>, open: exceptions.open, sum: <Sum cents={exceptions.sum} /> }}
        />
      </div>
    </Panel>
  )
}
