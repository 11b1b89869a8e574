import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getLedgerAccount, getLedgerPosting, type LedgerAccount, type LedgerEntry, listLedgerEntries } from '@nikau/contract/desk/ledger'
import { calendarDate, longDate } from '@nikau/nz/nz-time'
import { Button, EmptyState, Icon, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskPages, useDeskQuery } from '../../lib/desk-hooks.ts'
import { secondText } from '../../lib/moments.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { Hash } from '../../parts/Hash.tsx'
import { KeyHints } from '../../parts/KeyHint.tsx'
import { PostingLink } from '../../parts/LedgerLinks.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import { BalanceAsOf } from './BalanceAsOf.tsx'
import { PostingPanels } from './PostingPanels.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { Quantity } from './Quantity.tsx'
import { accountKinds, postingKinds } from './texts.ts'
import './ledger.css'

/** An account of the ledger: what is in it, every entry, what each came from, and the proof of its chain. */
export function AccountScreen() {
  const { accountId = '' } = useParams()
  return <Account key={accountId} id={accountId} />
}

function Account({ id }: { id: string }) {
  const [asOf, setAsOf] = useState<Date>()
  const query = useDeskQuery(getLedgerAccount, { params: { id }, query: { asOf } })
  return (
    <Loaded query={query}>
      {({ account, asOf: then }) => (
        <>
          <Head account={account} />
          <BalanceAsOf account={account} then={then} onShow={setAsOf} />
          {account.counter ? (
            <p className="dk-ink-2">
              <Trans>A counter enforces a limit. It keeps no entries: the postings that count in it do.</Trans>
            </p>
          ) : (
            <History account={account} />
          )}
        </>
      )}
    </Loaded>
  )
}

function Head({ account: { id, kind, unit, counter, accountNo, owner, openedAt, closedAt, overdrawn } }: { account: LedgerAccount }) {
  const { i18n } = useLingui()
  const opened = longDate(calendarDate(openedAt))
  const closed = closedAt && longDate(calendarDate(closedAt))
  return (
    <PageHead
      title={accountKinds[kind] ? i18n._(accountKinds[kind]) : kind}
      chip={
        <>
          <StatusChip tone="neutral">
            <Mono>{unit}</Mono>
          </StatusChip>
          <StatusChip tone="neutral" icon={<Icon name="document" size="xs" />}>
            {counter ? <Trans>counter</Trans> : <Trans>keeps entries</Trans>}
          </StatusChip>
          {overdrawn && (
            <StatusChip tone="negative">
              <Trans>below its floor</Trans>
            </StatusChip>
          )}
          {closed !== undefined && (
            <StatusChip tone="neutral">
              <Trans>closed {closed}</Trans>
            </StatusChip>
          )}
        </>
      }
      lede={
        <>
          <Mono>{id}</Mono> · <Trans>account no. {accountNo}</Trans> · <Trans>opened {opened}</Trans>
          {owner !== undefined && (
            <>
              {' '}
              · <Trans>owner</Trans> <Mono>{owner}</Mono>
            </>
          )}
        </>
      }
    />
  )
}

function History({ account }: { account: LedgerAccount }) {
  const { t } = useLingui()
  const { id, unit, version } = account
  const pages = useDeskPages(listLedgerEntries, { params: { id } })
  const [chosen, setChosen] = useState<number>()
  const shown = pages.items?.length ?? 0
  return (
    <div className="dk-grid-side dk-ledger">
      <div className="dk-stack">
        <Loaded query={{ ...pages, data: pages.items }}>
          {(entries) => (
            <Panel title={<Trans>Entries</Trans>} isFlush aside={<Plural value={version} one="#, without a gap" other="#, without a gap" />}>
              {entries.length === 0 ? (
                <EmptyState drawing="frond" level={3} title={<Trans>No entry yet</Trans>}>
                  <Trans>Nothing has been posted to this account.</Trans>
                </EmptyState>
              ) : (
                <Entries entries={entries} unit={unit} chosen={chosen ?? entries[0]!.version} onChoose={setChosen} />
              )}
              {shown > 0 && (
                <div className="dk-panel-foot">
                  <span className="dk-sub">
                    <Trans>
                      {shown} of {version} shown
                    </Trans>
                  </span>
                  {pages.hasMore && (
                    <Button size="s" variant="outlined" busy={pages.isLoadingMore} busyLabel={t`Loading`} needsSignal={false} onPress={pages.loadMore}>
                      <Trans>Older</Trans>
                    </Button>
                  )}
                </div>
              )}
              {shown > 0 && (
                <KeyHints
                  hints={[
                    { keys: ['J', 'K'], label: <Trans>move</Trans> },
                    { keys: ['Enter'], label: <Trans>choose</Trans> },
                    { keys: ['?'], label: <Trans>all keys</Trans> },
                  ]}
                />
              )}
            </Panel>
          )}
        </Loaded>
        <ProofPanel account={account} />
      </div>
      <div className="dk-stack">
        <ChosenPosting entry={pages.items?.find((entry) => entry.version === chosen) ?? pages.items?.[0]} />
      </div>
    </div>
  )
}

interface EntriesProps {
  entries: readonly LedgerEntry[]
  unit: string
  chosen: number
  onChoose: (version: number) => void
}

function Entries({ entries, unit, chosen, onChoose }: EntriesProps) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const { linkRef, onFocus } = useRowKeys(
    'ledger-entries',
    entries.map(({ version }) => String(version)),
    (id) => onChoose(Number(id)),
  )
  return (
    <Table
      caption={t`Entries, newest first`}
      isDense
      hasCards
      current={String(chosen)}
      columns={[
        { key: 'version', label: t`Version`, align: 'end', isHead: true, sort: 'descending', card: 'end' },
        { key: 'when', label: t`When`, card: 'line' },
        { key: 'for', label: t`For` },
        { key: 'amount', label: t`Amount`, align: 'end', card: 'line' },
        { key: 'balance', label: t`Balance`, align: 'end', card: 'line' },
        { key: 'hash', label: t`Hash`, card: 'line' },
      ]}
      rows={entries.map(({ version, at, amount, balance, posting, kind, subject, hash }) => {
        const id = String(version)
        return {
          id,
          cells: {
            version: (
              <button
                type="button"
                className="dk-row-link"
                ref={linkRef(id)}
                aria-pressed={version === chosen}
                onFocus={() => onFocus(id)}
                onClick={() => onChoose(version)}
              >
                {i18n.number(version)}
              </button>
            ),
            when: secondText(at, now),
            for: (
              <>
                <PostingLink id={posting}>
                  {kind === undefined ? <Trans>posting {posting}</Trans> : postingKinds[kind] ? i18n._(postingKinds[kind]) : kind}
                </PostingLink>
                {subject !== undefined && <span className="dk-sub dk-ledger-subject">{subject}</span>}
              </>
            ),
            amount: <Quantity unit={unit} amount={amount} hasSign isStrong />,
            balance: <Quantity unit={unit} amount={balance} />,
            hash: <Hash of={hash} />,
          },
        }
      })}
    />
  )
}

function ChosenPosting({ entry }: { entry: LedgerEntry | undefined }) {
  const query = useDeskQuery(getLedgerPosting, { params: { id: entry?.posting ?? '0' } }, { isEnabled: entry !== undefined })
  if (!entry) return null
  return <Loaded query={query}>{({ posting }) => <PostingPanels posting={posting} />}</Loaded>
}
