import { useEffect, useState } from 'react'

/** Whether what is in an element is wider than it is: then it scrolls, and has to be reached by the keyboard. */
export function useIsWider(scroller: { current: HTMLElement | null }): boolean {
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setIsWider(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [scroller])
  return isWider
}
