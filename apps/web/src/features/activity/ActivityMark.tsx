import { activityLabels, type WalletActivity } from '@nikau/contract/wallet-activity'
import { Icon, initials, Mark } from '@nikau/ui'
import { kinds } from './kinds.ts'

/** Who was on the other side, at a glance: a leaf for a shop, a circle for a person, the bank's icon; lilac where money leaves or waits. */
export function ActivityMark({ activity, size }: { activity: Pick<WalletActivity, 'type' | 'partyName'>; size?: 'l' | undefined }) {
  const { party, icon } = kinds[activity.type]
  const letters = party === 'bank' ? '' : initials(activity.partyName ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return (
    <Mark shape={party === 'shop' ? 'leaf' : 'circle'} tone={activityLabels[activity.type].accent ? 'out' : 'in'} size={size}>
      {letters || <Icon name={icon} />}
    </Mark>
  )
}
