import type { IconProps } from '../Icon.tsx'

/** A text message, as in the design reference. */
export function MessageIcon({ size = 'm', label }: IconProps) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d="M4 5h16v11H11l-4.5 4V16H4z" />
    </svg>
  )
}
