import { useLingui as useMessages } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/contract/nz-time'
import type { WalletActivity } from '@nikau/contract/wallet-activity'
import { Amount, ListItem, StatusChip } from '@nikau/ui'
import { useSpoken } from '../../lib/amount-words.ts'
import { paths } from '../../lib/paths.ts'
import { Words } from '../../lib/Words.tsx'
import { ActivityMark } from './ActivityMark.tsx'
import { kinds } from './kinds.ts'
import { partyOf } from './party.ts'

export interface ActivityRowProps {
  activity: WalletActivity
  href: string
  selected?: boolean | undefined
}

export function ActivityRow({ activity, href, selected }: ActivityRowProps) {
  const spoken = useSpoken()
  const name = useTitle(activity)
  return (
    <ListItem
      href={href}
      selected={selected}
      media={<ActivityMark activity={activity} />}
      name={name}
      detail={
        <>
          <Words of={kinds[activity.type].label} /> · {timeOfDay(activity.createdAt)}
        </>
      }
      amount={<Amount text={activity.formattedAmount} spoken={spoken(activity.value)} tone={toneOf(activity)} />}
      chip={<ActivityChip type={activity.type} />}
    />
  )
}

/** Where a row leads on a phone: to its receipt, or to where the money is that has not arrived. */
export function screenOf({ key, topupId }: WalletActivity): string {
  return topupId !== undefined && key.startsWith('t') ? paths.transfer(topupId) : paths.movement(key)
}

/** Who was on the other side; a bank account is named by its bank and by which way the money went. */
export function useTitle(activity: WalletActivity): string {
  const { t } = useLingui()
  const { _ } = useMessages()
  const { bank, name } = partyOf(activity)
  if (bank === undefined) return name ?? _(kinds[activity.type].label)
  // What the bank sent back comes in again.
  if (activity.type === 'withdrawal') return activity.value < 0n ? t`Withdrawal to ${bank}` : t`Returned by ${bank}`
  return t`Top up from ${bank}`
}

/** A top-up that failed before it arrived is struck through; one that the bank took back later is money that left. */
export function toneOf({ type, value }: Pick<WalletActivity, 'type' | 'value'>): 'in' | 'out' | 'pending' | 'failed' {
  if (type === 'topup-pending') return 'pending'
  if (value < 0n) return 'out'
  return type === 'topup-failed' ? 'failed' : 'in'
}

/** Only what is not done has a chip. */
function ActivityChip({ type }: Pick<WalletActivity, 'type'>) {
  if (type === 'topup-pending')
    return (
      <StatusChip tone="warning">
        <Trans>Pending</Trans>
      </StatusChip>
    )
  if (type === 'topup-failed')
    return (
      <StatusChip tone="negative">
        <Trans>Failed</Trans>
      </StatusChip>
    )
  return undefined
}
