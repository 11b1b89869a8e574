import { useState, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** A collapsible card. Initially open on windows wider than 768 px, unless it is one of many: `closed`. */
export function Disclosure({ title, aside, closed, children }: { title: ReactNode; aside?: ReactNode; closed?: boolean | undefined; children: ReactNode }) {
  const [open, setOpen] = useState(() => !closed && matchMedia('(min-width: 48.0625rem)').matches)
  return (
    <details className="n-disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="n-disclosure-head">
        <span>
          {title} {aside !== undefined && <span className="n-disclosure-aside">{aside}</span>}
        </span>
        <Icon name="down" size="s" />
      </summary>
      <div className="n-disclosure-body">{children}</div>
    </details>
  )
}
