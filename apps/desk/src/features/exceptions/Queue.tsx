import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ExceptionRow, type listExceptions, takeException, takenOnNote } from '@nikau/contract/desk/exceptions'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import { format } from '@nikau/money'
import { Anchor, Button, EmptyState } from '@nikau/ui'
import { Fragment, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNow, useSession } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { useKeys } from '../../lib/keys.ts'
import { useRowKeys } from '../../lib/useRowKeys.ts'
import { AsOf } from '../../parts/Fresh.tsx'
import { KeyCap } from '../../parts/KeyHint.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { addressOf } from './address.ts'
import { Age } from './Age.tsx'
import { kindTexts } from './kinds.ts'
import { NoteForm } from './NoteForm.tsx'
import { StandingChip } from './StandingChip.tsx'

interface QueueProps {
  answer: DeskAnswerOf<typeof listExceptions>
  readAt: Date | undefined
  isClosed: boolean
  isFirstPage: boolean
  onPage: (pageKey: string | undefined) => void
  onFilter: () => void
}

/** The table that is worked through by keys. */
export function Queue({ answer, readAt, isClosed, isFirstPage, onPage, onFilter }: QueueProps) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const now = useNow()
  const canAct = useCanAct()
  const { items, matching, nextPageKey, nextId } = answer
  const [selected, setSelected] = useState<readonly string[]>([])
  const [noting, setNoting] = useState<readonly string[]>()
  const take = useDeskMutation(takeException)
  const mayAct = useMayAct()
  const ids = items.map(({ id }) => id)
  const { current, linkRef, onFocus, focusCurrent } = useRowKeys('exceptions', ids, (id) => void navigate(addressOf(id)))
  // What has left the queue is no longer chosen.
  const chosen = selected.filter((id) => ids.includes(id))
  const meant = chosen.length > 0 ? chosen : current === undefined ? [] : [current]

  const takeOn = async () => {
    try {
      for (const id of meant) await take.mutateAsync({ params: { id }, body: { key: crypto.randomUUID(), note: takenOnNote } })
      setSelected([])
    } catch {
      // Shown above the table, by the mutation.
    }
  }
  const toggle = (id: string | undefined) => id !== undefined && setSelected(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const canTake = mayAct && canAct && !isClosed && meant.length > 0
  const canNote = mayAct && canAct && meant.length > 0
  useKeys([
    { key: 'A', label: t`Take it on`, run: () => canTake && void takeOn() },
    { key: 'N', label: t`Note`, run: () => canNote && setNoting(meant) },
    { key: 'X', label: t`Select`, run: () => toggle(current) },
  ])
  const endNote = () => {
    setNoting(undefined)
    setSelected([])
    focusCurrent()
  }
  const sum = format(matching.sum)
  const move = (by: number) => {
    const at = current === undefined ? 0 : ids.indexOf(current) + by
    const id = ids[Math.min(ids.length - 1, Math.max(0, at))]
    if (id !== undefined) focusCurrent(id)
  }

  const keyButton = (keys: readonly string[], label: ReactNode, run: () => void, isPossible = true) => (
    <button key={keys.join('')} type="button" className="dk-key-button" disabled={!isPossible} onClick={run}>
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
      {label}
    </button>
  )

  return (
    <>
      {take.error && <Refusal error={take.error} title={<Trans>Not taken on</Trans>} />}
      {noting && (
        <div className="mb-4">
          <Panel title={<NotingTitle ids={noting} />}>
            <NoteForm ids={noting} isFocused onDone={endNote} onCancel={endNote} />
          </Panel>
        </div>
      )}
      <div className="dk-queue">
        <Panel
          title={isClosed ? <Trans>Closed</Trans> : <Trans>Open, oldest first</Trans>}
          isFlush
          aside={
            <>
              <Plural value={matching.count} one="# exception" other="# exceptions" />
              {', '}
              {sum}
              {' · '}
              <AsOf at={readAt} />
            </>
          }
        >
          {items.length === 0 ? (
            <EmptyState drawing="search" level={3} title={<Trans>Nothing here</Trans>}>
              <Trans>No exception fits this filter.</Trans>
            </EmptyState>
          ) : (
            <>
              <Table
                caption={isClosed ? t`Closed exceptions, the last first` : t`Open exceptions, oldest first`}
                hasCards
                current={current}
                columns={[
                  { key: 'select', label: t`Select`, isLabelHidden: true, card: 'hidden' },
                  { key: 'number', label: t`No.`, card: 'hidden' },
                  { key: 'what', label: t`What happened`, isHead: true },
                  { key: 'about', label: t`About`, card: 'hidden' },
                  { key: 'amount', label: t`At stake`, align: 'end', card: 'end' },
                  { key: 'age', label: isClosed ? t`Was open` : t`Age`, sort: isClosed ? undefined : 'descending' },
                  { key: 'owner', label: t`Owner`, card: 'hidden' },
                  { key: 'standing', label: t`Where it stands`, card: 'end' },
                ]}
                rows={items.map((row) => {
                  const { id, kind, subject, amount, owner, standing } = row
                  return {
                    id,
                    cells: {
                      select: (
                        <input type="checkbox" className="dk-tick" aria-label={t`Select ${id}`} checked={chosen.includes(id)} onChange={() => toggle(id)} />
                      ),
                      number: <span className="dk-strong">{id}</span>,
                      what: (
                        <>
                          <Anchor ref={linkRef(id)} className="dk-row-link" href={addressOf(id)} onFocus={() => onFocus(id)}>
                            {i18n._(kindTexts[kind].name)}
                          </Anchor>
                          <span className="dk-kind">
                            <Mono>{kind}</Mono>
                          </span>
                        </>
                      ),
                      about: <About subject={subject} />,
                      amount: <Sum cents={amount} isStrong />,
                      age: <Age row={row} now={now} />,
                      owner: <Owner owner={owner} />,
                      standing: <StandingChip standing={standing} now={now} />,
                    },
                  }
                })}
              />
              {(nextPageKey !== undefined || !isFirstPage) && (
                <div className="dk-pages">
                  <Button size="s" variant="outlined" isDisabled={isFirstPage} needsSignal={false} onPress={() => onPage(undefined)}>
                    <Trans>First page</Trans>
                  </Button>
                  <Button size="s" variant="outlined" isDisabled={nextPageKey === undefined} needsSignal={false} onPress={() => onPage(nextPageKey)}>
                    <Trans>Next 50</Trans>
                  </Button>
                </div>
              )}
              <div className="dk-keys" role="group" aria-label={t`What the keys do`}>
                {keyButton(['J'], <Trans>down</Trans>, () => move(1))}
                {keyButton(['K'], <Trans>up</Trans>, () => move(-1))}
                {keyButton(['Enter'], <Trans>open</Trans>, () => current !== undefined && void navigate(addressOf(current)))}
                {keyButton(['A'], <Trans>take it on</Trans>, () => void takeOn(), canTake)}
                {keyButton(['N'], <Trans>note</Trans>, () => setNoting(meant), canNote)}
                {keyButton(['X'], <Trans>select</Trans>, () => toggle(current))}
                {keyButton(['F'], <Trans>filter</Trans>, onFilter)}
                {keyButton(['O'], <Trans>open the next</Trans>, () => nextId !== undefined && void navigate(addressOf(nextId)), nextId !== undefined)}
                <span className="dk-chosen" role="status">
                  {chosen.length > 0 && <Plural value={chosen.length} one="# selected" other="# selected" />}
                </span>
              </div>
            </>
          )}
        </Panel>
      </div>
    </>
  )
}

function NotingTitle({ ids }: { ids: readonly string[] }) {
  const id = ids[0] ?? ''
  return ids.length === 1 ? <Trans>Note on exception {id}</Trans> : <Plural value={ids.length} one="Note on # exception" other="Note on # exceptions" />
}

/** Broken between its parts and never within a reference. */
function About({ subject }: Pick<ExceptionRow, 'subject'>) {
  return subject.split(', ').map((part, at, parts) => (
    <Fragment key={part}>
      <span className="dk-nowrap">
        {part}
        {at < parts.length - 1 && ','}
      </span>{' '}
    </Fragment>
  ))
}

function Owner({ owner }: Pick<ExceptionRow, 'owner'>) {
  if (owner) return <Person name={owner.name.split(' ')[0]!} initialsOf={owner.name} />
  return (
    <span className="dk-sub">
      <Trans>nobody</Trans>
    </span>
  )
}

/** Roles decide on the server; here they spare a reader the keys that would only refuse them. */
function useMayAct(): boolean {
  const { operator } = useSession()
  return takeException.roles.some((role) => operator.roles.includes(role))
}
