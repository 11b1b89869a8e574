import type { AnswerOf, Endpoint } from '@nikau/contract'
import { keepPreviousData, QueryClient, useMutation, type UseMutationResult, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call, type CallError, callEveryPage, type Input, retryPause, shouldRetry } from './call.ts'

/** Amounts are bigints, which JSON does not know; the order in which a question's parts were written makes no other question. */
function hashKey(key: readonly unknown[]): string {
  return JSON.stringify(key, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    return isPlain ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay: retryPause, staleTime: 10_000, networkMode: 'always', queryKeyHashFn: hashKey },
    mutations: { retry: shouldRetry, retryDelay: retryPause, networkMode: 'always' },
  },
})

/** Reads an endpoint and keeps the answer; while a changed question is under way the earlier answer stays on screen. */
export function useAnswer<E extends Endpoint>(endpoint: E, input: Input<E>, options: { enabled?: boolean } = {}): UseQueryResult<AnswerOf<E>, CallError> {
  return useQuery<AnswerOf<E>, CallError>({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: ({ signal }) => (endpoint.paged ? callEveryPage : call)(endpoint, input, signal),
    placeholderData: keepPreviousData,
    ...options,
  })
}

/**
 * Calls an endpoint when the person asks for it; with a merchant's key in place of the person's own name where one is given.
 */
export function useCall<E extends Endpoint>(endpoint: E, how: { apiKey?: string } = {}): UseMutationResult<AnswerOf<E>, CallError, Input<E>> {
  return useMutation<AnswerOf<E>, CallError, Input<E>>({ mutationKey: [endpoint.method, endpoint.path], mutationFn: (input) => call(endpoint, input, how) })
}
