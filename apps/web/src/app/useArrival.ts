import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

/**
 * On every change of screen the focus goes to the heading, so that a screen reader begins there, and the page to its top;
 * on the way back the browser puts the page where it was. A heading that comes with its data is waited for, unless the
 * person has begun to do something else meanwhile.
 */
export function useArrival(place: string): void {
  const how = useNavigationType()
  useEffect(() => {
    if (how !== 'POP') scrollTo(0, 0)
    if (focusHeading()) return undefined
    const observer = new MutationObserver(() => focusHeading() && stop())
    const stop = () => {
      observer.disconnect()
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
    // React hides what still waits by its style, so a heading may be there and not yet be shown.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- how one came belongs to the arrival, and alone is none
  }, [place])
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}
