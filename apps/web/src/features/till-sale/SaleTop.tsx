import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar, IconButton, initials, ListIcon, TillPersonButton, TillTop } from '@nikau/ui'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, pairing, useOfflineSince } from '../till-device/index.ts'
import { useCounter } from './counter.ts'

/** Over every state of a sale: the person, the till, the connection, and the way to today's payments. */
export function SaleTop() {
  const { t } = useLingui()
  const till = useStoredValue(pairing)?.till
  const turn = useStoredValue(currentTurn)
  const isOffline = useOfflineSince() !== undefined
  const { go } = useCounter()
  if (!till || !turn) return undefined
  return (
    <TillTop
      isConnected={!isOffline}
      connection={isOffline ? <Trans>Offline</Trans> : <Trans>Online</Trans>}
      end={<IconButton label={t`Payments of this till`} icon={<ListIcon />} onPress={() => go({ at: 'list' })} />}
    >
      <TillPersonButton
        media={<Avatar size="s">{initials(turn.name)}</Avatar>}
        name={turn.name}
        detail={`${till.name}, ${till.merchantName}`}
        label={t`Change person, items and sound`}
        onPress={() => go({ at: 'person' })}
      />
    </TillTop>
  )
}
