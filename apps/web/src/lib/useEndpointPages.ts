import type { AnswerOf, Endpoint } from '@nikau/contract'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'
import { call, type Input } from './call.ts'

type Page<E extends Endpoint> = AnswerOf<E> & { nextPageKey?: string | undefined }

/** Reads a long list page by page, on demand: a wallet can have any number of transactions. */
export function useEndpointPages<E extends Endpoint & { paged: true }>(
  endpoint: E,
  input: Input<E>,
  options: { enabled?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<AnswerOf<E>>, CallError> {
  return useInfiniteQuery<AnswerOf<E>, CallError, InfiniteData<AnswerOf<E>>, readonly unknown[], string | undefined>({
    queryKey: [endpoint.method, endpoint.path, input, 'pages'],
    queryFn: ({ signal, pageParam }) => call(endpoint, { ...input, query: { ...(input.query as object), pageKey: pageParam } }, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last as Page<E>).nextPageKey,
    placeholderData: keepPreviousData,
    ...options,
  })
}
