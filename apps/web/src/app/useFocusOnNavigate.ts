import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

/**
 * On navigation, moves the focus to the heading, so that screen readers start there, and scrolls to the top; on back, the
 * browser restores the scroll position. Waits for a heading that renders late, unless the user starts to interact.
 */
export function useFocusOnNavigate(path: string): void {
  const navigationType = useNavigationType()
  useEffect(() => {
    if (navigationType !== 'POP') scrollTo(0, 0)
    if (focusHeading()) return undefined
    const observer = new MutationObserver(() => focusHeading() && stop())
    const stop = () => {
      observer.disconnect()
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
    // React hides suspended content by its style, so a heading can exist before it is visible.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- the navigation type belongs to the path
  }, [path])
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}
