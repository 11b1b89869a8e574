import type { UseQueryResult } from '@tanstack/react-query'
import type { CallError } from './call-error.ts'

/** Data that a part of a screen loads by itself, and that can fail by itself. */
export interface AsyncData<T> {
  data: T | undefined
  /** There is no data and loading failed. Data that was loaded earlier stays, and this stays false. */
  failed: boolean
  retrying: boolean
  /** How often loading has failed. */
  failures?: number | undefined
  retry: () => void
}

type Query = Pick<UseQueryResult<unknown, CallError>, 'data' | 'isError' | 'isFetching' | 'refetch' | 'errorUpdateCount'>

/** Data derived from one or more queries: it fails when one of them fails, and a retry refetches only the failed ones. */
export function toAsyncData<T>(data: T | undefined, ...queries: Query[]): AsyncData<T> {
  const failed = queries.filter((query) => query.isError && query.data === undefined)
  return {
    data,
    failed: data === undefined && failed.length > 0,
    retrying: failed.some((query) => query.isFetching),
    failures: Math.max(0, ...failed.map((query) => query.errorUpdateCount)),
    retry: () => {
      for (const query of failed) void query.refetch()
    },
  }
}

/** As it is now: what was read before `since` does not count, so that money is never moved by old figures. */
export function toFreshAsyncData<T>(query: UseQueryResult<T, CallError>, since: number): AsyncData<T> {
  const { isError, isFetching, refetch, errorUpdateCount } = query
  const data = query.dataUpdatedAt >= since ? query.data : undefined
  return toAsyncData(data, { data, isError, isFetching, refetch, errorUpdateCount })
}

/** Whether it still loads: it has neither arrived nor failed. */
export const isLoading = ({ data, failed }: Pick<AsyncData<unknown>, 'data' | 'failed'>): boolean => data === undefined && !failed

/** Data that needs other data first fails together with it. */
export function dependsOn<T>(needed: AsyncData<unknown>, dependent: AsyncData<T>): AsyncData<T> {
  return needed.failed ? { ...needed, data: undefined } : dependent
}
