import { Trans, useLingui } from '@lingui/react/macro'
import { BottomBar, Icon, Logo, Rail } from '@nikau/ui'
import { Suspense } from 'react'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { useLocalConfig } from '../lib/local-config.ts'
import { Message } from '../lib/Message.tsx'
import { signOut } from '../lib/session.tsx'
import { useTwoPanes } from '../lib/useMediaQuery.ts'
import { barItems, guidesPath, moneyItems, railEndItems, settingsItem, visibleItems, type VisibleItem } from './navigation.ts'
import type { RouteRow } from './route-row.ts'
import { useNavState } from './useNavState.ts'

const Shortcuts = lazyScreen(async () => (await import('./Shortcuts.tsx')).Shortcuts)

export interface NavigationProps {
  as: 'bar' | 'rail'
  rows: RouteRow[]
  row: RouteRow
  /** The path without the guides' suffix. */
  beneath: string
  menuOpen: boolean
  onMenu: () => void
}

/** The main navigation: a bar on phones, a rail on desktop. */
export function Navigation({ as, rows, row, beneath, menuOpen, onMenu }: NavigationProps) {
  const { t } = useLingui()
  const state = useNavState()
  const logo = useDeveloperTaps('L')
  const guides = guidesPath(rows, row, beneath)
  const hasShortcuts = !useLocalConfig().shortcutsOff
  const isDesktop = useTwoPanes()
  const toBarItem = (item: VisibleItem) => ({
    key: item.route,
    href: item.path,
    label: <Message of={item.label} />,
    icon: <Icon name={item.icon} />,
    current: item.current,
  })
  const toRailItem = (item: VisibleItem) => ({ ...toBarItem(item), keys: hasShortcuts ? item.keys : undefined })
  const menuButton = { key: 'menu', label: <Trans>Menu</Trans>, icon: <Icon name="menu" />, onPress: onMenu }
  const signOutButton = {
    key: 'sign-out',
    label: <Trans>Sign out</Trans>,
    icon: <Icon name="log-out" />,
    onPress: () => void signOut(),
  }
  const tabs = visibleItems(barItems, rows, state, row.name)
  if (as === 'bar')
    return <BottomBar label={t`Main`} items={[...tabs.map((item) => ({ ...toBarItem(item), raised: item.raised })), { ...menuButton, expanded: menuOpen }]} />
  return (
    <Rail
      label={t`Main`}
      logo={
        <span ref={logo}>
          <Logo label={t`Nikau`} />
        </span>
      }
      items={[...tabs, ...visibleItems(moneyItems, rows, state, row.name)].map(toRailItem)}
      end={[
        ...visibleItems(railEndItems, rows, state, row.name).map(toRailItem),
        ...(guides === undefined ? [] : [{ key: 'guides', href: guides, label: <Trans>Guides</Trans>, icon: <Icon name="help" /> }]),
        ...visibleItems([settingsItem], rows, state, row.name).map(toBarItem),
        menuButton,
        signOutButton,
      ]}
      foot={<Suspense>{isDesktop && <Shortcuts rows={rows} isEnabled={hasShortcuts} />}</Suspense>}
    />
  )
}
