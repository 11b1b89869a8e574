import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type BankFileDetail, getBankFile, lineFilters, type orderOutcomes, revealBankFile } from '@nikau/contract/desk/bank-files'
import { createProposal } from '@nikau/contract/desk/proposals'
import { cents, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Anchor, FilterChips, Icon, Notice, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { Fields } from '../../parts/Fields.tsx'
import { Hash } from '../../parts/Hash.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageFigure, PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { Bytes } from './Bytes.tsx'
import { Lines } from './Lines.tsx'
import { StateChip } from './StateChip.tsx'
import { outcomeTexts, stepTexts } from './texts.ts'
import './files.css'

export type LineFilter = (typeof lineFilters)[number] | 'all'

/** A file as it was sent, and what became of each order in it. */
export function FileScreen() {
  const { i18n, t } = useLingui()
  const { fileId = '' } = useParams()
  const [only, setOnly] = useState<LineFilter>('all')
  const [pageKey, setPageKey] = useState<string>()
  const query = useDeskQuery(getBankFile, { params: { id: fileId }, query: { only: only === 'all' ? undefined : only, pageKey } })
  const filterTo = (value: LineFilter) => {
    setOnly(value)
    setPageKey(undefined)
  }
  return (
    <Loaded query={query}>
      {(answer) => {
        const { file } = answer
        const counted = (label: string, count: number) => (
          <>
            <span className="dk-capital">{label}</span> <span className="dk-count">{count}</span>
          </>
        )
        return (
          <>
            <Head file={file} now={answer.now} />
            <Course file={file} />
            <div className="dk-grid-side dk-file">
              <div className="dk-stack">
                <SetAside file={file} />
                <Panel isFlush title={<Trans>Lines</Trans>}>
                  <div className="dk-file-filters">
                    <FilterChips<LineFilter>
                      label={t`Lines shown`}
                      value={only}
                      onChange={filterTo}
                      options={[
                        { value: 'all', label: counted(t`All`, file.orders) },
                        ...file.parts.map(({ outcome, orders }) => ({ value: outcome as LineFilter, label: counted(i18n._(outcomeTexts[outcome]), orders) })),
                        ...(file.linesWithException > 0
                          ? [{ value: 'exceptions' as const, label: counted(t`With an exception`, file.linesWithException) }]
                          : []),
                      ]}
                    />
                  </div>
                  <Lines answer={answer} isFirstPage={pageKey === undefined} onPage={setPageKey} />
                </Panel>
              </div>
              <div className="dk-stack">
                <AddsUp file={file} />
                <About file={file} />
              </div>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

function Head({ file, now }: { file: BankFileDetail; now: Date }) {
  const { id, kind, orders, day, total, exceptions, course } = file
  const of = shortDate(day)
  const clears = course.find(({ step }) => step === 'cleared')?.at
  const when = clears && momentText(clears, now)
  return (
    <PageHead
      title={id}
      chip={
        <>
          <StateChip file={file} />
          {exceptions > 0 && (
            <StatusChip tone="warning" icon={<Icon name="warning" size="xs" />}>
              <Plural value={exceptions} one="# exception" other="# exceptions" />
            </StatusChip>
          )}
        </>
      }
      lede={
        <>
          {kind === 'debit' ? (
            <Plural value={orders} one={`# direct debit of the window of ${of}.`} other={`# direct debits of the window of ${of}.`} />
          ) : (
            <Plural value={orders} one={`# payment out of the window of ${of}.`} other={`# payments out of the window of ${of}.`} />
          )}{' '}
          {kind === 'debit' && when !== undefined && !file.clearedAt && <Trans>Wallets are credited {when}.</Trans>}
        </>
      }
    >
      <PageFigure label={<Trans>Total</Trans>}>{format(total)}</PageFigure>
    </PageHead>
  )
}

function Course({ file: { course, acceptedAt } }: { file: BankFileDetail }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  return (
    <section className="dk-panel dk-course" aria-label={t`Course`}>
      <ol className="dk-steps">
        {course.map(({ step, state, at, day }) => {
          const until = day === undefined ? '' : shortDate(day)
          return (
            <li key={step} data-state={state}>
              <b>
                {state === 'done' && <Icon name="check" size="xs" />}
                {state === 'now' && <Icon name="clock" size="xs" />}
                {state === 'failed' && <Icon name="problem" size="xs" />}
                {i18n._(stepTexts[step])}
              </b>
              <span className="dk-sub">
                {step === 'may-come-back' && day !== undefined ? (
                  <Trans>until {until}</Trans>
                ) : at !== undefined ? (
                  momentText(at, now)
                ) : day !== undefined ? (
                  until
                ) : step === 'accepted' && !acceptedAt ? (
                  <Trans>the bank has not answered</Trans>
                ) : (
                  '–'
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** A file that the bank did not take: what it said, and the act that sends the orders again, with its preview. */
function SetAside({ file: { state, rejection, waiting, related, generation } }: { file: BankFileDetail }) {
  const { operator } = useSession()
  if (state !== 'rejected' && state !== 'conflict') return null
  const mayPropose = createProposal.roles.some((role) => ['operations', 'finance', 'finance-lead'].includes(role) && operator.roles.includes(role))
  const next = related.find((other) => other.generation > generation)
  return (
    <Notice
      tone={waiting ? 'warning' : 'info'}
      title={state === 'rejected' ? <Trans>The bank rejected the whole file</Trans> : <Trans>The bank has another file under this reference</Trans>}
    >
      {rejection !== undefined && <Mono>{rejection}</Mono>}
      {next && (
        <p>
          <Trans>
            Its orders went out in{' '}
            <Anchor className="n-link" href={`/files/${next.id}`}>
              {next.id}
            </Anchor>
            .
          </Trans>
        </p>
      )}
      {waiting && (
        <p className="dk-notice-links">
          {waiting.proposalId !== undefined ? (
            <Anchor className="n-link" href={`/approvals/${waiting.proposalId}`}>
              <Trans>A proposal waits for a second person</Trans>
            </Anchor>
          ) : (
            <Anchor className="n-link" href={`/exceptions/${waiting.exceptionId}${mayPropose && state === 'rejected' ? '?act=resend-file' : ''}`}>
              {mayPropose && state === 'rejected' ? <Trans>Send the orders in a new file</Trans> : <Trans>Open its exception</Trans>}
            </Anchor>
          )}
        </p>
      )}
    </Notice>
  )
}

function AddsUp({ file: { parts, orders, total, addsUp } }: { file: BankFileDetail }) {
  const { i18n, t } = useLingui()
  return (
    <Panel
      isFlush
      title={<Trans>Adds up</Trans>}
      aside={
        <span className="dk-with-icon" data-tone={addsUp ? undefined : 'negative'}>
          <Icon name={addsUp ? 'check' : 'problem'} size="s" />
          {addsUp ? <Trans>to the cent</Trans> : <Trans>does not add up</Trans>}
        </span>
      }
    >
      <Table
        caption={t`What became of the orders`}
        isDense
        columns={[
          { key: 'where', label: t`Where`, isHead: true },
          { key: 'orders', label: t`Orders`, align: 'end' },
          { key: 'sum', label: t`Amount`, align: 'end' },
        ]}
        rows={parts.map(({ outcome, orders: count, sum }: { outcome: (typeof orderOutcomes)[number]; orders: number; sum: typeof total }) => ({
          id: outcome,
          cells: { where: <span className="dk-capital">{i18n._(outcomeTexts[outcome])}</span>, orders: count, sum: <Sum cents={sum} /> },
        }))}
        total={{ where: <Trans>In the file</Trans>, orders, sum: <Sum cents={cents(total)} /> }}
      />
    </Panel>
  )
}

function About({ file }: { file: BankFileDetail }) {
  const { operator } = useSession()
  const { kind, bank, account, bankFileId, dueDay, attempts, generation, related, digest, size, id } = file
  const mayOpen = revealBankFile.roles.some((role) => operator.roles.includes(role))
  const earlier = related.filter((other) => other.generation < generation)
  return (
    <Panel
      title={<Trans>The file</Trans>}
      footer={
        mayOpen ? (
          <Bytes id={id} />
        ) : (
          <span className="dk-sub">
            <Trans>Its bytes hold account numbers: your role does not open them.</Trans>
          </span>
        )
      }
    >
      <Fields
        rows={[
          { key: 'kind', label: <Trans>Kind</Trans>, value: kind === 'debit' ? <Trans>direct debits, IB4B</Trans> : <Trans>payments out, IB4B</Trans> },
          {
            key: 'account',
            label: <Trans>Account</Trans>,
            value: (
              <>
                {bank} <span className="dk-nowrap">{account}</span>
              </>
            ),
          },
          { key: 'number', label: <Trans>Bank’s number</Trans>, value: bankFileId === undefined ? '–' : <Mono>{bankFileId}</Mono> },
          { key: 'due', label: <Trans>Due day</Trans>, value: shortDate(dueDay) },
          { key: 'attempts', label: <Trans>Attempts</Trans>, value: attempts },
          {
            key: 'generation',
            label: <Trans>Generation</Trans>,
            value: (
              <>
                {generation}
                {generation === 0 && (
                  <>
                    , <Trans>nothing rejected before</Trans>
                  </>
                )}
                {earlier.map((other) => (
                  <span key={other.id}>
                    ,{' '}
                    <Anchor className="n-link" href={`/files/${other.id}`}>
                      {other.id}
                    </Anchor>
                  </span>
                ))}
              </>
            ),
          },
          {
            key: 'bytes',
            label: <Trans>Bytes</Trans>,
            value: digest === undefined ? <Trans>no digest was kept</Trans> : <><Hash of={digest} />, <Plural value={size ?? 0} one="# byte" other="# bytes" /></>, // prettier-ignore
          },
        ]}
      />
    </Panel>
  )
}
