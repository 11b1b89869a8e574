import { PageWaits } from '@nikau/ui'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** What has failed once shows on its own part of the page, which tries again. */
const filters = { predicate: ({ state }: Query) => state.data === undefined && state.fetchFailureCount === 0 }

/** An answer can lead to another call, which starts once the answer is rendered. */
const settleMs = 30
/** What takes longer than this no longer holds back the rest. */
const maxMs = 8000

/**
 * A screen shows when all that it loads first is there: parts that arrived one by one would push down what is below them. Its parts are
 * mounted meanwhile, and load. The key of a screen is its address: what loads later, such as another page of a list, hides nothing.
 */
export function FirstLoad({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const isLoading = useIsFetching(filters) > 0
  const [waits, setWaits] = useState(true)
  const hasLoaded = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), maxMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!waits) return undefined
    // Effects of the parts run before this one: their calls have started by now.
    if (isLoading || client.isFetching(filters) > 0) {
      hasLoaded.current = true
      return undefined
    }
    if (!hasLoaded.current) return setWaits(false)
    const timer = setTimeout(() => setWaits(false), settleMs)
    return () => clearTimeout(timer)
  }, [client, isLoading, waits])
  return <PageWaits value={waits}>{children}</PageWaits>
}
