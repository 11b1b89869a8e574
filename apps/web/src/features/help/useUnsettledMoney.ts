import { type AssetTransfer, listAssetTransfers } from '@nikau/contract/asset-transfers'
import { type FundsTransfer, listAccountWithdrawals } from '@nikau/contract/funds-transfers'
import { type HeldSend, listHeldSends } from '@nikau/contract/held-sends'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import { useAccountId } from '../../lib/account.ts'
import { hasComeBack, isWaiting, settledAt } from '../../lib/asset-transfer-state.ts'
import { type AsyncData, dependsOn, toAsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { isPendingTransfer, useTopUps } from '../../lib/funds.ts'
import { useMode } from '../../lib/mode.ts'
import { requestsWithPendingPayment } from '../../lib/pending-payments.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session.tsx'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { useActivities } from '../activity/index.ts'
import { isReversed } from '../transfers/index.ts'

/** Money that is not where the person may expect it: on its way, waiting, failed or come back. */
export type Movement = { key: string; at: Date } & (
  | { kind: 'bank'; transfer: FundsTransfer }
  | { kind: 'held-send'; held: HeldSend }
  | { kind: 'send'; transfer: AssetTransfer }
  | { kind: 'refund'; activity: WalletActivity }
)

/** How long something that has ended is still explained. */
export const recentDays = 30

export interface UnsettledMoney extends AsyncData<Movement[]> {
  /** Requests whose payment this tab has sent without learning the outcome. */
  uncertain: string[]
}

/** Everything that has no final state yet, and what failed or came back in the last 30 days, newest first. */
export function useUnsettledMoney(): UnsettledMoney {
  const mode = useMode()
  const { user } = useSession()
  const account = useAccountId()
  const params = { accountId: account.data ?? '' }
  const hasAccount = { enabled: account.data !== undefined }
  const topUps = useTopUps()
  const withdrawals = useEndpointQuery(listAccountWithdrawals, { params }, hasAccount)
  const sends = useEndpointQuery(listAssetTransfers, { params, query: {} }, hasAccount)
  const held = useEndpointQuery(listHeldSends, {}, { enabled: deployed.people.guard })
  const activities = useActivities({}, { withPending: false })
  const since = addDays(calendarDate(serverNow()), -recentDays)
  const isRecent = (at: Date) => calendarDate(at) >= since
  const isUnsettled = (transfer: FundsTransfer) =>
    transfer.liveness === mode && (isPendingTransfer(transfer) || ((transfer.status === 'failed' || isReversed(transfer)) && isRecent(transfer.updatedAt)))
  const sources = [
    topUps,
    dependsOn(account, toAsyncData(withdrawals.data, withdrawals)),
    dependsOn(account, toAsyncData(sends.data, sends)),
    activities,
    ...(deployed.people.guard ? [toAsyncData(held.data, held)] : []),
  ]
  const failed = sources.filter((source) => source.failed)
  const movements: Movement[] = [
    ...[...(topUps.data ?? []), ...(withdrawals.data?.items ?? [])]
      .filter(isUnsettled)
      .map((transfer) => ({ key: `b${transfer.id}`, at: transfer.createdAt, kind: 'bank' as const, transfer })),
    ...(held.data?.items ?? [])
      .filter(({ status }) => status === 'waiting' || status === 'due')
      .map((send) => ({ key: `h${send.id}`, at: send.createdAt, kind: 'held-send' as const, held: send })),
    ...(sends.data?.items ?? [])
      .filter(({ direction, asset }) => direction === 'sent' && asset.category === 'money' && asset.liveness === mode)
      .filter(
        (transfer) =>
          isWaiting(transfer.status) || transfer.status === 'expired' || (hasComeBack(transfer.status) && isRecent(settledAt(transfer) ?? transfer.createdAt)),
      )
      .map((transfer) => ({ key: `s${transfer.id}`, at: transfer.createdAt, kind: 'send' as const, transfer })),
    ...(activities.data ?? [])
      .filter(({ type, createdAt }) => type === 'refunded' && isRecent(createdAt))
      .map((activity) => ({ key: activity.key, at: activity.createdAt, kind: 'refund' as const, activity })),
  ]
  return {
    // A list without one of its parts would say that there is nothing where there may be something.
    data: sources.every(({ data }) => data !== undefined) ? movements.toSorted((a, b) => b.at.getTime() - a.at.getTime()) : undefined,
    failed: failed.length > 0,
    retrying: failed.some(({ retrying }) => retrying),
    retry: () => {
      for (const source of failed) source.retry()
    },
    uncertain: requestsWithPendingPayment(user.profile.sub),
  }
}
