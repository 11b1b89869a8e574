import type { ReactNode } from 'react'
import { Anchor } from '../link/Link.tsx'

/** Where a cell goes on phones, where a row folds to two lines: its line, and the side of the line. Without a place it is hidden there. */
export type FoldPlace = 'start-1' | 'end-1' | 'start-2' | 'end-2'

export interface DataColumn<Key extends string> {
  key: Key
  label: ReactNode
  /** Amounts and counts. */
  align?: 'end' | undefined
  fold?: FoldPlace | undefined
}

export interface DataRow<Key extends string> {
  id: string
  cells: Readonly<Record<Key, ReactNode>>
  /** The whole row leads there. */
  href?: string | undefined
}

export interface DataTableProps<Key extends string> {
  caption: string
  /** The first column has the row headers. */
  columns: readonly DataColumn<Key>[]
  rows: readonly DataRow<Key>[]
  /** Sums of the columns, over a strong rule. */
  total?: Partial<Readonly<Record<Key, ReactNode>>> | undefined
}

/** Spelt out, because a changed `display` takes an element's own role away. */
const role = (name: string) => ({ role: name })

/**
 * A table with a caption, column headers and row headers. Below 768 px rows fold to two lines, and are
 * still rows and cells.
 */
export function DataTable<Key extends string>({ caption, columns, rows, total }: DataTableProps<Key>) {
  return (
    <table className="n-table" {...role('table')}>
      <caption>{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(({ key, label, align }) => (
            <th key={key} scope="col" {...role('columnheader')} data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <Row key={row.id} columns={columns} row={row} />
        ))}
      </tbody>
      {total && (
        <tfoot {...role('rowgroup')}>
          <Row columns={columns} row={{ id: 'total', cells: total }} />
        </tfoot>
      )}
    </table>
  )
}

function Row<Key extends string>({
  columns,
  row,
}: {
  columns: readonly DataColumn<Key>[]
  row: Omit<DataRow<Key>, 'cells'> & { cells: Partial<DataRow<Key>['cells']> }
}) {
  return (
    <tr {...role('row')}>
      {columns.map(({ key, align, fold }, at) => {
        const look = { 'data-align': align, 'data-fold': fold ?? 'hidden' }
        const content = row.cells[key]
        if (at > 0)
          return (
            <td key={key} {...role('cell')} {...look}>
              {content}
            </td>
          )
        return (
          <th key={key} scope="row" {...role('rowheader')} {...look}>
            {row.href === undefined ? (
              content
            ) : (
              <Anchor className="n-table-link" href={row.href}>
                {content}
              </Anchor>
            )}
          </th>
        )
      })}
    </tr>
  )
}

/** The second line of a cell, in a smaller size. */
export function CellDetail({ children }: { children: ReactNode }) {
  return <span className="n-cell-detail">{children}</span>
}
