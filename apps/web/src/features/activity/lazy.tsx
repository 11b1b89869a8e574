import { Suspense } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'

/** The home screen only needs the list: the screens and receipts are loaded on demand. */

const Screen = lazyScreen(async () => (await import('./ActivityScreen.tsx')).ActivityScreen)
const Receipt = lazyScreen(async () => (await import('./ReceiptScreen.tsx')).ReceiptScreen)
const Pane = lazyScreen(async () => (await import('./ActivityDetail.tsx')).ActivityPane)

export const ActivityScreen = () => <Screen />
export const ReceiptScreen = () => <Receipt />

/** For screens that open the first row in the pane as soon as the list has loaded. */
export const preloadActivityPane = Pane.preload

/** Reserves the pane's space while its code loads, so the list does not shift. */
export function ActivityPane({ id }: { id: string }) {
  return (
    <Suspense fallback={<div className="n-detail" aria-busy="true" />}>
      <Pane id={id} />
    </Suspense>
  )
}
