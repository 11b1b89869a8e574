import type { QueryOf } from '@nikau/contract'
import type { listWalletTransactions } from '@nikau/contract/wallets'
import { parseDollars } from '@nikau/money'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'

export const filters = ['all', 'in', 'out', 'pending', 'tokens'] as const
export type Filter = (typeof filters)[number]

/** The search lives in the URL, so returning from a receipt restores the list. */
export interface Search {
  filter: Filter
  text: string
  setFilter: (filter: Filter) => void
  setText: (text: string) => void
  clear: () => void
  /** Neither a filter nor a text is set. */
  isUnfiltered: boolean
  /** The API query; text that parses as dollars is searched as an amount. */
  query: NonNullable<QueryOf<typeof listWalletTransactions>>
  /** Link that opens an activity in the detail pane and keeps the search. */
  hrefWithSelection: (key: string) => string
  selectedKey: string | undefined
}

const pageSize = 50

export function useActivitySearch(path: string): Search {
  const [params, setParams] = useSearchParams()
  const filter = filters.find((name) => name === params.get('show')) ?? 'all'
  const [text, setText] = useState(params.get('q') ?? '')
  const searchText = useDeferredValue(text.trim())
  const change = (name: string, value: string | undefined) =>
    setParams(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  const amount = parseDollars(searchText)
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
    isUnfiltered: filter === 'all' && searchText === '',
    query: {
      paginationLimit: pageSize,
      ...((filter === 'in' || filter === 'out') && { direction: filter }),
      ...(searchText && (amount === undefined || amount <= 0n ? { text: searchText } : { amount })),
    },
    hrefWithSelection: (key) => {
      const next = new URLSearchParams(params)
      next.set('open', key)
      return `${path}?${next.toString()}`
    },
    selectedKey: params.get('open') ?? undefined,
  }
}
