import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** A few plain facts, each with an icon (a tick unless told otherwise). */
export function Bullets({ items }: { items: { key: string; icon?: ReactNode; text: ReactNode }[] }) {
  return (
    <ul className="n-bullets">
      {items.map((item) => (
        <li key={item.key}>
          {item.icon ?? <Icon name="check" size="s" />}
          <span>{item.text}</span>
        </li>
      ))}
    </ul>
  )
}
