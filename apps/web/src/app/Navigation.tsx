import { Trans, useLingui } from '@lingui/react/macro'
import { BottomBar, Icon, Logo, Rail } from '@nikau/ui'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { Message } from '../lib/Message.tsx'
import { barItems, guidesPath, moneyItems, visibleItems, type VisibleItem } from './navigation.ts'
import type { RouteRow } from './routes.ts'
import { useNavState } from './useNavState.ts'

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
  const toBarItem = (item: VisibleItem) => ({
    key: item.route,
    href: item.path,
    label: <Message of={item.label} />,
    icon: <Icon name={item.icon} />,
    current: item.current,
  })
  const menuButton = { key: 'menu', label: <Trans>Menu</Trans>, icon: <Icon name="menu" />, onPress: onMenu }
  const signOutButton = {
    key: 'sign-out',
    label: <Trans>Sign out</Trans>,
    icon: <Icon name="log-out" />,
    onPress: () => void import('../lib/session.tsx').then(({ signOut }) => signOut()),
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
      items={[...tabs, ...visibleItems(moneyItems, rows, state, row.name)].map(toBarItem)}
      end={[
        ...(guides === undefined ? [] : [{ key: 'guides', href: guides, label: <Trans>Guides</Trans>, icon: <Icon name="help" /> }]),
        menuButton,
        signOutButton,
      ]}
    />
  )
}
