import type { IconProps } from '../Icon.tsx'

/** Went back, as in the design reference. */
export function UndoIcon({ size = 'm', label }: IconProps) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3" />
    </svg>
  )
}
