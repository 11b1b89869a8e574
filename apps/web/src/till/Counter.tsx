import { useEffect } from 'react'
import { DayScreen, ListScreen, PaymentScreen } from '../features/till-day/index.ts'
import { useOfflineSince } from '../features/till-device/index.ts'
import { Meanwhile, NoteScreen, NotesScreen, OfflineScreen, StickerScreen, useSendNotes } from '../features/till-notes/index.ts'
import { CounterContext, ItemsScreen, PersonScreen, SaleScreens, useCounterState, useSale } from '../features/till-sale/index.ts'

/** The screens of a person at the till. The sale goes on behind the others. */
export function Counter() {
  const counter = useCounterState()
  const isOffline = useOfflineSince() !== undefined
  const { at } = counter.view
  useSendNotes()
  return (
    <CounterContext value={counter}>
      <Focus of={at === 'sale' && isOffline ? 'offline' : at} />
      <Screen isOffline={isOffline} view={counter.view} />
    </CounterContext>
  )
}

function Screen({ isOffline, view }: { isOffline: boolean; view: ReturnType<typeof useCounterState>['view'] }) {
  const { stage } = useSale()
  switch (view.at) {
    case 'person':
      return <PersonScreen />
    case 'items':
      return <ItemsScreen />
    case 'list':
      return <ListScreen />
    case 'payment':
      return <PaymentScreen key={view.id} id={view.id} />
    case 'day':
      return <DayScreen />
    case 'note':
      return <NoteScreen />
    case 'notes':
      return <NotesScreen />
    case 'sticker':
      return <StickerScreen />
    case 'sale':
    case 'scan':
      return isOffline && stage === 'entry' ? <OfflineScreen /> : <SaleScreens meanwhile={isOffline && <Meanwhile />} />
  }
}

/** A new screen starts at its top, and the keyboard with it. */
function Focus({ of }: { of: string }) {
  useEffect(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body) return
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [of])
  return undefined
}
