import { flushSync } from 'react-dom'
import type { Location } from 'react-router'
import { base, guidesAt } from '../lib/paths.ts'

interface Navigation {
  action: string
  location: Location
  /** Of a step through the history; negative for a step back. */
  delta: number | null
}

/** The path of the screen without the guides over it, with the step of a flow. */
function screenOf({ pathname, search }: Location): string {
  const path = pathname.slice(base.length)
  return `${guidesAt(path)?.beneath ?? path} ${new URLSearchParams(search).get('step') ?? ''}`
}

/** A redirect is no step of the person, and a move of the same screen shows nothing new. */
function isAnimated(from: Location, { action, location }: Navigation): boolean {
  return (
    typeof (document as Partial<Document>).startViewTransition === 'function' &&
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    document.visibilityState === 'visible' &&
    action !== 'REPLACE' &&
    screenOf(from) !== screenOf(location)
  )
}

/**
 * Shows a navigation by `render`, in a view transition where it is a step to another screen. The old screen stays usable until the code
 * of the next is there: a page that waits inside a view transition takes no input.
 */
export function showAnimated(
  from: Location,
  navigation: Navigation,
  render: { now: () => void; later: () => void; isLatest: () => boolean; preload: (path: string) => Promise<void> },
): void {
  if (!isAnimated(from, navigation)) return render.later()
  const animate = () => {
    if (!render.isLatest()) return
    document.documentElement.dataset.direction = navigation.action === 'POP' && (navigation.delta ?? -1) < 0 ? 'back' : 'forward'
    const transition = document.startViewTransition(() => {
      if (render.isLatest()) flushSync(render.now)
    })
    void transition.ready.catch(() => undefined) // skipped, because the next one has begun or the page is hidden
  }
  return void render.preload(navigation.location.pathname.slice(base.length)).then(animate, render.later)
}
