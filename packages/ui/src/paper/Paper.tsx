import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { TestBanner } from '../banner/Banner.tsx'
import { Frond } from '../field-panel/Frond.tsx'
import { Logo } from '../logo/Logo.tsx'
import { QrPaper } from '../qr-code/QrPaper.tsx'

export interface PaperProps {
  /** Accessible name of the page. */
  label: string
  logoLabel: string
  title: ReactNode
  /** What the code is for: a till, or a name. */
  name: ReactNode
  code: { text: string; label: string }
  /** Under the code of a sticker, beside that of a poster. */
  check: ReactNode
  /** The word on the stripe over a page of test money, and what follows it. */
  test?: { word: string; text: ReactNode } | undefined
}

const stripe = (test: PaperProps['test']) =>
  test && (
    <div className="n-print-test">
      <TestBanner word={test.word}>{test.text}</TestBanner>
    </div>
  )

/** A sticker of 105 × 148 mm. Always ink on white. */
export function StickerPaper({ label, logoLabel, title, name, code, check, test }: PaperProps) {
  return (
    <article className="n-print" data-paper="a6" aria-label={label}>
      {stripe(test)}
      <div className="n-print-head">
        <Logo label={logoLabel} />
        <span className="n-print-name">{name}</span>
      </div>
      <p className="n-print-title">{title}</p>
      <div className="n-print-code">
        <QrPaper {...code} />
      </div>
      <div className="n-print-check">{check}</div>
    </article>
  )
}

/** A poster of 210 × 297 mm, with the field above and the steps beside the code. */
export function PosterPaper({ label, logoLabel, title, name, code, check, test, foot }: PaperProps & { foot: ReactNode }) {
  return (
    <article className="n-print" data-paper="a4" aria-label={label}>
      {stripe(test)}
      <div className="n-print-field">
        <Frond />
        <Logo label={logoLabel} />
        <p className="n-print-title">{title}</p>
      </div>
      <div className="n-print-body">
        <div className="n-print-code">
          <QrPaper {...code} />
        </div>
        <div className="n-print-check">{check}</div>
      </div>
      <div className="n-print-foot">
        <span>{foot}</span>
        <span>{name}</span>
      </div>
    </article>
  )
}

/** What a window prints in place of itself. On the screen it is not there. */
export function PrintedPaper({ children }: { children: ReactNode }) {
  return createPortal(
    <div className="n-printed" aria-hidden>
      {children}
    </div>,
    document.body,
  )
}
