import { type ReactNode, useId } from 'react'
import { FieldPanel } from '../field-panel/FieldPanel.tsx'

export interface TakingsPanelProps {
  title: ReactNode
  /** The largest number of the page. */
  amount: ReactNode
  /** How it compares, in words. */
  children: ReactNode
  figures: readonly { key: string; label: ReactNode; value: ReactNode }[]
}

/** One sum on the brand field, with the figures that explain it. */
export function TakingsPanel({ title, amount, children, figures }: TakingsPanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <FieldPanel shape="leaf">
        <h2 className="n-takings-title" id={id}>
          {title}
        </h2>
        <div className="n-takings-amount">{amount}</div>
        <div className="n-takings-compare">{children}</div>
        <dl className="n-takings-figures">
          {figures.map(({ key, label, value }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </FieldPanel>
    </section>
  )
}
