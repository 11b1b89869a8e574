import type { ReactNode } from 'react'

/** Two or three figures side by side, each with its name above and a word below. */
export function Figures({ figures }: { figures: { key: string; name: ReactNode; figure: ReactNode; detail?: ReactNode }[] }) {
  return (
    <dl className="n-figures">
      {figures.map(({ key, name, figure, detail }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd className="n-figures-figure">{figure}</dd>
          {detail !== undefined && <dd>{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}
