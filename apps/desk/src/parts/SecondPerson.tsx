import { Avatar, initials } from '@nikau/ui'
import { Fragment, type ReactNode } from 'react'
import { DeskIcon } from './DeskIcon.tsx'

export interface PersonOfAct {
  key: string
  /** Absent while nobody has decided. */
  name?: string | undefined
  title: ReactNode
  detail: ReactNode
}

/** Circles joined by a line: who proposed, who has agreed, and who is still missing. */
export function SecondPerson({ people }: { people: readonly PersonOfAct[] }) {
  return (
    <ol className="dk-people">
      {people.map(({ key, name, title, detail }, at) => (
        <Fragment key={key}>
          {at > 0 && <li className="dk-people-line" data-done={name !== undefined || undefined} aria-hidden />}
          <li>
            {name === undefined ? (
              <span className="dk-people-open">
                <DeskIcon name="passkey" size="s" />
              </span>
            ) : (
              <Avatar tone="in">{initials(name)}</Avatar>
            )}
            <b>{title}</b>
            <span className="dk-sub">{detail}</span>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
