import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the heading of a page that takes the place of another one at the same path, so that screen readers start there. A dialog that
 * closes at the same moment gives its focus back first.
 */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return heading
}
