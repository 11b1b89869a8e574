import { matchPath } from 'react-router'
import { guidesAt } from '../lib/paths.ts'
import type { RouteRow } from './route-row.ts'

/** The first row that matches a path. The last row, Not Found, matches every path, including wrong parameter values. */
export function matchRoute(rows: readonly RouteRow[], pathname: string): RouteRow {
  const beneath = guidesAt(pathname)?.beneath
  return rows.find((row) => matches(row, pathname) || (row.guides && beneath !== undefined && matches(row, beneath))) ?? rows.at(-1)!
}

function matches(row: RouteRow, pathname: string): boolean {
  const match = matchPath(row.path, pathname)
  if (!match) return false
  return Object.entries(row.values ?? {}).every(([name, allowed]) => allowed.includes(match.params[name] ?? ''))
}
