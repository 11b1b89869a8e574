import type { ReactNode } from 'react'

export interface ShellProps {
  /** TestStripe and OfflineBar, above everything. */
  top?: ReactNode
  /** The Rail; shows from 1024 px. */
  rail?: ReactNode
  /** The BottomBar; goes from 1024 px. */
  bar?: ReactNode
  children: ReactNode
  /** Opened beside the page from 1024 px: a receipt, a guide. */
  detail?: ReactNode
}

/** One column on phones; from 1024 px rail, page and, if there is one, the detail pane. */
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

/** A page beside what is opened from it, from 1024 px; below that, the page alone. Without a detail the page stands in the middle. */
export function Panes({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <div className="n-panes" data-detail={detail !== undefined || undefined}>
      {children}
      {detail !== undefined && <div className="n-panes-detail">{detail}</div>}
    </div>
  )
}

/** The surface a detail stands on. */
export function DetailPane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className="n-detail" aria-label={label}>
      {children}
    </aside>
  )
}
