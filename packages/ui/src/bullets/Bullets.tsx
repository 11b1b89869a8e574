import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** A short list with icons (ticks by default). */
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
