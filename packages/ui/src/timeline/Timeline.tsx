import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

export interface TimelineEvent {
  key: string
  /** returned: it went back. */
  state: 'done' | 'now' | 'later' | 'failed' | 'returned'
  text: ReactNode
  /** A second, smaller line. */
  detail?: ReactNode
  time?: ReactNode
  /** In place of the state's own: an arrow back, a clock. */
  icon?: ReactNode
  /** The state for screen readers, before the text: "Done", "Now", "Later", "Failed". */
  stateSpoken?: string | undefined
}

/** Past, current and future steps: filled tick, ring, empty; a dotted line for future steps. */
export function Timeline({ events, label }: { events: TimelineEvent[]; label?: string | undefined }) {
  return (
    <ol className="n-timeline" aria-label={label}>
      {events.map((event) => (
        <li className="n-event" data-state={event.state} key={event.key}>
          <span className="n-event-dot" aria-hidden>
            {event.icon ?? (event.state === 'done' ? <Icon name="check" size="xs" /> : event.state === 'failed' && <Icon name="close" size="xs" />)}
          </span>
          <span className="n-event-text">
            {event.stateSpoken !== undefined && <span className="n-hidden">{event.stateSpoken}</span>} {event.text}
            {event.detail !== undefined && <span className="n-event-detail">{event.detail}</span>}
          </span>
          {event.time !== undefined && <span className="n-event-time">{event.time}</span>}
        </li>
      ))}
    </ol>
  )
}
