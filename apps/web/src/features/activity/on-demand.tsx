import { Suspense } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'

/** The home screen shows the list alone: whole screens and receipts are fetched when they are opened. */

const Screen = lazyScreen(async () => (await import('./ActivityScreen.tsx')).ActivityScreen)
const Alone = lazyScreen(async () => (await import('./ReceiptScreen.tsx')).ReceiptScreen)
const Beside = lazyScreen(async () => (await import('./Opened.tsx')).OpenedBeside)

export const ActivityScreen = () => <Screen />
export const ReceiptScreen = () => <Alone />

/** For a list that will open its first row as soon as it is there. */
export const preloadBeside = Beside.preload

/** The list stays while what stands beside it is fetched, and its place is there from the beginning. */
export function OpenedBeside({ id }: { id: string }) {
  return (
    <Suspense fallback={<div className="n-detail" aria-busy="true" />}>
      <Beside id={id} />
    </Suspense>
  )
}
