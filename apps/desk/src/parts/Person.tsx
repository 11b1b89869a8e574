import { Avatar, initials } from '@nikau/ui'
import type { ReactNode } from 'react'

/** A person of the company, by their initials and name. */
export function Person({
  name,
  initialsOf = name,
  detail,
}: {
  name: string
  /** Of the whole name, where a row has room for the first. */ initialsOf?: string
  detail?: ReactNode
}) {
  return (
    <span className="dk-person">
      <Avatar tone="in" size="s">
        {initials(initialsOf)}
      </Avatar>
      <span>
        {name}
        {detail !== undefined && <span className="dk-sub">{detail}</span>}
      </span>
    </span>
  )
}
