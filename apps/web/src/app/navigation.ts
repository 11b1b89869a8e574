import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IconName } from '@nikau/ui'
import type { Flags } from '../lib/flags.ts'
import { lastPayScreen } from '../lib/last-pay-screen.ts'
import { paths } from '../lib/paths.ts'
import type { RouteRow } from './route-row.ts'

/** Decides which items are visible. */
export interface NavState {
  flags: Flags
  /** There is money in a wallet and a bank account to pay it into. */
  canWithdraw: boolean
  /** The safety screen exists, and lists what belongs to it. */
  hasSafety: boolean
}

export interface NavItem {
  /** Name of the route row that it links to. Without that row the item is not shown. */
  route: string
  label: MessageDescriptor
  icon: IconName
  /** Other routes on which the item is current. */
  alsoCurrentOn?: readonly string[]
  /** Name of the row that it links to now, if that changes. */
  opens?: () => string
  /** The raised button in the middle. */
  raised?: true
  /** Its keyboard shortcut, shown in the rail. */
  keys?: string
  isVisible?: (state: NavState) => boolean
}

/** The bottom bar on phones and the upper part of the rail on desktop, both followed by the menu button. */
export const barItems: NavItem[] = [
  { route: 'dashboard', label: msg`Home`, icon: 'home' },
  { route: 'send', label: msg`Send`, icon: 'send', alsoCurrentOn: ['send-asset', 'held-send'], isVisible: ({ flags }) => flags.showSendAsset },
  {
    route: 'scan',
    label: msg`Pay`,
    icon: 'pay',
    alsoCurrentOn: ['my-codes', 'pay', 'pay-with-wallet', 'payment-summary'],
    opens: lastPayScreen,
    raised: true,
    keys: 'P',
  },
  { route: 'topup', label: msg({ message: 'Top up', context: 'bottom bar' }), icon: 'top-up', isVisible: ({ flags }) => flags.testAssetsEnabled },
]

export const moneyItems: NavItem[] = [
  { route: 'activity', label: msg`Activity`, icon: 'document', alsoCurrentOn: ['receipt', 'transfer', 'asset-transfer'], keys: '/' },
  {
    route: 'bank-accounts',
    label: msg`Bank Accounts`,
    icon: 'bank',
    alsoCurrentOn: ['link-bank-account', 'authorize-bank', 'bank-topup', 'profile-basics', 'profile-email'],
    isVisible: ({ flags }) => flags.showBankAccounts,
  },
  {
    route: 'withdraw',
    label: msg`Withdraw`,
    icon: 'withdraw',
    alsoCurrentOn: ['withdraw-link', 'withdraw-amount'],
    isVisible: ({ flags, canWithdraw }) => flags.showWithdraw || canWithdraw,
  },
]

const safetyItem: NavItem = {
  route: 'safety',
  label: msg`Safety`,
  icon: 'lock',
  alsoCurrentOn: ['freeze', 'devices', 'security-activity', 'own-limits', 'shown-name', 'trusted-people', 'passkeys', 'permissions', 'permission'],
}

/** The end of the rail, before guides and the menu. */
export const railEndItems: NavItem[] = [safetyItem]
export const settingsItem: NavItem = { route: 'settings', label: msg`Settings`, icon: 'settings', alsoCurrentOn: ['settings-section'] }

export const helpItems: NavItem[] = [
  { route: 'help', label: msg`Help`, icon: 'help' },
  settingsItem,
  { route: 'limits', label: msg`Limits`, icon: 'flag' },
  safetyItem,
  { route: 'passkeys', label: msg`Passkeys`, icon: 'lock', isVisible: ({ hasSafety }) => !hasSafety },
  { route: 'locations', label: msg`Shops`, icon: 'store' },
]

const inDeveloperMode = ({ flags }: NavState) => flags.devModeEnabled
export const developerItems: NavItem[] = [
  { route: 'config', label: msg`Configs`, icon: 'flag', isVisible: inDeveloperMode },
  { route: 'components', label: msg`Components`, icon: 'image', isVisible: inDeveloperMode },
  { route: 'test', label: msg`Test Payment`, icon: 'card', isVisible: inDeveloperMode },
]

export interface VisibleItem extends NavItem {
  path: string
  current: boolean
}

export function visibleItems(items: readonly NavItem[], rows: readonly RouteRow[], state: NavState, currentRoute: string): VisibleItem[] {
  return items.flatMap((item) => {
    const row = rows.find(({ name }) => name === item.route)
    if (!row || item.isVisible?.(state) === false) return []
    const current = currentRoute === item.route || (item.alsoCurrentOn?.includes(currentRoute) ?? false)
    const here = current ? rows.find(({ name, path }) => name === currentRoute && !path.includes(':')) : undefined
    const opened = item.opens && (here ?? rows.find(({ name }) => name === item.opens?.()))
    return [{ ...item, path: (opened ?? row).path, current }]
  })
}

/** Path of the guides over the current screen, or over home when the current screen has none. */
export function guidesPath(rows: readonly RouteRow[], row: RouteRow, beneath: string): string | undefined {
  if (row.guides) return paths.guides(beneath)
  return rows.some(({ name, guides }) => name === 'dashboard' && guides) ? paths.guides(paths.home) : undefined
}
