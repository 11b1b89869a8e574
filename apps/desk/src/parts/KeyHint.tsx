import type { ReactNode } from 'react'

/** A key of the keyboard. */
export const KeyCap = ({ children }: { children: ReactNode }) => <kbd className="dk-key">{children}</kbd>

/** The keys of a list, below it. Screen readers have the list of keys. */
export function KeyHints({ hints }: { hints: readonly { keys: readonly string[]; label: ReactNode }[] }) {
  return (
    <div className="dk-keys" aria-hidden>
      {hints.map(({ keys, label }) => (
        <span key={keys.join(' ')}>
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
          {label}
        </span>
      ))}
    </div>
  )
}
