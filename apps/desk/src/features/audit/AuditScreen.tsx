import { Trans, useLingui } from '@lingui/react/macro'
import { type AuditEntry, type AuditKind, getAuditChain, listAudit } from '@nikau/contract/desk/audit'
import { Button, EmptyState, FilterChips, SearchField } from '@nikau/ui'
import { useRef, useState } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskPages, useDeskQuery } from '../../lib/desk-hooks.ts'
import { secondText } from '../../lib/moments.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { AsOf } from '../../parts/Fresh.tsx'
import { KeyHints } from '../../parts/KeyHint.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Table } from '../../parts/Table.tsx'
import { ChainPanel } from './ChainPanel.tsx'
import { EntryChip } from './EntryChip.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { useEntryText } from './entry-texts.ts'
import { numberText } from './number-text.ts'
import './audit.css'

/** Reading the log is an entry itself, so the page reads it by itself less often than others. */
const refreshMs = 120_000

export function AuditScreen() {
  const { t } = useLingui()
  const [kind, setKind] = useState<AuditKind | 'all'>('all')
  const [typed, setTyped] = useState('')
  const [about, setAbout] = useState('')
  const [chosen, setChosen] = useState<number>()
  const panel = useRef<HTMLDivElement>(null)
  const filter = {
    ...(kind !== 'all' && { kind }),
    // A subject has a colon, an operator's id has none.
    ...(about !== '' && (about.includes(':') ? { subject: about } : { operator: about.toLowerCase() })),
  }
  const pages = useDeskPages(listAudit, { query: filter }, { refreshMs })
  const chain = useDeskQuery(getAuditChain, {}, { refreshMs })
  const first = pages.items?.[0]
  // The newest at first. When newer ones arrive the same one stays chosen.
  if (chosen === undefined && first) setChosen(first.number)

  const narrow = (text: string) => {
    setTyped(text)
    setAbout(text.trim())
    setChosen(undefined)
  }
  const choose = (number: number) => {
    setChosen(number)
    // On a narrow page the entry is below the table.
    if (panel.current && panel.current.getBoundingClientRect().top > innerHeight) panel.current.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <PageHead
        title={<Trans>Audit log</Trans>}
        lede={<Trans>Who looked at what and did what. Written with the act itself; nobody can change or remove an entry.</Trans>}
      />
      <div className="dk-tool">
        <FilterChips
          label={t`Kind of entry`}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setChosen(undefined)
          }}
          options={[
            { value: 'all', label: t`Everything` },
            { value: 'looked', label: t`Looked` },
            { value: 'acted', label: t`Proposed and decided` },
            { value: 'refused', label: t`Refused` },
            { value: 'sign-in', label: t`Sign-in` },
          ]}
        />
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            narrow(typed)
          }}
        >
          <SearchField label={t`Operator or subject`} value={typed} onChange={(text) => (text === '' ? narrow('') : setTyped(text))} />
        </form>
      </div>
      <Loaded query={{ ...pages, data: pages.items }}>
        {(entries) => {
          const entry = entries.find(({ number }) => number === chosen) ?? entries[0]
          return (
            <div className="dk-grid-side dk-audit">
              <Panel title={<Trans>Entries</Trans>} isFlush aside={<AsOf at={pages.readAt} />}>
                {entries.length === 0 ? (
                  <EmptyState drawing="frond" level={3} title={<Trans>No entry is like this</Trans>}>
                    <Trans>Write an operator’s id, such as mere.tamihana, or a subject, such as exception:2009.</Trans>
                  </EmptyState>
                ) : (
                  <Entries entries={entries} chosen={entry?.number} onChoose={choose} />
                )}
                {pages.hasMore && (
                  <div className="dk-panel-foot">
                    <Button size="s" variant="outlined" busy={pages.isLoadingMore} busyLabel={t`Loading`} needsSignal={false} onPress={pages.loadMore}>
                      <Trans>Show more</Trans>
                    </Button>
                  </div>
                )}
                <KeyHints
                  hints={[
                    { keys: ['J', 'K'], label: <Trans>move</Trans> },
                    { keys: ['Enter'], label: <Trans>choose</Trans> },
                    { keys: ['?'], label: <Trans>all keys</Trans> },
                  ]}
                />
              </Panel>
              <div className="dk-stack" ref={panel}>
                {entry && <EntryPanel entry={entry} chain={chain.data} onNarrow={narrow} />}
                <ChainPanel chain={chain.data} />
              </div>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function Entries({ entries, chosen, onChoose }: { entries: readonly AuditEntry[]; chosen: number | undefined; onChoose: (number: number) => void }) {
  const { t } = useLingui()
  const now = useNow()
  const entryText = useEntryText()
  const { linkRef, onFocus } = useRowKeys(
    'audit',
    entries.map(({ number }) => String(number)),
    (id) => onChoose(Number(id)),
  )
  return (
    <Table
      caption={t`Entries, newest first`}
      isDense
      hasCards
      current={String(chosen)}
      columns={[
        { key: 'number', label: t`No.`, align: 'end', isHead: true, card: 'end', sort: 'descending' },
        { key: 'when', label: t`When`, card: 'hidden' },
        { key: 'who', label: t`Who` },
        { key: 'did', label: t`Did`, card: 'end' },
        { key: 'what', label: t`What, and why` },
      ]}
      rows={entries.map((entry) => {
        const id = String(entry.number)
        const { what, why } = entryText(entry)
        const when = secondText(entry.at, now)
        return {
          id,
          cells: {
            number: (
              <button
                type="button"
                className="dk-row-link"
                ref={linkRef(id)}
                aria-pressed={entry.number === chosen}
                onFocus={() => onFocus(id)}
                onClick={() => onChoose(entry.number)}
              >
                {numberText(entry.number)}
              </button>
            ),
            when: <span className="dk-nowrap">{when}</span>,
            who: <Who entry={entry} when={when} />,
            did: <EntryChip entry={entry} />,
            what: (
              <>
                {what}
                {why !== undefined && <span className="dk-sub">{why}</span>}
              </>
            ),
          },
        }
      })}
    />
  )
}

function Who({ entry: { operator, kind }, when }: { entry: AuditEntry; when: string }) {
  return (
    <>
      {operator ? (
        <Person name={operator.name.split(' ')[0]!} initialsOf={operator.name} />
      ) : (
        <span className="dk-ink-2">{kind === 'sign-in' ? <Trans>not known</Trans> : <Trans>the system</Trans>}</span>
      )}
      <span className="dk-sub dk-on-card">{when}</span>
    </>
  )
}
