import { Avatar, initials } from '@nikau/ui'
import type { ReactNode } from 'react'

/** A person of the company, by their initials and name. */
export function Person({ name, detail }: { name: string; detail?: ReactNode }) {
  return (
    <span className="dk-person">
      <Avatar tone="in" size="s">
        {initials(name)}
      </Avatar>
      <span>
        {name}
        {detail !== undefined && <span className="dk-sub">{detail}</span>}
      </span>
    </span>
  )
}
