import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** Above everything wherever no real money moves: the word, then what it means. */
export function TestStripe({ word, children }: { word: string; children?: ReactNode }) {
  return (
    <div className="n-test-stripe">
      <strong>{word}</strong>
      {children !== undefined && <span>{children}</span>}
    </div>
  )
}

/** Above everything while there is no network. */
export function OfflineBar({ children }: { children: ReactNode }) {
  return (
    <output className="n-offline">
      <Icon name="offline" size="s" />
      <span>{children}</span>
    </output>
  )
}
