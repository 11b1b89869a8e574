import { listAssets } from '@nikau/contract/assets'
import { type FundsTransfer, getFundsTransfer } from '@nikau/contract/funds-transfers'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { useEffect, useRef } from 'react'
import { type Part, partOf } from '../../lib/account.ts'
import { fundsChanged, isOnItsWay } from '../../lib/funds.ts'
import { queryClient, useAnswer } from '../../lib/hooks.ts'

const pauseMs = 5000

/** One transfer, asked for again while it is on its way; when something has become of it, balance and lists are read anew. */
export function useTransfer(id: string): Part<FundsTransfer> & { missing: boolean; again: () => Promise<unknown> } {
  const answer = useAnswer(getFundsTransfer, { params: { id } })
  const { data, refetch } = answer
  const moving = data !== undefined && isOnItsWay(data)
  useEffect(() => {
    if (!moving) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), pauseMs)
    return () => clearInterval(timer)
  }, [moving, refetch])
  const state = data && `${data.status} ${data.held}`
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== undefined && state !== before.current) transferChanged()
    before.current = state
  }, [state])
  const refused = answer.error !== null && answer.error.status >= 400 && answer.error.status < 500
  return { ...partOf(data, answer), missing: refused && data === undefined, again: refetch }
}

export function transferChanged(): void {
  fundsChanged()
  for (const { method, path } of [listAssets, listWalletTransactions]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
