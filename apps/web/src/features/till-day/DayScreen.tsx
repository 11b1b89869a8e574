import { Trans, useLingui } from '@lingui/react/macro'
import { getTillDay, type TillDay } from '@nikau/contract/till-payments'
import { addDays, calendarDate, longDate, timeOfDay } from '@nikau/nz/nz-time'
import { Button, FilterChips, Header, ListSkeleton, TillFooter, TillMiddle, TillScreen, useSkeleton } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { serverNow } from '../../lib/server-clock.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, pairing, useOfflineSince } from '../till-device/index.ts'
import { useCounter } from '../till-sale/index.ts'
import { closedDay } from './closed-day.ts'
import { DaySums } from './DaySums.tsx'
import { useTillQuery } from './queries.ts'
import { StillOpenScreen } from './StillOpenScreen.tsx'
import { isAnythingOpen, useOpenThings } from './useOpenThings.ts'
import { useScreenStart } from './useScreenStart.ts'

/** Count and sum per method of a day at this till, to compare with the drawer and the terminal. */
export function DayScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const till = useStoredValue(pairing)?.till
  const turn = useStoredValue(currentTurn)
  const closed = useStoredValue(closedDay)
  const isOffline = useOfflineSince() !== undefined
  const [today] = useState(() => calendarDate(serverNow()))
  const [which, setWhich] = useState<'today' | 'yesterday'>('today')
  const [asks, setAsks] = useState(false)
  const [figures, setFigures] = useState<TillDay>()
  const [notClosed, setNotClosed] = useState(false)
  const day = which === 'today' ? today : addDays(today, -1)
  const query = useTillQuery(getTillDay, { params: { id: till?.id ?? '' }, query: { day } })
  const sums = toAsyncData(query.data, query)
  const skeleton = useSkeleton(sums.data === undefined && !sums.failed)
  const open = useOpenThings(sums.data, which === 'today')
  if (!till || !turn) return undefined

  const close = async () => {
    setAsks(false)
    setNotClosed(false)
    // Figures of an earlier look come along when this one fails.
    const { data, isSuccess } = await query.refetch()
    if (!isSuccess) return setNotClosed(true)
    closedDay.set({ tillId: till.id, day, at: data.at.toISOString(), name: turn.name })
    setFigures(data)
  }
  if (asks) return <StillOpenScreen open={open} onBack={() => setAsks(false)} onClose={() => void close()} />
  if (figures) return <ClosedScreen figures={figures} name={turn.name} onDone={() => go({ at: 'list' })} />
  const isClosed = closed?.day === day && closed.tillId === till.id
  const [closedAt, closedBy] = [isClosed ? timeOfDay(new Date(closed.at)) : '', closed?.name]
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'list' })} backLabel={t`Back to the payments`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Close the day</Trans>
        </h1>
        <p className="n-till-say">
          {till.name}, {longDate(day)}
        </p>
        <div className="mt-4">
          <FilterChips
            label={t`Day`}
            value={which}
            onChange={(next) => (setWhich(next), setNotClosed(false))}
            options={[
              { value: 'today', label: t`Today` },
              { value: 'yesterday', label: t`Yesterday` },
            ]}
          />
        </div>
        {isClosed && (
          <p className="mt-3 text-ink-2">
            <Trans>
              Closed at {closedAt} by {closedBy}. What came later is in these figures.
            </Trans>
          </p>
        )}
        <div className="mt-4" aria-busy={sums.data === undefined && !sums.failed}>
          {sums.failed && (
            <LoadFailed source={sums}>
              <Trans>We couldn’t add up the day</Trans>
            </LoadFailed>
          )}
          {skeleton && <ListSkeleton rows={5} />}
          {sums.data && <DaySums day={sums.data} />}
        </div>
      </TillMiddle>
      <TillFooter>
        {notClosed && (
          <p role="alert" className="font-semibold text-negative">
            <Trans>We couldn’t add up the day again. It isn’t closed; these figures are from before.</Trans>
          </p>
        )}
        <Button
          size="l"
          full
          needsSignal
          isDisabled={isOffline || !sums.data}
          busy={query.isFetching && sums.data !== undefined}
          busyLabel={t`Adding up`}
          onPress={() => (isAnythingOpen(open) ? setAsks(true) : void close())}
        >
          <Trans>Close the day</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}

/** The figures as they were when the day was closed, to keep or to print. */
function ClosedScreen({ figures, name, onDone }: { figures: TillDay; name: string; onDone: () => void }) {
  const till = useStoredValue(pairing)?.till
  useScreenStart()
  const [day, at] = [longDate(figures.day), timeOfDay(figures.at)]
  return (
    <TillScreen>
      <TillMiddle>
        <div role="status">
          <h1 className="n-till-title">
            <Trans>The day is closed</Trans>
          </h1>
        </div>
        <p className="n-till-say">
          {till?.name}, {till?.merchantName}
          <br />
          {day}
        </p>
        <p className="mt-2 text-ink-2">
          <Trans>
            Closed at {at} by {name}
          </Trans>
        </p>
        <div className="mt-4">
          <DaySums day={figures} />
        </div>
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
        <Button variant="quiet" full onPress={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
