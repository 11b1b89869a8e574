import type { ReactNode, Ref } from 'react'

/** A centred column of 480 px. `bar` leaves room for the bottom bar, `ground` sets the background. */
export function Page({ children, bar, ground = 'bg' }: { children: ReactNode; bar?: boolean | undefined; ground?: 'bg' | 'surface' | 'none' | undefined }) {
  return (
    <div className="n-page" data-bar={bar || undefined} data-ground={ground}>
      {children}
    </div>
  )
}

/** The page's <main>. */
export function PageBody({ children, id, tight }: { children: ReactNode; id?: string | undefined; tight?: boolean | undefined }) {
  return (
    <main className="n-page-body" id={id} data-tight={tight || undefined}>
      {children}
    </main>
  )
}

/** The main action, sticky at the bottom. `summary` adds a surface for a line above it. */
export function PageFooter({ children, summary }: { children: ReactNode; summary?: boolean | undefined }) {
  return (
    <footer className="n-page-footer" data-summary={summary || undefined}>
      {children}
    </footer>
  )
}

/** The h1. Focused by script on navigation, hence the tabindex. */
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
  return (
    <>
      <h1 className={hidden ? 'n-hidden' : 'n-title'} tabIndex={-1} ref={ref}>
        {children}
      </h1>
      {lede !== undefined && <p className="n-lede">{lede}</p>}
    </>
  )
}
