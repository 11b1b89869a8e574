import { matchPath } from 'react-router'
import { guidesAt } from '../lib/paths.ts'
import type { RouteRow } from './routes.ts'

/** The row that a path leads to: the first that fits. The last row is Not Found and takes what no other did, wrong values of a parameter too. */
export function rowAt(rows: readonly RouteRow[], pathname: string): RouteRow {
  const beneath = guidesAt(pathname)?.beneath
  return rows.find((row) => fits(row, pathname) || (row.guides && beneath !== undefined && fits(row, beneath))) ?? rows.at(-1)!
}

function fits(row: RouteRow, pathname: string): boolean {
  const match = matchPath(row.path, pathname)
  if (!match) return false
  return Object.entries(row.values ?? {}).every(([name, allowed]) => allowed.includes(match.params[name] ?? ''))
}
