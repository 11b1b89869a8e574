import type { IconProps } from '../Icon.tsx'

/** A chain cut in two, as in the design reference. */
export function UnlinkIcon({ size = 'm', label }: IconProps) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d="M9 6.5 12 4a4 4 0 0 1 6 5.5l-2 2.5M15 17.5 12 20a4 4 0 0 1-6-5.5l2-2.5M4 4l16 16" />
    </svg>
  )
}
