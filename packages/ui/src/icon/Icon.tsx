import { paths } from './paths.ts'

export type IconName = keyof typeof paths

export interface IconProps {
  /** l 30, m 24, s 18, xs 15 at a root size of 16. */
  size?: 'l' | 'm' | 's' | 'xs' | undefined
  /** Accessible name. Without it the icon is decorative and hidden from screen readers. */
  label?: string | undefined
}

export function Icon({ name, size = 'm', label }: IconProps & { name: IconName }) {
  return (
    <svg className="n-icon" data-size={size} viewBox="0 0 24 24" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path d={paths[name]} />
    </svg>
  )
}

/** The badge of a verified merchant. */
export function VerifiedMark({ label }: { label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not use the theme's colours
    <svg className="n-verified" viewBox="0 0 18 18" role="img" aria-label={label}>
      <path
        fill="var(--brand)"
        d="m9 .8 2.1 1.6 2.6-.2.8 2.5 2.2 1.4-.8 2.5.8 2.6-2.2 1.4-.8 2.5-2.6-.2L9 16.5l-2.1-1.6-2.6.2-.8-2.5-2.2-1.4.8-2.6-.8-2.5 2.2-1.4.8-2.5 2.6.2z"
      />
      <path d="m5.8 8.8 2.2 2.2 4.2-4.6" fill="none" stroke="var(--on-brand)" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export const iconNames = Object.keys(paths) as IconName[]
