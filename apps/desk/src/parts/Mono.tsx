import type { ReactNode } from 'react'

/** A code of the product or the ledger, below the plain words for it. */
export const Mono = ({ children }: { children: ReactNode }) => <span className="dk-mono">{children}</span>
