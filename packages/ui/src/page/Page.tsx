import { type ReactNode, type Ref, use } from 'react'
import { ListPaneContext } from './list-pane.ts'

/** A centred column of 480 px, or 600 px beside the rail. `bar` leaves room for the bottom bar, `ground` sets the background. */
export function Page({ children, bar, ground = 'bg' }: { children: ReactNode; bar?: boolean | undefined; ground?: 'bg' | 'surface' | 'none' | undefined }) {
  return (
    <div className="n-page" data-bar={bar || undefined} data-ground={ground}>
      {children}
    </div>
  )
}

/** The page's <main>. A list beside the page that was opened from it is not. */
export function PageBody({ children, id, tight }: { children: ReactNode; id?: string | undefined; tight?: boolean | undefined }) {
  const Body = use(ListPaneContext) ? 'div' : 'main'
  return (
    <Body className="n-page-body" id={id} data-tight={tight || undefined}>
      {children}
    </Body>
  )
}

/**
 * The main action, sticky at the bottom on phones and under the content from 1024 px. `summary` adds a surface for a line above it.
 * `inFlow` keeps it under the content everywhere, for forms with something to read or tick at their end.
 */
export function PageFooter({ children, summary, inFlow }: { children: ReactNode; summary?: boolean | undefined; inFlow?: boolean | undefined }) {
  return (
    <footer className="n-page-footer" data-summary={summary || undefined} data-in-flow={inFlow || undefined}>
      {children}
    </footer>
  )
}

/** The h1. Focused by script on navigation, hence the tabindex. In a list beside the page it is an h2. */
export function Title({
  children,
  lede,
  ref,
  hidden,
}: {
  children: ReactNode
  lede?: ReactNode | undefined
  ref?: Ref<HTMLHeadingElement> | undefined
  hidden?: boolean | undefined
}) {
  const className = hidden ? 'n-hidden' : 'n-title'
  return (
    <>
      {use(ListPaneContext) ? (
        <h2 className={className}>{children}</h2>
      ) : (
        <h1 className={className} tabIndex={-1} ref={ref}>
          {children}
        </h1>
      )}
      {lede !== undefined && <p className="n-lede">{lede}</p>}
    </>
  )
}
