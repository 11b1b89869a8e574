import { Trans, useLingui } from '@lingui/react/macro'
import { format, roundCash } from '@nikau/money'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { CashIcon, Button, Card, EmptyState, Header, Icon, Notice, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useOfflineSince } from '../till-device/index.ts'
import { SaleProblem, useCounter } from '../till-sale/index.ts'
import type { Note } from './note.ts'
import { noteSender, noteStore, useNotes } from './notes.ts'

/** What was noted and is not recorded yet, and why. */
export function NotesScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const notes = useNotes()
  const isOffline = useOfflineSince() !== undefined
  const till = useStoredValue(pairing)?.till
  const waiting = notes.filter(({ refusal, tillId }) => !refusal && tillId === till?.id).length
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'sale' })} backLabel={t`Back to the sale`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Noted sales</Trans>
        </h1>
        {notes.length === 0 ? (
          <EmptyState drawing="receipt" title={<Trans>Nothing is noted</Trans>}>
            <Trans>Everything that was noted is recorded.</Trans>
          </EmptyState>
        ) : (
          <p className="n-till-say" role="status">
            {waiting === 0 ? (
              <Trans>These aren’t recorded yet. See why below.</Trans>
            ) : isOffline ? (
              <Trans>They are sent by themselves when the connection is back.</Trans>
            ) : (
              <Trans>Sending, one after the other.</Trans>
            )}
          </p>
        )}
        <ul className="mt-4 grid gap-3">
          {notes.map((note) => (
            <li key={note.id}>
              <NoteCard note={note} isOwn={note.tillId === till?.id} />
            </li>
          ))}
        </ul>
      </TillMiddle>
    </TillScreen>
  )
}

function NoteCard({ note, isOwn }: { note: Note; isOwn: boolean }) {
  const { t } = useLingui()
  const [isRemoving, setRemoving] = useState(false)
  const { tender, refusal, by, isStarted } = note
  const at = new Date(note.at)
  const [time, day] = [timeOfDay(at), shortDate(at)]
  const { name } = by
  const amount = format(tender === 'cash' ? roundCash(note.amount) : note.amount)
  const isToday = calendarDate(at) === calendarDate(serverNow())
  // A call that was not answered may have arrived.
  const canRemove = !isStarted || refusal !== undefined
  return (
    <Card>
      <div className="flex items-center gap-3">
        {tender === 'cash' ? <CashIcon /> : <Icon name="card" />}
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{tender === 'cash' ? <Trans>Cash</Trans> : <Trans>EFTPOS</Trans>}</p>
          <p className="text-label text-ink-2">{isToday ? t`${time}, ${name}` : t`${day}, ${time}, ${name}`}</p>
        </div>
        <p className="font-semibold">{amount}</p>
      </div>
      {refusal && (
        <div className="mt-3">
          <Notice tone="warning" title={<Trans>Not recorded</Trans>} level={3}>
            <SaleProblem problem={new CallError(403, refusal.code, refusal.body)} />
          </Notice>
        </div>
      )}
      {!isOwn && (
        <p className="mt-3 text-label text-ink-2">
          <Trans>Noted at another till. Pair this device with that till again to send it.</Trans>
        </p>
      )}
      {isRemoving ? (
        <div className="mt-3 grid gap-2">
          <p className="text-ink-2">
            <Trans>It is then recorded nowhere. Only remove what was noted by mistake or is recorded in another way.</Trans>
          </p>
          <Button variant="destructive" full onPress={() => noteStore.remove(note.id)}>
            <Trans>Remove {amount}</Trans>
          </Button>
          <Button variant="quiet" full onPress={() => setRemoving(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          {refusal && isOwn && (
            <Button variant="tonal" size="s" onPress={() => noteSender.sendAgain(note)}>
              <Trans>Send again</Trans>
            </Button>
          )}
          {canRemove && (
            <Button variant="outlined" size="s" onPress={() => setRemoving(true)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
