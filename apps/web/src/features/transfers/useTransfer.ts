import { listAssets } from '@nikau/contract/assets'
import { type FundsTransfer, getFundsTransfer } from '@nikau/contract/funds-transfers'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { useEffect, useRef } from 'react'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { invalidateFunds, isPendingTransfer } from '../../lib/funds.ts'
import { queryClient, useEndpointQuery } from '../../lib/endpoint-hooks.ts'

const pollIntervalMs = 5000

/** A transfer, polled while it is in progress; a status change refetches the balance and lists. */
export function useTransfer(id: string): AsyncData<FundsTransfer> & { missing: boolean; refresh: () => Promise<unknown> } {
  const result = useEndpointQuery(getFundsTransfer, { params: { id } })
  const { data, refetch } = result
  const isInProgress = data !== undefined && isPendingTransfer(data)
  useEffect(() => {
    if (!isInProgress) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isInProgress, refetch])
  const state = data && `${data.status} ${data.held}`
  const previousState = useRef(state)
  useEffect(() => {
    if (previousState.current !== undefined && state !== previousState.current) invalidateTransfer()
    previousState.current = state
  }, [state])
  const refused = result.error !== null && result.error.status >= 400 && result.error.status < 500
  return { ...toAsyncData(data, result), missing: refused && data === undefined, refresh: refetch }
}

export function invalidateTransfer(): void {
  invalidateFunds()
  for (const { method, path } of [listAssets, listWalletTransactions]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
