import type { LucideIcon } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'

/** A lucide shape with the stroke of our own icons. */
export function OutlineIcon({ of: Shape, size = 'm', label }: IconProps & { of: LucideIcon }) {
  const stroke = size === 'xs' ? 2.25 : size === 's' ? 2 : 1.75
  return <Shape className="n-icon" data-size={size} strokeWidth={stroke} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}
