import { Trans, useLingui } from '@lingui/react/macro'
import { type HeldSend, listHeldSends } from '@nikau/contract/held-sends'
import { format } from '@nikau/money'
import { Avatar, HourglassIcon, List, ListItem, Section, StatusChip } from '@nikau/ui'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'

/** Not loaded in a deployment without the safety screens. */
export function useHeldSends(): AsyncData<HeldSend[]> {
  const query = useEndpointQuery(listHeldSends, {}, { enabled: deployed.people.guard })
  return toAsyncData(query.data?.items, query)
}

/** Sends that wait for a decision. */
export function HeldSends({ held }: { held: readonly HeldSend[] }) {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  return (
    <Section title={<Trans>Waiting for you</Trans>} flush>
      <List label={t`Waiting for you`}>
        {held.map(({ id, status, value, recipientName, recipientAlias, decideAt }) => {
          const [amount, who, time] = [format(value), recipientName ?? formatAlias(recipientAlias), timeLabel(decideAt)]
          return (
            <ListItem
              key={id}
              href={paths.heldSend(id)}
              media={
                <Avatar tone="plain">
                  <HourglassIcon />
                </Avatar>
              }
              name={
                <Trans>
                  {amount} to {who}
                </Trans>
              }
              detail={status === 'due' ? <Trans>Nothing has left your wallet</Trans> : <Trans>We ask you again {time}</Trans>}
              chip={
                status === 'due' ? (
                  <StatusChip tone="warning">
                    <Trans>Decide now</Trans>
                  </StatusChip>
                ) : undefined
              }
              chevron={status !== 'due'}
            />
          )
        })}
      </List>
    </Section>
  )
}
