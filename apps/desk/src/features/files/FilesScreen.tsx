import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type BankFile, listBankFiles } from '@nikau/contract/desk/bank-files'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import { longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Anchor, Button, CountdownRing, EmptyState, Icon, StatusChip } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText, spanText } from '../../lib/moments.ts'
import { AsOf } from '../../parts/Fresh.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table, type TableRow } from '../../parts/Table.tsx'
import { Parts } from './Parts.tsx'
import { StateChip } from './StateChip.tsx'
import './files.css'

type Answer = DeskAnswerOf<typeof listBankFiles>
type Key = 'file' | 'what' | 'orders' | 'total' | 'state' | 'bank' | 'last'

/** The ring is full while there are six hours or more. */
const ringMs = 6 * 3_600_000

/** What goes to the banks day by day, and what the banks have made of it. */
export function FilesScreen() {
  const { t } = useLingui()
  const [pageKey, setPageKey] = useState<string>()
  const query = useDeskQuery(listBankFiles, { query: { pageKey } })
  return (
    <>
      <PageHead
        title={<Trans>Bank files</Trans>}
        lede={<Trans>What customers asked for becomes files of debits and payouts each business day. A file’s bytes never change.</Trans>}
      />
      <Loaded query={query}>
        {(answer) => (
          <div className="dk-stack">
            {answer.window && <Today answer={answer} window={answer.window} />}
            <Panel
              isFlush
              title={<Trans>By window</Trans>}
              aside={<AsOf at={query.readAt} />}
              footer={
                (pageKey !== undefined || answer.nextPageKey !== undefined) && (
                  <>
                    {pageKey !== undefined && (
                      <Button size="s" variant="outlined" onPress={() => setPageKey(undefined)}>
                        <Trans>Back to the last days</Trans>
                      </Button>
                    )}
                    {answer.nextPageKey !== undefined && (
                      <Button size="s" variant="outlined" onPress={() => setPageKey(answer.nextPageKey)}>
                        <Trans>Earlier days</Trans>
                      </Button>
                    )}
                  </>
                )
              }
            >
              {answer.items.length === 0 && (answer.window?.waiting.length ?? 0) === 0 ? (
                <EmptyState drawing="frond" level={3} title={<Trans>No files</Trans>}>
                  {answer.window ? <Trans>No window has closed yet.</Trans> : <Trans>Test money never goes to a bank.</Trans>}
                </EmptyState>
              ) : (
                <Windows answer={answer} isFirst={pageKey === undefined} caption={t`Bank files by window`} />
              )}
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Today({ answer: { now }, window }: { answer: Answer; window: NonNullable<Answer['window']> }) {
  const { t } = useLingui()
  const clock = useNow()
  const left = window.closesAt.getTime() - clock.getTime()
  const closes = momentText(window.closesAt, now)
  const orders = window.waiting.reduce((count, each) => count + each.orders, 0)
  return (
    <section className="dk-panel dk-today" aria-label={t`Today`}>
      <div className="dk-today-left">
        <CountdownRing size="m" fraction={left / ringMs} />
        <div>
          <b>{left > 0 ? spanText(left) : <Trans>closing</Trans>}</b>
          <span className="dk-sub">
            <Trans>until {closes}</Trans>
          </span>
        </div>
      </div>
      <ol className="dk-steps">
        <Step isDone={window.comparedAt !== undefined} title={window.comparedAt ? timeOfDay(window.comparedAt) : t`Not yet today`}>
          <Trans>statements compared</Trans>
        </Step>
        <Step isDone={window.clearedAt !== undefined} title={window.clearedAt ? timeOfDay(window.clearedAt) : t`None today`}>
          <Trans>files cleared</Trans>
        </Step>
        <Step isNow title={t`Now`}>
          <Plural value={orders} one="# order collected" other="# orders collected" />
        </Step>
        <Step title={closes}>
          <Trans>window closes</Trans>
        </Step>
      </ol>
    </section>
  )
}

function Step({ isDone, isNow, title, children }: { isDone?: boolean; isNow?: boolean; title: string; children: ReactNode }) {
  return (
    <li data-state={isDone ? 'done' : isNow ? 'now' : 'next'}>
      <b>
        {isDone ? <Icon name="check" size="xs" /> : isNow ? <Icon name="clock" size="xs" /> : null}
        {title}
      </b>
      <span className="dk-sub">{children}</span>
    </li>
  )
}

function Windows({ answer: { items, window, now }, isFirst, caption }: { answer: Answer; isFirst: boolean; caption: string }) {
  const { t } = useLingui()
  const what = (kind: BankFile['kind']) => (kind === 'debit' ? t`top-ups` : t`withdrawals, payouts`)
  const rows: TableRow<Key>[] = []
  if (isFirst && window) {
    const [openDay, closes] = [shortDate(window.day), timeOfDay(window.closesAt)]
    window.waiting.forEach(({ kind, orders, sum }, at) =>
      rows.push({
        id: `waiting-${kind}`,
        ...(at === 0 && { group: <Trans>{openDay}, window open</Trans> }),
        cells: {
          file: <span className="dk-strong">{kind === 'debit' ? <Trans>Debits</Trans> : <Trans>Payouts</Trans>}</span>,
          what: what(kind),
          orders,
          total: <Sum cents={sum} />,
          state: (
            <StatusChip>
              <Trans>collecting</Trans>
            </StatusChip>
          ),
          bank: (
            <span className="dk-sub">
              <Trans>until {closes}</Trans>
            </span>
          ),
          last: '–',
        },
      }),
    )
  }
  for (const { day, closedAt, isComplete, files } of items) {
    const [name, closed] = [longDate(day), momentText(closedAt, now)]
    const group = isComplete ? (
      <Trans>
        {name}, closed {closed}
      </Trans>
    ) : (
      <Trans>{name}, files are being built</Trans>
    )
    if (files.length === 0) {
      const none = <Trans>no orders, no file</Trans>
      rows.push({ id: day, group, cells: { file: <span className="dk-ink-2">{none}</span>, what: '', orders: 0, total: '', state: '', bank: '', last: '' } })
    }
    files.forEach((file, at) => rows.push({ ...fileRow(file, what(file.kind)), ...(at === 0 && { group }) }))
  }
  return (
    <Table
      caption={caption}
      columns={[
        { key: 'file', label: t`File`, isHead: true },
        { key: 'what', label: t`What` },
        { key: 'orders', label: t`Orders`, align: 'end' },
        { key: 'total', label: t`Total`, align: 'end' },
        { key: 'state', label: t`State` },
        { key: 'bank', label: t`Bank result` },
        { key: 'last', label: t`May come back until` },
      ]}
      rows={rows}
    />
  )
}

function fileRow(file: BankFile, what: string): TableRow<Key> {
  const { id, orders, total, state, rejection, waiting, finalDay, exceptions } = file
  const isSetAside = state === 'rejected' || state === 'conflict'
  return {
    id,
    ...((waiting || exceptions > 0 || !file.addsUp) && { tone: 'warning' as const }),
    cells: {
      file: (
        <Anchor className="dk-row-link dk-mono" href={`/files/${id}`}>
          {id}
        </Anchor>
      ),
      what,
      orders,
      total: <Sum cents={total} />,
      state: <StateChip file={file} />,
      bank: (
        <>
          <Parts file={file} />
          {isSetAside && rejection !== undefined && <span className="dk-mono dk-block">{rejection}</span>}
          {waiting?.proposalId !== undefined ? (
            <Anchor className="n-link" href={`/approvals/${waiting.proposalId}`}>
              <Trans>waits for a second person</Trans>
            </Anchor>
          ) : exceptions > 0 ? (
            <span className="dk-with-icon" data-tone="warning">
              <Icon name="warning" size="xs" />
              <Plural value={exceptions} one="# exception" other="# exceptions" />
            </span>
          ) : null}
        </>
      ),
      last: finalDay === undefined ? '–' : <span className="dk-nowrap">{shortDate(finalDay)}</span>,
    },
  }
}
