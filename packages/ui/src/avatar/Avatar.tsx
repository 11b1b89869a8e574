import type { ReactNode } from 'react'

export interface AvatarProps {
  /** Up to three letters, or an icon. Hidden from screen readers, because the name is next to it. */
  children: ReactNode
  /** circle: a person or a bank. leaf: a merchant, a token issuer or a brand. */
  shape?: 'circle' | 'leaf' | undefined
  /** out: lilac. in: green. plain: sunken. solid: brand. bank: ink. paper: white, on the green field. */
  tone?: 'out' | 'in' | 'plain' | 'solid' | 'bank' | 'paper' | undefined
  size?: 's' | 'm' | 'l' | 'xl' | undefined
  /** The colour of a shop, of a solid one. */
  colour?: string | undefined
}

export function Avatar({ children, shape = 'circle', tone = 'out', size = 'm', colour }: AvatarProps) {
  return (
    <span className="n-avatar" data-shape={shape} data-tone={tone} data-size={size} data-colour={colour} aria-hidden>
      {children}
    </span>
  )
}

/** The initials of the first and last word: "Te Aroha Whaanga-Henderson" is TW, "Corner Loaf" is CL. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last].map((word) => word.charAt(0).toLocaleUpperCase('en-NZ')).join('')
}
