import { Trans, useLingui } from '@lingui/react/macro'
import { BottomBar, Icon, Logo, Rail } from '@nikau/ui'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { Words } from '../lib/Words.tsx'
import { barItems, guidesFrom, moneyItems, shownItems, type ShownItem } from './navigation.ts'
import type { RouteRow } from './routes.ts'
import { useFacts } from './useFacts.ts'

export interface NavigationProps {
  as: 'bar' | 'rail'
  rows: RouteRow[]
  row: RouteRow
  /** The path without the tail of the guides. */
  beneath: string
  menuOpen: boolean
  onMenu: () => void
}

/** The main navigation: a bar on phones, a rail on desktop. */
export function Navigation({ as, rows, row, beneath, menuOpen, onMenu }: NavigationProps) {
  const { t } = useLingui()
  const facts = useFacts()
  const logo = useDeveloperTaps('L')
  const guides = guidesFrom(rows, row, beneath)
  const look = (item: ShownItem) => ({
    key: item.route,
    href: item.path,
    label: <Words of={item.label} />,
    icon: <Icon name={item.icon} />,
    current: item.current,
  })
  const toggle = { key: 'menu', label: <Trans>Menu</Trans>, icon: <Icon name="menu" />, onPress: onMenu }
  const leave = {
    key: 'logout',
    label: <Trans>Logout</Trans>,
    icon: <Icon name="log-out" />,
    onPress: () => void import('../lib/session.tsx').then(({ logout }) => logout()),
  }
  const tabs = shownItems(barItems, rows, facts, row.name)
  if (as === 'bar')
    return <BottomBar label={t`Main`} items={[...tabs.map((item) => ({ ...look(item), raised: item.raised })), { ...toggle, expanded: menuOpen }]} />
  return (
    <Rail
      label={t`Main`}
      logo={
        <span ref={logo}>
          <Logo label={t`Nikau`} />
        </span>
      }
      items={[...tabs, ...shownItems(moneyItems, rows, facts, row.name)].map(look)}
      end={[...(guides === undefined ? [] : [{ key: 'guides', href: guides, label: <Trans>Guides</Trans>, icon: <Icon name="help" /> }]), toggle, leave]}
    />
  )
}
