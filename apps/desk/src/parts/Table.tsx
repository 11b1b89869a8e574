import { Icon } from '@nikau/ui'
import { Fragment, type ReactNode, useRef } from 'react'
import { useIsWider } from './useIsWider.ts'

export interface Column<Key extends string> {
  key: Key
  label: string
  /** The label is for screen readers only. */
  isLabelHidden?: boolean | undefined
  /** The heading of the row. One column of a table has it. */
  isHead?: boolean | undefined
  /** Amounts and counts. */
  align?: 'end' | undefined
  /** With `onSort`: the order of the rows by this column. */
  sort?: 'ascending' | 'descending' | 'none' | undefined
  onSort?: (() => void) | undefined
  /** On phones, in a table of cards: the side of the card, a line with its label, or not there. */
  card?: 'start' | 'end' | 'line' | 'hidden' | undefined
}

export interface TableRow<Key extends string> {
  id: string
  /** warning: it needs a person. sum: it is the sum of those above. */
  tone?: 'warning' | 'sum' | undefined
  /** A heading above this row, for it and those below. */
  group?: ReactNode
  /** What each column has. */
  cells: Readonly<Record<Key, ReactNode>>
}

export interface TableProps<Key extends string> {
  caption: string
  columns: readonly Column<Key>[]
  rows: readonly TableRow<Key>[]
  /** The row under the keys. */
  current?: string | undefined
  /** A row of sums, by column. */
  total?: Readonly<Partial<Record<Key, ReactNode>>> | undefined
  isDense?: boolean | undefined
  /** On phones each row is a card. Other tables scroll within themselves. */
  hasCards?: boolean | undefined
}

/** Spelt out, because a changed `display` takes an element's own role away. */
const role = (name: string) => ({ role: name })

/** A real table: caption, column headings, row headings. */
export function Table<Key extends string>({ caption, columns, rows, current, total, isDense, hasCards }: TableProps<Key>) {
  const scroller = useRef<HTMLDivElement>(null)
  const isWider = useIsWider(scroller)
  return (
    // What scrolls is reached by the keyboard too.
    <div className="dk-table-scroll" ref={scroller} {...(isWider && { tabIndex: 0, role: 'region', 'aria-label': caption })}>
      <table className="dk-table" data-dense={isDense || undefined} data-cards={hasCards || undefined} {...role('table')}>
        <caption className="n-hidden">{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map(({ id, tone, group, cells }) => (
            <Fragment key={id}>
              {group !== undefined && (
                <tr className="dk-table-group" {...role('row')}>
                  <th scope="rowgroup" colSpan={columns.length} {...role('rowheader')}>
                    {group}
                  </th>
                </tr>
              )}
              <tr {...role('row')} data-tone={tone} aria-current={id === current || undefined}>
                {columns.map(({ key, label, isHead, align, card = 'start' }) => (
                  <Cell key={key} label={label} isHead={isHead} align={align} card={card}>
                    {cells[key]}
                  </Cell>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
        {total && (
          <tfoot {...role('rowgroup')}>
            <tr {...role('row')}>
              {columns.map(({ key, label, isHead, align, card = 'start' }) => (
                <Cell key={key} label={label} isHead={isHead} align={align} card={card}>
                  {total[key]}
                </Cell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function ColumnHead({ column: { label, isLabelHidden, align, sort, onSort } }: { column: Column<string> }) {
  const text = isLabelHidden ? <span className="n-hidden">{label}</span> : label
  return (
    <th scope="col" {...role('columnheader')} data-align={align} aria-sort={sort}>
      {onSort ? (
        <button type="button" className="dk-sort" onClick={onSort} data-sort={sort}>
          {text}
          {sort !== undefined && sort !== 'none' && <Icon name="down" size="xs" />}
        </button>
      ) : sort !== undefined && sort !== 'none' ? (
        <span className="dk-sort" data-sort={sort}>
          {text}
          <Icon name="down" size="xs" />
        </span>
      ) : (
        text
      )}
    </th>
  )
}

interface CellProps {
  label: string
  isHead: boolean | undefined
  align: 'end' | undefined
  card: string
  children: ReactNode
}

function Cell({ label, isHead, align, card, children }: CellProps) {
  return isHead ? (
    <th scope="row" {...role('rowheader')} data-align={align} data-card={card} data-label={card === 'line' ? label : undefined}>
      {children}
    </th>
  ) : (
    <td {...role('cell')} data-align={align} data-card={card} data-label={card === 'line' ? label : undefined}>
      {children}
    </td>
  )
}
