import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { getStatement } from '@nikau/contract/desk/statements'
import { Button, StatusChip } from '@nikau/ui'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { verdictTexts } from './texts.ts'

interface StatementLinesProps {
  statement: DeskAnswerOf<typeof getStatement>
  isFirstPage: boolean
  onPage: (pageKey: string | undefined) => void
}

export function StatementLines({ statement: { items, matching, nextPageKey }, isFirstPage, onPage }: StatementLinesProps) {
  const { i18n, t } = useLingui()
  const shown = items.length
  return (
    <Panel
      isFlush
      title={<Trans>Lines</Trans>}
      footer={
        <>
          <span className="dk-sub">
            <Trans>
              {shown} of {matching} lines shown
            </Trans>
          </span>
          {!isFirstPage && (
            <Button size="s" variant="outlined" onPress={() => onPage(undefined)}>
              <Trans>First lines</Trans>
            </Button>
          )}
          {nextPageKey !== undefined && (
            <Button size="s" variant="outlined" onPress={() => onPage(nextPageKey)}>
              <Trans>Next lines</Trans>
            </Button>
          )}
        </>
      }
    >
      <Table
        caption={t`Lines of the statement`}
        isDense
        columns={[
          { key: 'number', label: t`Line`, align: 'end' },
          { key: 'reference', label: t`Reference`, isHead: true },
          { key: 'text', label: t`Statement text` },
          { key: 'type', label: t`Type` },
          { key: 'amount', label: t`Amount`, align: 'end' },
          { key: 'verdict', label: t`Compared` },
        ]}
        rows={items.map(({ number, reference, text, type, amount, verdict }) => ({
          id: String(number),
          ...(verdict !== 'matched' && verdict !== 'receipt' && { tone: 'warning' as const }),
          cells: {
            number,
            reference: reference === '' ? '–' : <Mono>{reference}</Mono>,
            text: text === '' ? '–' : text,
            type: <Mono>{type}</Mono>,
            amount: <Sum cents={amount} hasSign />,
            verdict: <StatusChip tone={verdict === 'matched' || verdict === 'receipt' ? 'positive' : 'warning'}>{i18n._(verdictTexts[verdict])}</StatusChip>,
          },
        }))}
      />
    </Panel>
  )
}
