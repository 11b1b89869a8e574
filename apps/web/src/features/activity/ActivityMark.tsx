import { activityLabels } from '@nikau/contract/wallet-activity'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { Icon, initials, Avatar } from '@nikau/ui'
import { activityTypes } from './activity-types.ts'

/** The counterparty's mark: a leaf for a shop, a circle for a person, the bank's icon; lilac when money is going out or pending. */
export function ActivityMark({ activity, size }: { activity: Pick<WalletActivity, 'type' | 'partyName'>; size?: 'l' | undefined }) {
  const { party, icon } = activityTypes[activity.type]
  const name = activity.partyName ?? ''
  // Someone without a name is a phone number, which has no initials.
  const letters = party === 'bank' || !/\p{L}/u.test(name) ? '' : initials(name).replaceAll(/[^\p{L}\p{N}]/gu, '')
  return (
    <Avatar shape={party === 'shop' ? 'leaf' : 'circle'} tone={activityLabels[activity.type].accent ? 'out' : 'in'} size={size}>
      {letters || <Icon name={icon} />}
    </Avatar>
  )
}
