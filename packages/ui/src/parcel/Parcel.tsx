import { useId, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

export type ParcelPaper = 'lilac' | 'green' | 'sand'

/** A wrapped gift: paper, ribbon and, with `children`, a tag. s stands beside text. */
export function Parcel({ paper, children, size = 'm' }: { paper: ParcelPaper; children?: ReactNode; size?: 's' | 'm' | undefined }) {
  return (
    <div className="n-parcel" data-paper={paper} data-size={size}>
      <svg viewBox="0 0 100 100" aria-hidden>
        <path d="M62 0h9v100h-9zM0 34h100v9H0z" fill="currentColor" opacity=".9" />
        <path
          d="M66.5 38.5C52 40 46 33 48.5 26.5S63 22 66.5 38.5ZM66.5 38.5C81 40 87 33 84.5 26.5S70 22 66.5 38.5Z"
          fill="none"
          stroke="currentColor"
          strokeWidth="4.5"
          strokeLinejoin="round"
        />
      </svg>
      {children !== undefined && <p className="n-parcel-tag">{children}</p>}
    </div>
  )
}

export interface PaperChoiceProps {
  label: ReactNode
  papers: readonly { paper: ParcelPaper; name: ReactNode }[]
  value: ParcelPaper
  onChange: (paper: ParcelPaper) => void
}

/** Native radio buttons, each a square of its paper with its name below. */
export function PaperChoice({ label, papers, value, onChange }: PaperChoiceProps) {
  const name = useId()
  return (
    <fieldset className="n-wraps">
      <legend className="n-label">{label}</legend>
      {papers.map((option) => (
        <label key={option.paper} className="n-wrap">
          <input type="radio" name={name} checked={option.paper === value} onChange={() => onChange(option.paper)} />
          <span className="n-wrap-square" data-paper={option.paper} aria-hidden>
            {option.paper === value && <Icon name="check" />}
          </span>
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}
