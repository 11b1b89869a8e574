import { Trans, useLingui } from '@lingui/react/macro'
import { formatMobileInternational } from '@nikau/nz/phone'
import { Anchor, Avatar, Drawer, Icon, InfoIcon, initials, Logo, MenuButton, MenuLink } from '@nikau/ui'
import { deployed } from '../lib/config.ts'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { paths } from '../lib/paths.ts'
import { useProfile } from '../lib/profile.ts'
import { signOut, RequireSession } from '../lib/session.tsx'
import { Message } from '../lib/Message.tsx'
import { developerItems, guidesPath, helpItems, moneyItems, type NavItem, visibleItems } from './navigation.ts'
import type { RouteRow } from './route-row.ts'
import { useNavState } from './useNavState.ts'

export interface MenuProps {
  isOpen: boolean
  onClose: () => void
  rows: RouteRow[]
  row: RouteRow
  beneath: string
}

export function Menu({ isOpen, onClose, rows, row, beneath }: MenuProps) {
  const { t } = useLingui()
  const state = useNavState()
  const logo = useDeveloperTaps('L')
  const guides = guidesPath(rows, row, beneath)
  const links = (items: NavItem[]) =>
    visibleItems(items, rows, state, row.name).map((item) => (
      <MenuLink key={item.route} href={item.path} icon={<Icon name={item.icon} />} current={item.current} onPress={item.current ? onClose : undefined}>
        <Message of={item.label} />
      </MenuLink>
    ))
  const money = links(moneyItems)
  const developer = links(developerItems)
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      label={t`Menu`}
      closeLabel={t`Close menu`}
      head={
        <span ref={logo} className="block">
          <Logo label={t`Nikau`} size="s" />
        </span>
      }
    >
      {row.access === 'login' && <Profile />}
      <nav aria-label={t`Menu`} className="pt-2">
        {money}
        {deployed.business && (
          <MenuLink href={`${deployed.apiBase || location.origin}/business`} icon={<Icon name="store" />} end={<Icon name="external" size="s" />} external>
            <Trans>My Business Accounts</Trans>
          </MenuLink>
        )}
        {(money.length > 0 || deployed.business) && <hr />}
        {guides !== undefined && (
          <MenuLink href={guides} icon={<InfoIcon />}>
            <Trans>Guides</Trans>
          </MenuLink>
        )}
        {links(helpItems)}
        {developer.length > 0 && <hr />}
        {developer}
      </nav>
      <div className="n-drawer-foot">
        <hr />
        <MenuButton icon={<Icon name="log-out" />} onPress={() => void signOut()}>
          <Trans>Logout</Trans>
        </MenuButton>
      </div>
    </Drawer>
  )
}

/** The signed-in user. The session is already loaded, so the fallback shows for a frame at most. */
function Profile() {
  return (
    <RequireSession fallback={<div className="h-25" />}>
      <ProfileDetails />
    </RequireSession>
  )
}

function ProfileDetails() {
  const { fullName, phone } = useProfile()
  return (
    <>
      <Anchor href={paths.settings} className="flex min-h-24 flex-none flex-wrap items-center gap-3 px-3 py-2">
        <Avatar tone="in" size="l">
          {fullName ? initials(fullName) : <Icon name="user" />}
        </Avatar>
        <span className="min-w-0">
          {fullName && <span className="block text-lead font-semibold">{fullName}</span>}
          {phone && <span className="block text-label text-ink-2 tabular-nums">{formatMobileInternational(phone)}</span>}
        </span>
      </Anchor>
      <hr />
    </>
  )
}
