import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: ReactNode
  /** At the end of the heading line: when it was read, a count, a link. */
  aside?: ReactNode
  /** lilac: a second person. negative: something is broken. */
  tone?: 'lilac' | 'negative' | undefined
  /** Tables reach from edge to edge. */
  isFlush?: boolean | undefined
  footer?: ReactNode
  children: ReactNode
}

/** A sheet with a heading: what a screen of the desk is made of. */
export function Panel({ title, aside, tone, isFlush, footer, children }: PanelProps) {
  const id = useId()
  return (
    <section className="dk-panel" data-tone={tone} aria-labelledby={id}>
      <header className="dk-panel-head">
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div className="dk-panel-aside">{aside}</div>}
      </header>
      {isFlush ? children : <div className="dk-panel-body">{children}</div>}
      {footer !== undefined && <footer className="dk-panel-foot">{footer}</footer>}
    </section>
  )
}
