import { Trans, useLingui } from '@lingui/react/macro'
import type { StatementComparison } from '@nikau/contract/desk/statements'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { typeTexts } from './texts.ts'

export function Types({ comparison: { types, expected, shown, differing } }: { comparison: StatementComparison }) {
  const { i18n, t } = useLingui()
  return (
    <Panel isFlush title={<Trans>Expected and shown</Trans>}>
      <Table
        caption={t`Expected and shown, by type`}
        isDense
        columns={[
          { key: 'type', label: t`Type`, isHead: true },
          { key: 'expected', label: t`Expected`, align: 'end' },
          { key: 'expectedSum', label: t`Expected amount`, align: 'end' },
          { key: 'shown', label: t`Shown`, align: 'end' },
          { key: 'shownSum', label: t`Shown amount`, align: 'end' },
          { key: 'difference', label: t`Difference`, align: 'end' },
        ]}
        rows={types.map((row) => {
          const words = typeTexts[row.type]
          return {
            id: `${row.type} ${String(row.isReceipt)}`,
            ...((row.difference !== 0n || row.expected.count !== row.shown.count) && { tone: 'warning' as const }),
            cells: {
              type: (
                <>
                  {row.isReceipt ? <Trans>From partners</Trans> : words ? i18n._(words) : <Trans>Other lines</Trans>} <Mono>{row.type}</Mono>
                </>
              ),
              expected: row.expected.count,
              expectedSum: <Sum cents={row.expected.sum} hasSign={row.expected.sum !== 0n} />,
              shown: row.shown.count,
              shownSum: <Sum cents={row.shown.sum} hasSign={row.shown.sum !== 0n} />,
              difference: <Sum cents={row.difference} hasSign={row.difference !== 0n} hasTick />,
            },
          }
        })}
        total={{
          type: <Trans>All lines</Trans>,
          expected: expected.count,
          expectedSum: <Sum cents={expected.sum} hasSign />,
          shown: shown.count,
          shownSum: <Sum cents={shown.sum} hasSign />,
          difference: <Sum cents={differing.sum} hasSign={differing.sum !== 0n} hasTick />,
        }}
      />
    </Panel>
  )
}
