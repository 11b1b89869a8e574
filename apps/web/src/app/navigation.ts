import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@nikau/ui'
import type { Flags } from '../lib/flags.ts'
import { paths } from '../lib/paths.ts'
import type { RouteRow } from './routes.ts'

/** What decides which items there are. */
export interface Facts {
  flags: Flags
  /** There is money in a wallet and a bank account to send it to. */
  canWithdraw: boolean
}

export interface NavItem {
  /** The row of the route table that it leads to; without that row there is no item, so no link can lead nowhere. */
  route: string
  label: MessageDescriptor
  icon: IconName
  /** Rows on which it is the current one as well. */
  also?: readonly string[]
  /** The raised leaf in the middle. */
  raised?: true
  shows?: (facts: Facts) => boolean
}

/** The bottom bar on phones, the upper part of the rail on desktop; the menu toggle follows these. */
export const barItems: NavItem[] = [
  { route: 'dashboard', label: msg`Home`, icon: 'home' },
  { route: 'send', label: msg`Send`, icon: 'send', shows: ({ flags }) => flags.showSendAsset },
  { route: 'scan', label: msg`Pay`, icon: 'pay', also: ['my-codes'], raised: true },
  { route: 'topup', label: msg({ message: 'Top up', context: 'bottom bar' }), icon: 'top-up', shows: ({ flags }) => flags.testAssetsEnabled },
]

export const moneyItems: NavItem[] = [
  { route: 'activity', label: msg`Activity`, icon: 'document', also: ['receipt'] },
  { route: 'bank-accounts', label: msg`Bank Accounts`, icon: 'bank', shows: ({ flags }) => flags.showBankAccounts },
  { route: 'withdraw', label: msg`Withdraw`, icon: 'withdraw', shows: ({ flags, canWithdraw }) => flags.showWithdraw || canWithdraw },
]

export const helpItems: NavItem[] = [
  { route: 'limits', label: msg`Limits`, icon: 'flag' },
  { route: 'security', label: msg`Security`, icon: 'lock' },
  { route: 'locations', label: msg`Locations`, icon: 'store' },
]

const inDeveloperMode = ({ flags }: Facts) => flags.devModeEnabled
export const developerItems: NavItem[] = [
  { route: 'config', label: msg`Configs`, icon: 'flag', shows: inDeveloperMode },
  { route: 'components', label: msg`Components`, icon: 'image', shows: inDeveloperMode },
  { route: 'test', label: msg`Test Payment`, icon: 'card', shows: inDeveloperMode },
]

export interface ShownItem extends NavItem {
  path: string
  current: boolean
}

/** The items that there are, here and now. */
export function shownItems(items: readonly NavItem[], rows: readonly RouteRow[], facts: Facts, open: string): ShownItem[] {
  return items.flatMap((item) => {
    const row = rows.find(({ name }) => name === item.route)
    if (!row || item.shows?.(facts) === false) return []
    return [{ ...item, path: row.path, current: open === item.route || (item.also?.includes(open) ?? false) }]
  })
}

/** Guides open over the screen one is on, or over home where that screen has none. */
export function guidesFrom(rows: readonly RouteRow[], row: RouteRow, beneath: string): string | undefined {
  if (row.guides) return paths.guides(beneath)
  return rows.some(({ name, guides }) => name === 'dashboard' && guides) ? paths.guides(paths.home) : undefined
}
