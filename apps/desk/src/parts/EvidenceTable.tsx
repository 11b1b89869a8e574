import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { useIsWider } from './useIsWider.ts'

export interface EvidenceSource {
  key: string
  /** An Avatar: a leaf for our own record, a circle for a bank. */
  mark: ReactNode
  name: ReactNode
  /** Where it is from and when. */
  detail: ReactNode
}

export interface EvidenceRow {
  key: string
  label: ReactNode
  /** By source; a text that another source contradicts has its different characters marked. */
  values: Readonly<Record<string, string | undefined>>
  /** The sources disagree here. */
  differs?: boolean | undefined
  /** References and codes: in the fixed-width face. */
  isCode?: boolean | undefined
}

/** The sources side by side in one table. A row that differs is ruled in amber and says so. */
export function EvidenceTable({ caption, sources, rows }: { caption: string; sources: readonly EvidenceSource[]; rows: readonly EvidenceRow[] }) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const isWider = useIsWider(scroller)
  return (
    <div className="dk-table-scroll" ref={scroller} {...(isWider && { tabIndex: 0, role: 'region', 'aria-label': caption })}>
      <table className="dk-evidence">
        <caption className="n-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" aria-label={t`Field`} />
            {sources.map(({ key, mark, name, detail }) => (
              <th key={key} scope="col">
                <span className="dk-source">
                  {mark}
                  <span>
                    {name}
                    <span className="dk-sub">{detail}</span>
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, values, differs, isCode }) => (
            <tr key={key} data-differs={differs || undefined}>
              <th scope="row">
                {label}
                {differs && (
                  <span className="n-hidden">
                    {' '}
                    <Trans>differs</Trans>
                  </span>
                )}
              </th>
              {sources.map((source, at) => (
                <td
                  key={source.key}
                  className={isCode && values[source.key] !== undefined ? 'dk-mono' : undefined}
                  data-other={(differs && values[source.key] !== values[sources[0]!.key]) || undefined}
                >
                  {values[source.key] === undefined ? (
                    <span className="dk-absent">–</span>
                  ) : differs && at > 0 ? (
                    <Different from={values[sources[0]!.key] ?? ''} text={values[source.key]!} />
                  ) : (
                    values[source.key]
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Marks the characters that are not in the same place of the other text, counted from the end for amounts to line up. */
function Different({ from, text }: { from: string; text: string }) {
  const characters = text.split('')
  const others = from.split('').toReversed()
  return (
    <>
      {characters.map((character, at) => {
        const isSame = others[characters.length - 1 - at] === character
        // oxlint-disable-next-line react/no-array-index-key -- characters have no other name than their place
        return isSame ? character : <mark key={at}>{character}</mark>
      })}
    </>
  )
}
