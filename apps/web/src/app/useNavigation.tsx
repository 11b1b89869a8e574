import { Trans, useLingui } from '@lingui/react/macro'
import { BottomBar, Icon, Logo, Rail } from '@nikau/ui'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { useFlags } from '../lib/flags.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { Words } from '../lib/Words.tsx'
import { barItems, type Facts, guidesFrom, moneyItems, shownItems, type ShownItem } from './navigation.ts'
import type { RouteRow } from './routes.ts'

const Menu = lazyScreen(async () => (await import('./Menu.tsx')).Menu)

/** The main navigation: a bar on phones, a rail on desktop, and the menu that both open. */
export function useNavigation(rows: RouteRow[], row: RouteRow, beneath: string): { bar: ReactNode; rail: ReactNode; menu: ReactNode } {
  const { t } = useLingui()
  const { key } = useLocation()
  const facts: Facts = { flags: useFlags(), canWithdraw: false }
  /** Where one was when it was opened: going elsewhere, by a link or by the browser's back, closes it. */
  const [openedAt, setOpenedAt] = useState<string>()
  const logo = useDeveloperTaps('L')
  const open = openedAt === key
  const guides = guidesFrom(rows, row, beneath)
  const look = (item: ShownItem) => ({
    key: item.route,
    href: item.path,
    label: <Words of={item.label} />,
    icon: <Icon name={item.icon} />,
    current: item.current,
  })
  const toggle = { key: 'menu', label: <Trans>Menu</Trans>, icon: <Icon name="menu" />, onPress: () => setOpenedAt(key) }
  const tabs = shownItems(barItems, rows, facts, row.name)
  return {
    bar: <BottomBar label={t`Main`} items={[...tabs.map((item) => ({ ...look(item), raised: item.raised })), { ...toggle, expanded: open }]} />,
    rail: (
      <Rail
        label={t`Main`}
        logo={
          <span ref={logo}>
            <Logo label={t`Nikau`} />
          </span>
        }
        items={[...tabs, ...shownItems(moneyItems, rows, facts, row.name)].map(look)}
        end={[...(guides === undefined ? [] : [{ key: 'guides', href: guides, label: <Trans>Guides</Trans>, icon: <Icon name="help" /> }]), toggle]}
      />
    ),
    menu: (
      <Suspense>
        {openedAt !== undefined && <Menu isOpen={open} onClose={() => setOpenedAt('')} rows={rows} row={row} beneath={beneath} facts={facts} />}
      </Suspense>
    ),
  }
}
