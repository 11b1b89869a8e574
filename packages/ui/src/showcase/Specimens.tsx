import type { ReactNode } from 'react'

/** A titled group of examples. */
export function Specimens({ title, children, dense }: { title: string; children: ReactNode; dense?: boolean | undefined }) {
  return (
    <section className="n-specimens">
      <h2 className="n-specimens-title">{title}</h2>
      <div className="n-specimens-grid" data-dense={dense || undefined}>
        {children}
      </div>
    </section>
  )
}

/** An example with a caption. */
export function Specimen({ name, children, wide }: { name?: string; children: ReactNode; wide?: boolean }) {
  return (
    <div className="n-specimen" data-wide={wide || undefined}>
      {name !== undefined && <p className="n-specimen-name">{name}</p>}
      {children}
    </div>
  )
}

/** Small examples in a row. */
export function Flow({ children }: { children: ReactNode }) {
  return <div className="n-flow">{children}</div>
}
