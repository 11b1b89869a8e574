import { Trans, useLingui } from '@lingui/react/macro'
import type { FileLine, getBankFile } from '@nikau/contract/desk/bank-files'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import { shortDate } from '@nikau/nz/nz-time'
import { Anchor, Button, StatusChip } from '@nikau/ui'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { lineStates, reasonTexts, resultTexts } from './texts.ts'

interface LinesProps {
  answer: DeskAnswerOf<typeof getBankFile>
  isFirstPage: boolean
  onPage: (pageKey: string | undefined) => void
}

export function Lines({ answer: { items, matching, nextPageKey }, isFirstPage, onPage }: LinesProps) {
  const { t } = useLingui()
  const shown = items.length
  return (
    <>
      <Table
        caption={t`Lines of the file`}
        columns={[
          { key: 'line', label: t`Line`, align: 'end' },
          { key: 'reference', label: t`Reference`, isHead: true },
          { key: 'payer', label: t`Account` },
          { key: 'amount', label: t`Amount`, align: 'end' },
          { key: 'state', label: t`State` },
          { key: 'result', label: t`Bank result` },
        ]}
        rows={items.map((line) => ({
          id: String(line.line),
          ...(line.exceptions.some(({ isOpen }) => isOpen) && { tone: 'warning' as const }),
          cells: {
            line: line.line,
            reference: <span className="dk-mono dk-nowrap">{line.reference}</span>,
            payer: line.payer === undefined ? '–' : <span className="dk-nowrap">{line.payer}</span>,
            amount: <Sum cents={line.amount} />,
            state: <LineState state={line.state} />,
            result: <Result line={line} />,
          },
        }))}
      />
      <div className="dk-panel-foot">
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
      </div>
    </>
  )
}

function LineState({ state }: Pick<FileLine, 'state'>) {
  const { i18n } = useLingui()
  const tone = state === 'at-bank' || state === 'done' ? 'positive' : state === 'sent' || state === 'replaced' ? 'neutral' : 'negative'
  return <StatusChip tone={tone}>{i18n._(lineStates[state])}</StatusChip>
}

function Result({ line: { result, exceptions } }: { line: FileLine }) {
  const { i18n } = useLingui()
  const reason = result?.reason
  const words = reason === undefined ? undefined : reasonTexts[reason]
  const day = result && shortDate(result.day)
  return (
    <>
      {result ? (
        <>
          {i18n._(resultTexts[result.outcome])} <span className="dk-nowrap">{day}</span>
          {reason !== undefined && <span className="dk-sub">{words ? i18n._(words) : reason}</span>}
        </>
      ) : (
        <span className="dk-ink-2">
          <Trans>none yet</Trans>
        </span>
      )}
      {exceptions.map(({ id, isOpen }) => (
        <Anchor key={id} className="n-link dk-block" href={`/exceptions/${id}`}>
          {isOpen ? <Trans>exception {id}</Trans> : <Trans>exception {id}, closed</Trans>}
        </Anchor>
      ))}
    </>
  )
}
