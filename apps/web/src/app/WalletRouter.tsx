import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, type UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { base } from '../lib/paths.ts'

type History = ReturnType<typeof createBrowserHistory>

/** BrowserRouter with a view transition from screen to screen, in the one place where every navigation arrives (docs/decisions/0161). */
export function WalletRouter({ history, preload, children }: { history: History; preload: (path: string) => Promise<void>; children: ReactNode }) {
  const [shown, show] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let latest = { action: history.action, location: history.location }
    let transitions: typeof import('./view-transitions.ts') | undefined
    // With the first touch or key, so that the start does not pay for it. Without it, screens change as they do without support.
    const load = () => void import('./view-transitions.ts').then((module) => (transitions = module)).catch(() => undefined)
    const starts = ['pointerdown', 'keydown']
    for (const start of starts) addEventListener(start, load, { once: true })
    const stop = history.listen((update) => {
      const { location } = latest
      latest = update
      const now = () => show(update)
      const later = () => startTransition(now)
      if (transitions) transitions.showAnimated(location, update, { now, later, isLatest: () => latest === update, preload })
      else later()
    })
    return () => {
      stop()
      for (const start of starts) removeEventListener(start, load)
    }
  }, [history, preload])
  return (
    <Router basename={`${base}/`} location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  )
}
