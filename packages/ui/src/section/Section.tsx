import { useId, type ReactNode } from 'react'

/** A section with a heading. `end` is a TextLink ("See all") or a short count. */
export function Section({
  title,
  end,
  children,
  flush,
  size,
  level = 2,
}: {
  title?: ReactNode | undefined
  end?: ReactNode | undefined
  children: ReactNode
  flush?: boolean | undefined
  /** s on pages that already have a large element, such as the checkout. */
  size?: 's' | undefined
  level?: 2 | 3 | undefined
}) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className="n-section" data-size={size} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className="n-section-head" data-flush={flush || undefined}>
          <Heading className="n-heading" id={id}>
            {title}
          </Heading>
          {end}
        </div>
      )}
      {children}
    </section>
  )
}
