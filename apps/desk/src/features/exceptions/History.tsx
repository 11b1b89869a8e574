import { Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionEvent } from '@nikau/contract/desk/exceptions'
import { format } from '@nikau/money'
import { Anchor, Avatar, initials } from '@nikau/ui'
import { actName } from '../../lib/act-names.ts'
import { useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Mono } from '../../parts/Mono.tsx'

/** Who did what with it, in order. Nothing of it is ever changed. */
export function History({ events }: { events: readonly ExceptionEvent[] }) {
  const now = useNow()
  return (
    <ol className="dk-log">
      {events.map((event) => (
        <li key={`${event.event} ${event.at.toISOString()} ${event.proposalId ?? ''}`}>
          {event.by ? (
            <Avatar tone="in" size="s">
              {initials(event.by.name)}
            </Avatar>
          ) : (
            <Avatar tone="plain" size="s">
              <DeskIcon name="match" size="xs" />
            </Avatar>
          )}
          <div>
            <p>
              <What event={event} />
            </p>
            {event.note !== undefined && event.event !== 'taken' && <q className="dk-note">{event.note}</q>}
            <p className="dk-sub">{momentText(event.at, now)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function What({ event: { event, by, job, act, amount, proposalId } }: { event: ExceptionEvent }) {
  const { i18n } = useLingui()
  const name = <b>{by?.name}</b>
  const sum = amount === undefined ? '' : format(amount)
  const what = (
    <Anchor className="n-link" href={`/approvals/${encodeURIComponent(proposalId ?? '')}`}>
      {act === undefined ? '' : i18n._(actName(act))}
    </Anchor>
  )
  switch (event) {
    case 'raised':
      return (
        <Trans>
          Raised by <Mono>{job}</Mono>
        </Trans>
      )
    case 'taken':
      return <Trans>{name} took it on</Trans>
    case 'noted':
      return <Trans>{name} noted</Trans>
    case 'proposed':
      return (
        <Trans>
          {name} proposed: {what} {sum}
        </Trans>
      )
    case 'approved':
      return (
        <Trans>
          {name} approved: {what} {sum}
        </Trans>
      )
    case 'declined':
      return (
        <Trans>
          {name} declined: {what} {sum}
        </Trans>
      )
    case 'closed':
      return by ? <Trans>{name} closed it</Trans> : <Trans>Closed by itself</Trans>
  }
}
