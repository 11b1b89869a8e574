import { useEffect, useRef } from 'react'

/** A sentinel at the end of a list: calls back once it is within 600 px of the viewport. */
export function OnVisible({ onVisible }: { onVisible: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null)
  const callback = useRef(onVisible)
  useEffect(() => {
    callback.current = onVisible
  })
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && callback.current(), { rootMargin: '600px' })
    observer.observe(sentinel.current!)
    return () => observer.disconnect()
  }, [])
  return <div ref={sentinel} />
}
