import type { ReactNode } from 'react'

export interface ShellProps {
  /** TestBanner and OfflineBanner. */
  top?: ReactNode
  /** The Rail, shown from 1024 px. */
  rail?: ReactNode
  /** The BottomBar, hidden from 1024 px. */
  bar?: ReactNode
  children: ReactNode
  /** Shown next to the page from 1024 px: a receipt, a guide. */
  detail?: ReactNode
}

/** One column on phones; from 1024 px rail, page and detail pane. */
export function Shell({ top, rail, bar, children, detail }: ShellProps) {
  return (
    <>
      {top}
      <div className="n-shell" data-rail={rail !== undefined || undefined} data-detail={detail !== undefined || undefined}>
        {rail}
        <div className="n-shell-list">{children}</div>
        {detail !== undefined && <div className="n-shell-detail">{detail}</div>}
      </div>
      {bar}
    </>
  )
}

/** A page with its detail pane from 1024 px; below that, the page alone. Without a detail, the page is centred. */
export function Panes({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <div className="n-panes" data-detail={detail !== undefined || undefined}>
      {children}
      {detail !== undefined && <div className="n-panes-detail">{detail}</div>}
    </div>
  )
}

/** The surface of the detail pane. */
export function DetailPane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="n-detail" aria-label={label}>
      {children}
    </aside>
  )
}
