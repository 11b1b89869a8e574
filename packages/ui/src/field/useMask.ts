import { useRef, type ClipboardEvent, type FormEvent, type RefObject } from 'react'
import { overwrite } from './overwrite.ts'
import { remask, type Mask, type Typed } from './mask.ts'

interface Options {
  value: string
  onChange: (value: string) => void
  input: RefObject<HTMLInputElement | null>
  mask: Mask
  /** Takes the place of the usual rewriting, for fields with rules of their own. */
  rewrite?: ((previous: string, typed: Typed) => Typed) | undefined
  /** Reads a whole pasted value in one of its other spellings; undefined leaves it to the mask. */
  readPasted?: (text: string) => string | undefined
}

/**
 * Wires a mask to a controlled input. The rewritten text and the caret are set on the element at once, before React renders
 * the same value: set later, the caret would first jump to the end.
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
