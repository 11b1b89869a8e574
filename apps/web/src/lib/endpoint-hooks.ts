import type { AnswerOf, Endpoint } from '@nikau/contract'
import { keepPreviousData, onlineManager, QueryClient, useMutation, type UseMutationResult, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import { call, callAllPages, type Input } from './call.ts'
import { retryDelay, shouldRetry } from './retry.ts'
import { isStepUpCancelled } from './step-up.ts'

/** JSON has no bigints, and the order of an input's fields must not make a different key. */
function hashKey(key: readonly unknown[]): string {
  return JSON.stringify(key, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    return isPlain ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}

// It assumes a connection until it hears otherwise, and would not notice the signal coming back to a page that started without.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without signal a retry can only fail; when it is back everything on the screen loads again.
      retry: (failures, error) => navigator.onLine && shouldRetry(failures, error),
      refetchOnReconnect: 'always',
      retryDelay,
      staleTime: 10_000,
      networkMode: 'always',
      queryKeyHashFn: hashKey,
    },
    mutations: { retry: shouldRetry, retryDelay, networkMode: 'always' },
  },
})

/** Reads an endpoint and caches the result. While a changed input loads, the previous result stays on screen. */
export function useEndpointQuery<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: { enabled?: boolean; staleTime?: number } = {},
): UseQueryResult<AnswerOf<E>, CallError> {
  return useQuery<AnswerOf<E>, CallError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => (endpoint.paged ? callAllPages : call)(endpoint, input, signal),
    placeholderData: keepPreviousData,
    ...options,
  })
}

/**
 * Calls an endpoint on demand, with the user's token, a merchant's API key or the key of a link. `retry: false` where each attempt
 * counts against a limit (docs/decisions/0151).
 */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { retry, ...options }: { apiKey?: string; linkKey?: string | undefined; retry?: false } = {},
): UseMutationResult<AnswerOf<E>, CallError, Input<E>> {
  return withoutCancellation(
    useMutation<AnswerOf<E>, CallError, Input<E>>({
      mutationKey: [endpoint.method, endpoint.path],
      mutationFn: (input) => call(endpoint, input, options),
      ...(retry === false && { retry }),
    }),
  )
}

/** A person who closes the step-up sheet has not failed at anything: the mutation counts as not started, though its promise rejects. */
export function withoutCancellation<T, E, V>(result: UseMutationResult<T, E, V>): UseMutationResult<T, E, V> {
  if (!isStepUpCancelled(result.error)) return result
  const idle = { error: null, isError: false, isIdle: true, status: 'idle', failureCount: 0, failureReason: null }
  return { ...result, ...idle } as UseMutationResult<T, E, V>
}
