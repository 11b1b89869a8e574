import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LedgerCall, LedgerPosting } from '@nikau/contract/desk/ledger'
import { add, type Cents, cents, format } from '@nikau/money'
import { Anchor } from '@nikau/ui'
import type { ReactNode } from 'react'
import { exactMoment } from '../../lib/moments.ts'
import { type FieldRow, Fields } from '../../parts/Fields.tsx'
import { AccountLink, PostingLink } from '../../parts/LedgerLinks.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import { Quantity } from './Quantity.tsx'
import { isMoney, subjectNames, subjectParts } from './texts.ts'

/** A posting in short, beside the entries of an account. */
export function PostingPanels({ posting }: { posting: LedgerPosting }) {
  return (
    <>
      <Panel
        isFlush
        title={
          <PostingLink id={posting.id}>
            <Trans>Posting {posting.id}</Trans>
          </PostingLink>
        }
      >
        <Operations posting={posting} isNarrow />
        <div className="dk-fields-block">
          <PostingFields posting={posting} />
        </div>
      </Panel>
      <BelongsPanel posting={posting} />
      <CallPanel call={posting.call} />
    </>
  )
}

export function Operations({ posting: { operations }, isNarrow }: { posting: LedgerPosting; isNarrow?: boolean }) {
  const { t } = useLingui()
  const rows = operations.map((row, place) => ({ ...row, id: String(place) }))
  const account = (id: string | undefined) => (id === undefined ? <span className="dk-absent">–</span> : <AccountLink id={id} />)
  if (isNarrow)
    return (
      <Table
        caption={t`Operations of the posting, as debit and credit`}
        isDense
        columns={[
          { key: 'operation', label: t`Operation`, isHead: true },
          { key: 'accounts', label: t`Debit, credit` },
          { key: 'amount', label: t`Amount`, align: 'end' },
        ]}
        rows={rows.map(({ id, operation, debit, credit, unit, amount }) => ({
          id,
          cells: {
            operation,
            accounts: (
              <span className="dk-ledger-sides">
                {debit !== undefined && <AccountLink id={debit} />}
                {credit !== undefined && <AccountLink id={credit} />}
              </span>
            ),
            amount: <Quantity unit={unit} amount={amount} />,
          },
        }))}
      />
    )
  return (
    <Table
      caption={t`Operations of the posting, as debit and credit`}
      hasCards
      columns={[
        { key: 'operation', label: t`Operation`, isHead: true },
        { key: 'debit', label: t`Debit`, card: 'line' },
        { key: 'credit', label: t`Credit`, card: 'line' },
        { key: 'amount', label: t`Amount`, align: 'end', card: 'line' },
      ]}
      rows={rows.map(({ id, operation, debit, credit, unit, amount, hold }) => ({
        id,
        cells: {
          operation: (
            <>
              {operation}
              {hold !== undefined && <span className="dk-sub dk-ledger-subject">{hold}</span>}
            </>
          ),
          debit: account(debit),
          credit: account(credit),
          amount: <Quantity unit={unit} amount={amount} isStrong />,
        },
      }))}
    />
  )
}

export function PostingFields({ posting: { reference, at, entries } }: { posting: LedgerPosting }) {
  const ofMoney = entries.filter(({ unit }) => isMoney(unit))
  const sum = format(ofMoney.reduce<Cents>((total, { amount }) => add(total, amount), cents(0)))
  return (
    <Fields
      rows={[
        { key: 'reference', label: <Trans>Reference</Trans>, value: <Mono>{reference}</Mono> },
        { key: 'at', label: <Trans>At</Trans>, value: <time dateTime={at.toISOString()}>{exactMoment(at)}</time> },
        {
          key: 'entries',
          label: <Trans>Entries</Trans>,
          value:
            ofMoney.length === entries.length ? (
              <Plural value={entries.length} one={`#, sum ${sum}`} other={`#, sum ${sum}`} />
            ) : (
              <Plural value={entries.length} one="#" other="#" />
            ),
        },
      ]}
    />
  )
}

/** What it was posted for. Exceptions, accounts and proposals have a page; the others are named. */
export function BelongsPanel({ posting: { subject, exceptions, call } }: { posting: LedgerPosting }) {
  const { i18n } = useLingui()
  const { kind, id } = subjectParts(subject)
  const name = subjectNames[kind]
  const rows: FieldRow[] = []
  if (kind !== 'exception' && kind !== 'differences')
    rows.push({ key: 'subject', label: name ? i18n._(name) : <Mono>{kind}</Mono>, value: kind === 'asset' ? <AccountLink id={subject} /> : <Mono>{id}</Mono> })
  for (const { id: number, closed } of exceptions)
    rows.push({
      key: `exception ${number}`,
      label: <Trans>Exception</Trans>,
      value: (
        <>
          <Anchor className="n-link" href={`/exceptions/${number}`}>
            <Trans>exception {number}</Trans>
          </Anchor>
          {', '}
          {closed ? <Trans>closed</Trans> : <Trans>open</Trans>}
        </>
      ),
    })
  if (call?.proposalId !== undefined)
    rows.push({
      key: 'proposal',
      label: <Trans>Proposal</Trans>,
      value: (
        <Anchor className="n-link dk-mono" href={`/approvals/${encodeURIComponent(call.proposalId)}`}>
          {call.proposalId}
        </Anchor>
      ),
    })
  return (
    <Panel title={<Trans>What it belongs to</Trans>}>
      <Fields rows={rows} />
    </Panel>
  )
}

export function CallPanel({ call }: { call: LedgerCall | undefined }) {
  return (
    <Panel title={<Trans>The call it came from</Trans>}>
      {call ? (
        <Call call={call} />
      ) : (
        <p className="dk-ink-2">
          <Trans>No call: the product posted it by itself, on a result of a bank, a date or a job.</Trans>
        </p>
      )}
    </Panel>
  )
}

function Call({ call: { endpoint, caller, idempotencyKey, at, traceId, status, durationMs } }: { call: LedgerCall }) {
  const row = (key: string, label: ReactNode, value: ReactNode) => (value === undefined ? [] : [{ key, label, value }])
  return (
    <Fields
      rows={[
        ...row('call', <Trans>Call</Trans>, endpoint === undefined ? undefined : <Mono>{endpoint}</Mono>),
        ...row('by', <Trans>By</Trans>, <Mono>{caller}</Mono>),
        ...row('key', <Trans>Idempotency key</Trans>, idempotencyKey === undefined ? undefined : <Mono>{idempotencyKey}</Mono>),
        ...row('at', <Trans>At</Trans>, <time dateTime={at.toISOString()}>{exactMoment(at)}</time>),
        ...row(
          'answered',
          <Trans>Answered</Trans>,
          status === undefined ? undefined : (
            <Trans>
              {status} in {durationMs} ms
            </Trans>
          ),
        ),
        ...row('trace', <Trans>Trace</Trans>, traceId === undefined ? undefined : <Mono>{traceId}</Mono>),
      ]}
    />
  )
}
