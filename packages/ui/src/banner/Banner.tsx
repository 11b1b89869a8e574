import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** At the top of every screen in test mode. */
export function TestBanner({ word, children }: { word: string; children?: ReactNode }) {
  return (
    <div className="n-test-banner">
      <strong>{word}</strong>
      {children !== undefined && <span>{children}</span>}
    </div>
  )
}

/** At the top of every screen while offline. */
export function OfflineBanner({ children }: { children: ReactNode }) {
  return (
    <output className="n-offline-banner">
      <Icon name="offline" size="s" />
      <span>{children}</span>
    </output>
  )
}
