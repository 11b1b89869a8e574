import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { Anchor } from '../link/Link.tsx'

export type NoticeTone = 'warning' | 'info' | 'positive' | 'negative'

const usual: Record<NoticeTone, IconName> = { warning: 'warning', info: 'refresh', positive: 'check', negative: 'problem' }

export interface NoticeProps {
  /** warning asks for something, info informs, positive confirms, negative reports a failure. */
  tone?: NoticeTone | undefined
  icon?: ReactNode | undefined
  title: ReactNode
  /** Makes the whole notice a link. */
  href?: string | undefined
  children?: ReactNode | undefined
  /** With `dismissLabel`: shows a close button. */
  onDismiss?: (() => void) | undefined
  dismissLabel?: string | undefined
  /** Announced when it appears; assertive for failures only. Leave it out for a notice that is there from the start. */
  live?: 'polite' | 'assertive' | undefined
  level?: 2 | 3 | undefined
}

/** At most one per screen: icon, title, one line, close button. */
export function Notice({ tone = 'warning', icon, title, href, children, onDismiss, dismissLabel, live, level = 2 }: NoticeProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="n-notice" data-tone={tone} role={live === 'polite' ? 'status' : live === 'assertive' ? 'alert' : undefined}>
      {icon ?? <Icon name={usual[tone]} />}
      <div className="n-notice-text">
        <Heading className="n-notice-title">
          {href === undefined ? (
            title
          ) : (
            <Anchor className="n-notice-link" href={href}>
              {title}
            </Anchor>
          )}
        </Heading>
        {children !== undefined && <div className="n-notice-body">{children}</div>}
      </div>
      {onDismiss && (
        <button type="button" className="n-icon-button n-notice-dismiss" aria-label={dismissLabel} onClick={onDismiss}>
          <Icon name="close" size="s" />
        </button>
      )}
    </section>
  )
}

/** The errors of a form, each a link to its field; inside a Notice. */
export function NoticeLinks({ links }: { links: { href: string; text: ReactNode }[] }) {
  return (
    <ul className="n-notice-links">
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href}>{link.text}</a>
        </li>
      ))}
    </ul>
  )
}
