import { useImperativeHandle, useRef, type Ref } from 'react'

/** A ref of our own to the input that also fills the caller's. */
export function useInput(ref: Ref<HTMLInputElement> | undefined) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  return input
}
