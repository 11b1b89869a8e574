import type { QueryOf } from '@nikau/contract'
import type { listWalletTransactions } from '@nikau/contract/wallets'
import { parseDollars } from '@nikau/money'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'

export const filters = ['all', 'in', 'out', 'pending', 'tokens'] as const
export type Filter = (typeof filters)[number]

/** What one is looking for. It stands in the address, so that coming back from a receipt finds the list as it was left. */
export interface Search {
  filter: Filter
  text: string
  setFilter: (filter: Filter) => void
  setText: (text: string) => void
  clear: () => void
  /** Nothing narrows the list. */
  open: boolean
  /** The same as a question to the server; what reads as dollars is looked for as an amount. */
  query: NonNullable<QueryOf<typeof listWalletTransactions>>
  /** The address of a movement opened beside the list, with the search kept. */
  beside: (key: string) => string
  opened: string | undefined
}

const pageSize = 50

export function useSearch(path: string): Search {
  const [params, setParams] = useSearchParams()
  const filter = filters.find((one) => one === params.get('show')) ?? 'all'
  const [text, setText] = useState(params.get('q') ?? '')
  const wanted = useDeferredValue(text.trim())
  const change = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const amount = parseDollars(wanted)
  return {
    filter,
    text,
    setFilter: (chosen) => change('show', chosen === 'all' ? undefined : chosen),
    setText: (typed) => {
      setText(typed)
      change('q', typed.trim())
    },
    clear: () => {
      setText('')
      setParams({}, { replace: true })
    },
    open: filter === 'all' && wanted === '',
    query: {
      paginationLimit: pageSize,
      ...((filter === 'in' || filter === 'out') && { direction: filter }),
      ...(wanted && (amount === undefined || amount <= 0n ? { text: wanted } : { amount })),
    },
    beside: (key) => {
      const kept = new URLSearchParams(params)
      kept.set('open', key)
      return `${path}?${kept.toString()}`
    },
    opened: params.get('open') ?? undefined,
  }
}
