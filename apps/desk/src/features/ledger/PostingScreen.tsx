import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getLedgerPosting, type LedgerPosting } from '@nikau/contract/desk/ledger'
import { useParams } from 'react-router'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { fullMoment } from '../../lib/moments.ts'
import { Hash } from '../../parts/Hash.tsx'
import { AccountLink } from '../../parts/LedgerLinks.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Table } from '../../parts/Table.tsx'
import { BelongsPanel, CallPanel, Operations, PostingFields } from './PostingPanels.tsx'
import { Quantity } from './Quantity.tsx'
import { postingKinds } from './texts.ts'
import './ledger.css'

/** A posting: its operations, the entries that it made, and from there to everything that it touches. */
export function PostingScreen() {
  const { postingId = '' } = useParams()
  const query = useDeskQuery(getLedgerPosting, { params: { id: postingId } })
  return <Loaded query={query}>{({ posting }) => <Shown posting={posting} />}</Loaded>
}

function Shown({ posting }: { posting: LedgerPosting }) {
  const { i18n } = useLingui()
  const { id, kind, subject, at, operations, entries } = posting
  const moment = fullMoment(at)
  return (
    <>
      <PageHead
        title={postingKinds[kind] ? i18n._(postingKinds[kind]) : kind}
        lede={
          <>
            <Trans>posting {id}</Trans> · <Mono>{subject}</Mono> · {moment}
          </>
        }
      />
      <div className="dk-grid-side">
        <div className="dk-stack">
          <Panel isFlush title={<Trans>Operations</Trans>} aside={<Plural value={operations.length} one="# operation" other="# operations" />}>
            <Operations posting={posting} />
            <div className="dk-fields-block">
              <PostingFields posting={posting} />
            </div>
          </Panel>
          <EntriesPanel entries={entries} />
        </div>
        <div className="dk-stack">
          <BelongsPanel posting={posting} />
          <CallPanel call={posting.call} />
        </div>
      </div>
    </>
  )
}

function EntriesPanel({ entries }: Pick<LedgerPosting, 'entries'>) {
  const { i18n, t } = useLingui()
  if (entries.length === 0)
    return (
      <Panel title={<Trans>Entries</Trans>}>
        <p className="dk-ink-2">
          <Trans>None: it reserved, released or counted, and moved no money.</Trans>
        </p>
      </Panel>
    )
  return (
    <Panel isFlush title={<Trans>Entries</Trans>} aside={<Plural value={entries.length} one="# entry" other="# entries" />}>
      <Table
        caption={t`Entries of the posting`}
        isDense
        hasCards
        columns={[
          { key: 'account', label: t`Account`, isHead: true },
          { key: 'version', label: t`Version`, align: 'end', card: 'line' },
          { key: 'amount', label: t`Amount`, align: 'end', card: 'line' },
          { key: 'balance', label: t`Balance`, align: 'end', card: 'line' },
          { key: 'hash', label: t`Hash`, card: 'line' },
        ]}
        rows={entries.map(({ account, unit, version, amount, balance, hash }) => ({
          id: `${account} ${version}`,
          cells: {
            account: <AccountLink id={account} />,
            version: i18n.number(version),
            amount: <Quantity unit={unit} amount={amount} hasSign isStrong />,
            balance: <Quantity unit={unit} amount={balance} />,
            hash: <Hash of={hash} />,
          },
        }))}
      />
    </Panel>
  )
}
