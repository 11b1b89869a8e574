import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { findInLedger, listLedgerAccounts } from '@nikau/contract/desk/ledger'
import { SearchField } from '@nikau/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { secondText } from '../../lib/moments.ts'
import { AsOf } from '../../parts/Fresh.tsx'
import { AccountLink, PostingLink } from '../../parts/LedgerLinks.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { accountKinds, postingKinds } from './texts.ts'
import './ledger.css'

/** The way into the books: an id, or one of the company's own accounts. */
export function LedgerScreen() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('find') ?? ''
  const [typed, setTyped] = useState(wanted)
  const find = (text: string) => setSearch(text === '' ? {} : { find: text })
  return (
    <>
      <PageHead
        title={<Trans>Ledger</Trans>}
        lede={<Trans>Every account, every entry, and what it came from. Nothing in the books is ever changed or removed.</Trans>}
      />
      <form
        className="dk-ledger-find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          find(typed.trim())
        }}
      >
        <SearchField
          label={t`Account, wallet, posting, payment or transfer, by its id`}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            if (text === '') find('')
          }}
        />
      </form>
      <div className="dk-stack">
        {wanted !== '' && <Found id={wanted} />}
        <OwnAccounts />
      </div>
    </>
  )
}

function Found({ id }: { id: string }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const query = useDeskQuery(findInLedger, { query: { id } })
  const nameOf = (names: typeof accountKinds, kind: string) => (names[kind] ? i18n._(names[kind]) : kind)
  return (
    <Loaded query={query}>
      {({ accounts, postings }) => (
        <Panel isFlush title={<Trans>Found</Trans>} aside={<Plural value={accounts.length + postings.length} one="# match" other="# matches" />}>
          {accounts.length + postings.length === 0 ? (
            <p className="dk-panel-body dk-ink-2">
              <Trans>Nothing has this id. Write all of it, as an exception or another list shows it.</Trans>
            </p>
          ) : (
            <Table
              caption={t`Accounts and postings with this id`}
              hasCards
              columns={[
                { key: 'link', label: t`Account or posting`, isHead: true },
                { key: 'kind', label: t`Kind`, card: 'end' },
                { key: 'about', label: t`About` },
              ]}
              rows={[
                ...accounts.map((account) => ({
                  id: `account ${account.id}`,
                  cells: { link: <AccountLink id={account.id} />, kind: nameOf(accountKinds, account.kind), about: <Mono>{account.unit}</Mono> },
                })),
                ...postings.map((posting) => ({
                  id: `posting ${posting.id}`,
                  cells: {
                    link: <PostingLink id={posting.id} />,
                    kind: nameOf(postingKinds, posting.kind),
                    about: (
                      <>
                        <Mono>{posting.subject}</Mono>
                        <span className="dk-sub">{secondText(posting.at, now)}</span>
                      </>
                    ),
                  },
                })),
              ]}
            />
          )}
        </Panel>
      )}
    </Loaded>
  )
}

function OwnAccounts() {
  const { i18n, t } = useLingui()
  const query = useDeskQuery(listLedgerAccounts, {})
  return (
    <Loaded query={query}>
      {({ accounts }) => (
        <Panel isFlush title={<Trans>The company’s own accounts</Trans>} aside={<AsOf at={query.readAt} />}>
          {accounts.length === 0 ? (
            <p className="dk-panel-body dk-ink-2">
              <Trans>None is open yet: they open when they are first used.</Trans>
            </p>
          ) : (
            <Table
              caption={t`The company’s own accounts`}
              isDense
              hasCards
              columns={[
                { key: 'account', label: t`Account`, isHead: true },
                { key: 'kind', label: t`Kind`, card: 'end' },
                { key: 'entries', label: t`Entries`, align: 'end', card: 'line' },
                { key: 'posted', label: t`Posted`, align: 'end', card: 'line' },
              ]}
              rows={accounts.map(({ id, kind, version, posted }) => ({
                id,
                cells: {
                  account: <AccountLink id={id} />,
                  kind: accountKinds[kind] ? i18n._(accountKinds[kind]) : kind,
                  entries: i18n.number(version),
                  posted: <Sum cents={posted} />,
                },
              }))}
            />
          )}
        </Panel>
      )}
    </Loaded>
  )
}
