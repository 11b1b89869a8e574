import { useRef, type ClipboardEvent, type FormEvent, type RefObject } from 'react'
import { overwrite } from './overwrite.ts'
import { remask, type Mask, type Typed } from './mask.ts'

interface Options {
  value: string
  onChange: (value: string) => void
  input: RefObject<HTMLInputElement | null>
  mask: Mask
  /** Replaces the mask, for fields with their own rules. */
  rewrite?: ((previous: string, typed: Typed) => Typed) | undefined
  /** Parses a pasted value in another format; undefined leaves it to the mask. */
  readPasted?: (text: string) => string | undefined
}

/**
 * Connects a mask to a controlled input. Value and caret are set before React renders the same value; otherwise the caret would
 * jump to the end.
 */
export function useMask({ value, onChange, input, mask, rewrite, readPasted }: Options) {
  const forward = useRef(false)
  const accept = (next: Typed) => {
    overwrite(input.current, next.value, next.caret)
    onChange(next.value)
  }
  return {
    onInput: (event: FormEvent<HTMLInputElement>) => {
      const native = event.nativeEvent
      forward.current = native instanceof InputEvent && native.inputType === 'deleteContentForward'
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const whole = readPasted?.(event.clipboardData.getData('text'))
      if (whole === undefined) return
      event.preventDefault()
      accept({ value: whole, caret: whole.length })
    },
    onChange: (text: string) => {
      const typed = { value: text, caret: input.current?.selectionStart ?? text.length }
      accept(rewrite ? rewrite(value, typed) : remask(value, typed, mask, forward.current))
    },
  }
}
