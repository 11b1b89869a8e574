import { useState, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** A card that opens. Closed at 768 px or less, open above, until the person says otherwise. */
export function Fold({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(() => matchMedia('(min-width: 48.0625rem)').matches)
  return (
    <details className="n-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="n-fold-head">
        <span>
          {title} {aside !== undefined && <span className="n-fold-aside">{aside}</span>}
        </span>
        <Icon name="down" size="s" />
      </summary>
      <div className="n-fold-body">{children}</div>
    </details>
  )
}
