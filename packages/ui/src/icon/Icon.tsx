import { paths } from './paths.ts'

export type IconName = keyof typeof paths

export interface IconLook {
  /** l 30, m 24, s 18, xs 15 at a root size of 16. */
  size?: 'l' | 'm' | 's' | 'xs' | undefined
  /** Spoken name; without it the icon is decoration beside a text and hidden from screen readers. */
  label?: string | undefined
}

export function Icon({ name, size = 'm', label }: IconLook & { name: IconName }) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d={paths[name]} />
    </svg>
  )
}

export const iconNames = Object.keys(paths) as IconName[]
