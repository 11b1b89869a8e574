import type { LucideIcon } from 'lucide-react'
import type { IconLook } from '../Icon.tsx'

/** A shape of lucide's, cut to the same line as ours. */
export function Drawn({ of: Shape, size = 'm', label }: IconLook & { of: LucideIcon }) {
  const stroke = size === 'xs' ? 2.25 : size === 's' ? 2 : 1.75
  return <Shape className="n-icon" data-size={size} strokeWidth={stroke} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}
