import { useImperativeHandle, useRef, type Ref } from 'react'

/** A ref to the input that also sets the caller's ref. */
export function useInput(ref: Ref<HTMLInputElement> | undefined) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  return input
}
