import type { ReactNode } from 'react'

/** Text as machines write it. Long lines scroll sideways, by keyboard as well; with `wrap` they break instead. */
export function CodeBlock({ label, wrap, children }: { label: string; wrap?: boolean | undefined; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <pre className="n-code-block" data-wrap={wrap || undefined} role="group" aria-label={label} tabIndex={wrap ? undefined : 0}>
      {children}
    </pre>
  )
}

/** One name, key or address of a machine in a line of text. `chip`: on its own ground. */
export function Code({ chip, children }: { chip?: boolean | undefined; children: ReactNode }) {
  return (
    <code className="n-code-text" data-chip={chip || undefined}>
      {children}
    </code>
  )
}

/** A secret that is shown once, with the button that copies it. */
export function Secret({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="n-secret">
      <code>{children}</code>
      {action}
    </div>
  )
}
