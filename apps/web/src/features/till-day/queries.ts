import type { AnswerOf, Endpoint } from '@nikau/contract'
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { CallError } from '../../lib/call-error.ts'
import type { Input } from '../../lib/call.ts'
import { tillCall, tillKeys } from '../till-device/index.ts'

/** Reads an endpoint as this till. What was read before stays on the screen until it is read again. */
export function useTillQuery<E extends Endpoint>(endpoint: E, input: Input<E>): UseQueryResult<AnswerOf<E>, CallError> {
  return useQuery<AnswerOf<E>, CallError>({
    queryKey: [...tillKeys.all, endpoint.path, input],
    queryFn: ({ signal }) => tillCall(endpoint, input, signal),
    staleTime: 0,
  })
}

export function useTillPages<E extends Endpoint & { paged: true }>(endpoint: E, input: Input<E>): UseInfiniteQueryResult<InfiniteData<AnswerOf<E>>, CallError> {
  return useInfiniteQuery<AnswerOf<E>, CallError, InfiniteData<AnswerOf<E>>, readonly unknown[], string | undefined>({
    queryKey: [...tillKeys.all, endpoint.path, input, 'pages'],
    queryFn: ({ signal, pageParam }) => tillCall(endpoint, { ...input, query: { ...(input.query as object), pageKey: pageParam } }, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last as { nextPageKey?: string }).nextPageKey,
    staleTime: 0,
  })
}
