import { createPatronCode, type PatronCode } from '@nikau/contract/patron-codes'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { keepPatronCode, keptPatronCode } from '../../lib/kept-patron-code.ts'
import { isCodeDue } from './code-life.ts'

/** The codes of this run of the app. An earlier one may still be scanned. */
const shown = new Set<string>()

export const wasShown = (codeId: string): boolean => shown.has(codeId)

export interface CurrentCode {
  code: PatronCode | undefined
  error: CallError | null
  /** Requests a code if one is due. An error stops that until `tryAgain`. */
  refresh: (now: Date) => void
  tryAgain: () => void
}

/** The person's code, requested when there is none and renewed shortly before it expires. */
export function usePatronCode(userId: string): CurrentCode {
  const [code, setCode] = useState(() => keptPatronCode(userId))
  // Read by the next tick, which may come before the code has been rendered.
  const latest = useRef(code)
  const isRequesting = useRef(false)
  const request = useMutation<PatronCode, CallError>({
    mutationKey: [createPatronCode.method, createPatronCode.path],
    mutationFn: () => call(createPatronCode, { body: {} }),
    retry: false, // the person decides
    onSuccess: (next) => {
      keepPatronCode(userId, next)
      shown.add(next.id)
      latest.current = next
      setCode(next)
    },
    onSettled: () => {
      isRequesting.current = false
    },
  })
  const start = () => {
    if (isRequesting.current) return
    isRequesting.current = true
    request.mutate()
  }
  return {
    code,
    error: request.error,
    refresh: (now) => {
      if (!request.isError && isCodeDue(latest.current, now)) start()
    },
    tryAgain: start,
  }
}
