import { useRef, type PointerEvent } from 'react'

const far = 96

/** Closes a sheet that is dragged down by its handle for more than 96 px; otherwise it snaps back. */
export function useDragDown(onClose: () => void) {
  const start = useRef<number | undefined>(undefined)
  const box = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest<HTMLElement>('.n-modal')
  const pulled = (event: PointerEvent<HTMLElement>) => (start.current === undefined ? 0 : Math.max(0, event.clientY - start.current))
  const end = (event: PointerEvent<HTMLElement>) => {
    const closes = pulled(event) > far
    start.current = undefined
    box(event)?.style.removeProperty('transform')
    if (closes) onClose()
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== undefined) box(event)?.style.setProperty('transform', `translateY(${pulled(event)}px)`)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
