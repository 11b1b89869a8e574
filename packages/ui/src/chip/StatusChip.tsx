import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'

export type ChipTone = 'neutral' | 'positive' | 'warning' | 'negative' | 'info' | 'accent'

const usual: Record<ChipTone, IconName> = { neutral: 'clock', positive: 'check', warning: 'clock', negative: 'problem', info: 'refresh', accent: 'flag' }

/** A status in one or two words, always with an icon: colour is never the only signal. */
export function StatusChip({ tone = 'neutral', icon, children }: { tone?: ChipTone | undefined; icon?: ReactNode | undefined; children: ReactNode }) {
  return (
    <span className="n-chip" data-tone={tone}>
      {icon ?? <Icon name={usual[tone]} size="xs" />}
      {children}
    </span>
  )
}
