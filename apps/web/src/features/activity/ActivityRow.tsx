import { useLingui as useMessages } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { Amount, ListItem, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { isPendingTransfer, useWithdrawals } from '../../lib/funds.ts'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { Message } from '../../lib/Message.tsx'
import { ActivityMark } from './ActivityMark.tsx'
import { activityTypes } from './activity-types.ts'
import { counterpartyOf } from './counterparty.ts'

export interface ActivityRowProps {
  activity: WalletActivity
  href: string | undefined
  selected?: boolean | undefined
}

export function ActivityRow({ activity, href, selected }: ActivityRowProps) {
  const spoken = useSpokenAmount()
  const name = useActivityTitle(activity)
  return (
    <ListItem
      href={href}
      selected={selected}
      media={<ActivityMark activity={activity} />}
      name={name}
      detail={
        <>
          <Message of={activityTypes[activity.type].label} /> · {timeOfDay(activity.createdAt)}
        </>
      }
      amount={<Amount text={activity.formattedAmount} spoken={spoken(activity.value)} tone={toneOf(activity)} />}
      chip={<ActivityChip activity={activity} />}
    />
  )
}

/** A row's link on a phone: the receipt, or the transfer's screen for a send and for a top-up that is not booked yet. */
export function activityHref({ key, topupId, assetTransferId }: WalletActivity): string {
  if (assetTransferId !== undefined && deployed.people.claim) return paths.assetTransfer(assetTransferId)
  return topupId !== undefined && key.startsWith('t') ? paths.transfer(topupId) : paths.receipt(key)
}

/** The counterparty's name; for a bank account, the bank's name with the direction of the money. */
export function useActivityTitle(activity: WalletActivity): string {
  const { t } = useLingui()
  const { _ } = useMessages()
  const { bank, name } = counterpartyOf(activity)
  if (bank === undefined) return name ?? _(activityTypes[activity.type].label)
  // A withdrawal with a positive value is one the bank returned.
  if (activity.type === 'withdrawal') return activity.value < 0n ? t`Withdrawal to ${bank}` : t`Returned by ${bank}`
  return t`Top-up from ${bank}`
}

/** A top-up that failed before it arrived is struck through; one the bank reversed later is money out. */
export function toneOf({ type, value }: Pick<WalletActivity, 'type' | 'value'>): 'in' | 'out' | 'pending' | 'failed' {
  if (type === 'topup-pending') return 'pending'
  if (value < 0n) return 'out'
  return type === 'topup-failed' ? 'failed' : 'in'
}

const dayMs = 86_400_000

/** The label of a top-up says that it is pending or has failed; that of a withdrawal does not say that it is on its way. */
function ActivityChip({ activity: { type, value, withdrawalId, createdAt } }: { activity: WalletActivity }) {
  const [now] = useState(() => Date.now())
  const mayBePending = type === 'withdrawal' && value < 0n && withdrawalId !== undefined && now - createdAt.getTime() < 10 * dayMs
  return mayBePending ? <WithdrawalChip id={withdrawalId} /> : undefined
}

function WithdrawalChip({ id }: { id: string }) {
  const withdrawal = useWithdrawals().data?.find((item) => item.id === id)
  if (!withdrawal || !isPendingTransfer(withdrawal)) return undefined
  return (
    <StatusChip tone="warning">
      <Trans>Pending</Trans>
    </StatusChip>
  )
}
