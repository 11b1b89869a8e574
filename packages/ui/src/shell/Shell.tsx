import type { ReactNode } from 'react'
import { ListPaneContext } from '../page/list-pane.ts'

export interface ShellProps {
  /** TestBanner and OfflineBanner. */
  top?: ReactNode
  /** The Rail, shown from 1024 px. */
  rail?: ReactNode
  /** The BottomBar, hidden from 1024 px. */
  bar?: ReactNode
  children: ReactNode
}

/** One column on phones; from 1024 px the page beside the rail. */
export function Shell({ top, rail, bar, children }: ShellProps) {
  return (
    <>
      {top}
      <div className="n-shell" data-rail={rail !== undefined || undefined}>
        {rail}
        <div className="n-shell-list">{children}</div>
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

/** A list with the page that was opened from it, side by side from 1024 px. Without a list, the page alone. */
export function ListPanes({ list, children }: { list?: ReactNode; children: ReactNode }) {
  return (
    <div className="n-list-panes" data-list={list !== undefined || undefined}>
      {list !== undefined && (
        <div className="n-list-pane">
          <ListPaneContext value={true}>{list}</ListPaneContext>
        </div>
      )}
      <div>{children}</div>
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
