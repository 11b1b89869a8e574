import { useEffect, useRef } from 'react'

/** A line at the end of a list that asks for more as soon as it comes near the screen. */
export function WhenSeen({ onSeen }: { onSeen: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current(), { rootMargin: '600px' })
    observer.observe(line.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={line} />
}
