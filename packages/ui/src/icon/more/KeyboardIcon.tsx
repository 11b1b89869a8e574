import type { IconProps } from '../Icon.tsx'

/** A keyboard, in the manner of the design reference. */
export function KeyboardIcon({ size = 'm', label }: IconProps) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d="M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6M7 10h0M12 10h0M17 10h0M8 14.5h8" />
    </svg>
  )
}
