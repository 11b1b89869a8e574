import type { IconProps } from '../Icon.tsx'

/** Two lines, as in the design reference; lucide draws two bars. */
export function PauseIcon({ size = 'm', label }: IconProps) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d="M8.5 5v14M15.5 5v14" />
    </svg>
  )
}
