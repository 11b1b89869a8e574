import { Trans, useLingui } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import type { Cents } from '@nikau/money'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { CountdownRing, StatusChip } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { spanText } from '../../lib/moments.ts'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'

/** The ring is full while there are six hours or more. */
const ringMs = 6 * 3_600_000

interface Row {
  id: string
  name: ReactNode
  orders: number
  total: Cents
}

/** What goes to the banks today, and until when more can. */
export function WindowPanel({ overview }: { overview: Overview }) {
  const { t } = useLingui()
  const { window } = overview
  const rows: Row[] = [
    ...window.waiting.map(({ kind, orders, sum }) => ({
      id: kind,
      name: (
        <>
          <span className="dk-strong">{kind === 'debit' ? <Trans>Debits</Trans> : <Trans>Payouts</Trans>}</span>{' '}
          <StatusChip icon={<></>}>
            <Trans>waiting</Trans>
          </StatusChip>
        </>
      ),
      orders,
      total: sum,
    })),
    ...window.files.map(({ reference, orders, total, state }) => ({
      id: reference,
      name: (
        <>
          <span className="dk-strong dk-nowrap">{reference}</span> <FileState state={state} />
        </>
      ),
      orders,
      total,
    })),
  ]
  return (
    <Panel title={<Trans>Files today</Trans>} isFlush>
      <div className="dk-window">
        <TimeLeft overview={overview} />
      </div>
      <Table
        caption={t`Orders that wait for a file, and files of today`}
        isDense
        rows={rows.map(({ name, orders, total, id }) => ({ id: id, cells: { file: name, orders: orders, total: <Sum cents={total} /> } }))}

        columns={[
          { key: 'file', label: t`File`, isHead: true },
          { key: 'orders', label: t`Orders`, align: 'end' },
          { key: 'total', label: t`Total`, align: 'end' },
        ]}
      />
    </Panel>
  )
}

function TimeLeft({ overview: { window, now, readAt } }: { overview: Overview }) {
  // Counts on from the answer, by the clock of money.
  const left = window.closesAt.getTime() - now.getTime() - Math.max(0, useNow().getTime() - readAt.getTime())
  const [closes, cutOff, day] = [timeOfDay(window.closesAt), timeOfDay(window.cutOffAt), shortDate(window.day)]
  return (
    <>
      <CountdownRing size="m" fraction={left / ringMs} />
      <div>
        <b>{left > 0 ? spanText(left) : <Trans>closing</Trans>}</b>
        <span className="dk-sub">
          {window.isToday ? (
            <Trans>
              until the window closes, {closes}. The bank’s cut-off is {cutOff}.
            </Trans>
          ) : (
            <Trans>
              until the next window closes, {day}, {closes}. The bank’s cut-off is {cutOff}.
            </Trans>
          )}
        </span>
      </div>
    </>
  )
}

function FileState({ state }: { state: Overview['window']['files'][number]['state'] }) {
  if (state === 'accepted')
    return (
      <StatusChip tone="positive">
        <Trans>accepted</Trans>
      </StatusChip>
    )
  if (state === 'ready')
    return (
      <StatusChip icon={<></>}>
        <Trans>being sent</Trans>
      </StatusChip>
    )
  return <StatusChip tone="negative">{state === 'rejected' ? <Trans>rejected</Trans> : <Trans>conflict</Trans>}</StatusChip>
}
