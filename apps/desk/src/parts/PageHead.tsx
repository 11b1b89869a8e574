import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  /** A StatusChip beside the title. */
  chip?: ReactNode
  lede?: ReactNode
  /** The amount of the page, or its buttons. */
  children?: ReactNode
}

/** The heading of a screen. */
export function PageHead({ title, chip, lede, children }: PageHeadProps) {
  return (
    <div className="dk-page-head">
      <div>
        <div className="dk-title-line">
          <h1>{title}</h1>
          {chip}
        </div>
        {lede !== undefined && <p className="dk-lede">{lede}</p>}
      </div>
      {children}
    </div>
  )
}

/** The figure of a page, with what it is. */
export function PageFigure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="dk-page-figure">
      <span className="dk-sub">{label}</span>
      <span className="dk-figure">{children}</span>
    </div>
  )
}
