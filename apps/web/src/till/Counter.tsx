import { TillScreen } from '@nikau/ui'
import { Suspense, useEffect } from 'react'
import { useOfflineSince } from '../features/till-device/index.ts'
import { Meanwhile, NoteScreen, NotesScreen, OfflineScreen, StickerScreen, useSendNotes } from '../features/till-notes/index.ts'
import { CounterContext, ItemsScreen, PersonScreen, SaleScreens, useCounterState, useSale } from '../features/till-sale/index.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'

/** What is looked at after sales. It is fetched while the till waits, so that it is there without signal too. */
const loadDay = () => import('../features/till-day/index.ts')
const ListScreen = lazyScreen(async () => (await loadDay()).ListScreen)
const PaymentScreen = lazyScreen(async () => (await loadDay()).PaymentScreen)
const DayScreen = lazyScreen(async () => (await loadDay()).DayScreen)

/** The screens of a person at the till. The sale goes on behind the others. */
export function Counter() {
  const counter = useCounterState()
  const isOffline = useOfflineSince() !== undefined
  const { at } = counter.view
  useSendNotes()
  useEffect(() => void loadDay().catch(() => {}), [])
  return (
    <CounterContext value={counter}>
      <Focus of={at === 'sale' && isOffline ? 'offline' : at} />
      <Suspense fallback={<Loading />}>
        <Screen isOffline={isOffline} view={counter.view} />
      </Suspense>
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

const Loading = () => (
  <TillScreen>
    <div aria-busy="true" />
  </TillScreen>
)

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
