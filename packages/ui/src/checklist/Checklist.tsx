import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export interface ChecklistItem {
  key: string
  state: 'done' | 'next' | 'later'
  title: ReactNode
  detail?: ReactNode
  href?: string | undefined
}

/** The first steps of a new user, instead of empty lists. */
export function Checklist({ items }: { items: ChecklistItem[] }) {
  return (
    <ol className="n-checklist">
      {items.map((item, index) => {
        const content = (
          <>
            <span className="n-check-number">{item.state === 'done' ? <Icon name="check" size="s" /> : index + 1}</span>
            <span className="n-option-text">
              <span className="n-check-title">{item.title}</span>
              {item.detail !== undefined && <span className="n-option-detail">{item.detail}</span>}
            </span>
          </>
        )
        return (
          <li key={item.key} data-state={item.state}>
            {item.href === undefined ? (
              <div className="n-check">{content}</div>
            ) : (
              <Anchor className="n-check" href={item.href}>
                {content}
                <Icon name="right" size="s" />
              </Anchor>
            )}
          </li>
        )
      })}
    </ol>
  )
}
