import type { DeskAnswerOf, DeskEndpoint } from '@nikau/contract/desk/endpoint'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Input } from './call.ts'
import { useDesk, useDeskState } from './desk-context.ts'
import type { DeskError } from './desk-error.ts'

export interface DeskQuery<T> {
  data: T | undefined
  /** When `data` was read, by the server's clock. */
  readAt: Date | undefined
  /** Why the last reading failed. With `data` as well, that is the last answer. */
  error: DeskError | null
  reload: () => void
}

interface QueryOptions {
  /** How often the page reads it again by itself. */
  refreshMs?: number
  isEnabled?: boolean
}

const usualRefreshMs = 30_000
/** With the server away it is asked more often, to be back soon. */
const awayRefreshMs = 5_000

/** Reads an endpoint, and again by itself. A locked page reads nothing and keeps what it has. */
export function useDeskQuery<E extends DeskEndpoint>(endpoint: E, input: Input<E>, options: QueryOptions = {}): DeskQuery<DeskAnswerOf<E>> {
  const desk = useDesk()
  const refresh = useRefresh(options)
  const queryKey = [endpoint.path, input]
  const query = useQuery<DeskAnswerOf<E>, DeskError>({
    queryKey,
    queryFn: ({ signal }) => desk.call(endpoint, input, { signal, isBackground: desk.queries.getQueryData(queryKey) !== undefined }),
    placeholderData: keepPreviousData,
    ...refresh,
  })
  return {
    data: query.data,
    readAt: query.dataUpdatedAt === 0 ? undefined : desk.byServer(query.dataUpdatedAt),
    error: query.error,
    reload: () => void query.refetch(),
  }
}

function useRefresh({ refreshMs = usualRefreshMs, isEnabled = true }: QueryOptions) {
  const { access, isAway } = useDeskState()
  const isOpen = access === 'open'
  return { enabled: isOpen && isEnabled, refetchInterval: isAway ? awayRefreshMs : refreshMs, refetchIntervalInBackground: false }
}

interface Page {
  items: unknown[]
  nextPageKey?: string | undefined
}

type ItemOf<E extends DeskEndpoint> = DeskAnswerOf<E> extends { items: (infer Item)[] } ? Item : never

export interface DeskPages<T> extends Omit<DeskQuery<T[]>, 'data'> {
  items: T[] | undefined
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/**
 * Reads a paged list, page after page.
 * @ahead
 */
export function useDeskPages<E extends DeskEndpoint>(endpoint: E, input: Input<E>, options: QueryOptions = {}): DeskPages<ItemOf<E>> {
  const desk = useDesk()
  const refresh = useRefresh(options)
  const queryKey = [endpoint.path, 'pages', input]
  const query = useInfiniteQuery<Page, DeskError, { pages: Page[] }, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      desk.call(
        endpoint,
        { ...input, query: { ...(input.query as object | undefined), pageKey: pageParam } },
        {
          signal,
          isBackground: pageParam === undefined && desk.queries.getQueryData(queryKey) !== undefined,
        },
      ) as Promise<Page>,
    initialPageParam: undefined,
    getNextPageParam: ({ nextPageKey }) => nextPageKey,
    placeholderData: keepPreviousData,
    ...refresh,
  })
  return {
    items: query.data?.pages.flatMap(({ items }) => items as ItemOf<E>[]),
    readAt: query.dataUpdatedAt === 0 ? undefined : desk.byServer(query.dataUpdatedAt),
    error: query.error,
    reload: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}

interface MutationOptions<T> {
  /** The passkey is used for this act, however recently it was used for another. */
  withPasskey?: boolean
  onDone?: (answer: T) => void
}

/** Makes a call when the operator says so. Afterwards, refused or not, the page reads again what it shows. */
export function useDeskMutation<E extends DeskEndpoint>(endpoint: E, { withPasskey = false, onDone }: MutationOptions<DeskAnswerOf<E>> = {}) {
  const desk = useDesk()
  return useMutation<DeskAnswerOf<E>, DeskError, Input<E>>({
    mutationFn: async (input) => {
      if (withPasskey) await desk.askPasskey()
      return await desk.call(endpoint, input)
    },
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => void desk.queries.invalidateQueries(),
  })
}

/** Whether anything can be done: with the server away it can not. */
export const useCanAct = (): boolean => !useDeskState().isAway
