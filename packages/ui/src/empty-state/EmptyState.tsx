import type { ReactNode } from 'react'
import { drawings } from './drawings.tsx'

export type DrawingName = keyof typeof drawings

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="n-drawing" viewBox="0 0 96 72" aria-hidden>
      {drawings[name]}
    </svg>
  )
}

export interface EmptyStateProps {
  drawing: DrawingName
  title: ReactNode
  children?: ReactNode | undefined
  /** One Button or LinkButton of size s. */
  action?: ReactNode | undefined
  level?: 1 | 2 | 3 | undefined
}

/** A small drawing, one sentence, one action. */
export function EmptyState({ drawing, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="n-empty">
      <Drawing name={drawing} />
      <Heading className="n-empty-title">{title}</Heading>
      {children !== undefined && <p className="n-empty-text">{children}</p>}
      {action !== undefined && <div className="n-empty-action">{action}</div>}
    </div>
  )
}

export const drawingNames = Object.keys(drawings) as DrawingName[]
