import type { QueryOf } from '@nikau/contract'
import type { listRequests } from '@nikau/contract/request-log'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { businessPaths } from '../../lib/business-paths.ts'

const outcomes = ['all', 'refused', 'failed'] as const
/** As the contract has it: a pasted text may be longer. */
const maxSearch = 200
type Outcome = (typeof outcomes)[number]

/** The filter and the opened call live in the address, so that a call can be passed on as a link. */
export function useRequestsFilter() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(params.get('q') ?? '')
  const searched = useDeferredValue(text.trim().slice(0, maxSearch))
  const outcome = outcomes.find((name) => name === params.get('answer')) ?? 'all'
  const keyName = params.get('key') ?? ''
  const change = (values: Record<string, string>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true },
    )
  const query: NonNullable<QueryOf<typeof listRequests>> = {
    ...(searched !== '' && { search: searched }),
    ...(outcome !== 'all' && { outcome }),
    ...(keyName !== '' && { keyName }),
  }
  return {
    text,
    searched,
    outcome,
    keyName,
    isFiltered: searched !== '' || outcome !== 'all' || keyName !== '',
    query,
    opened: params.get('call') ?? undefined,
    hrefOf: (id: string) => {
      const next = new URLSearchParams(params)
      next.set('call', id)
      return `${businessPaths.requests}?${next.toString()}`
    },
    close: () => change({ call: '' }),
    setOutcome: (chosen: Outcome) => change({ answer: chosen === 'all' ? '' : chosen }),
    setKeyName: (name: string) => change({ key: name }),
    setText: (typed: string) => {
      setText(typed)
      change({ q: typed.trim() })
    },
    clear: () => {
      setText('')
      change({ q: '', answer: '', key: '' })
    },
  }
}

export type RequestsFilter = ReturnType<typeof useRequestsFilter>
