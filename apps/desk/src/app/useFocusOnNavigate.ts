import { useEffect, useRef } from 'react'

/**
 * On navigation, moves the focus to the heading, so that screen readers start there. Waits for a heading that renders late, unless the
 * operator starts to use the page, or a list takes the focus back to its row.
 */
export function useFocusOnNavigate(path: string): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return undefined
    }
    scrollTo(0, 0)
    if (focusHeading()) return undefined
    const observer = new MutationObserver(() => focusHeading() && stop())
    const stop = () => {
      observer.disconnect()
      removeEventListener('pointerdown', stop)
      removeEventListener('keydown', stop)
    }
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    addEventListener('pointerdown', stop)
    addEventListener('keydown', stop)
    return stop
  }, [path])
}

function focusHeading(): boolean {
  const active = document.activeElement
  if (active?.closest('main') && active.matches('a')) return true
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return document.activeElement === heading
}
