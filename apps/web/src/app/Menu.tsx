import { Trans, useLingui } from '@lingui/react/macro'
import { formatMobileInternational } from '@nikau/nz/phone'
import { Drawer, Icon, initials, LanguageIcon, Logo, Avatar, MenuButton, MenuLink, Segmented } from '@nikau/ui'
import { deployed } from '../lib/config.ts'
import { useDeveloperTaps } from '../lib/developer-taps.ts'
import { useLanguage } from '../lib/i18n.ts'
import { useProfile } from '../lib/profile.ts'
import { signOut, RequireSession } from '../lib/session.tsx'
import { useTheme } from '../lib/theme.ts'
import { Message } from '../lib/Message.tsx'
import { developerItems, guidesPath, helpItems, moneyItems, type NavItem, visibleItems } from './navigation.ts'
import type { RouteRow } from './routes.ts'
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
          <MenuLink href={guides} icon={<Icon name="help" />}>
            <Trans>Guides</Trans>
          </MenuLink>
        )}
        {links(helpItems)}
        {developer.length > 0 && <hr />}
        {developer}
      </nav>
      <hr />
      <Settings />
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
      <div className="flex min-h-24 items-center gap-3 px-3">
        <Avatar tone="in" size="l">
          {fullName ? initials(fullName) : <Icon name="user" />}
        </Avatar>
        <div className="min-w-0">
          {fullName && <p className="text-lead font-semibold">{fullName}</p>}
          {phone && <p className="text-label text-ink-2 tabular-nums">{formatMobileInternational(phone)}</p>}
        </div>
      </div>
      <hr />
    </>
  )
}

/** Language and theme, remembered in this browser. */
function Settings() {
  const { t } = useLingui()
  const [language, chooseLanguage] = useLanguage()
  const [theme, chooseTheme] = useTheme()
  return (
    <div className="flex flex-col gap-3">
      {deployed.teReo && (
        <MenuButton icon={<LanguageIcon />} onPress={() => void chooseLanguage(language === 'mi' ? 'en-NZ' : 'mi')}>
          {/* literal: each language is named in itself */}
          {language === 'mi' ? <span lang="en-NZ">English</span> : <span lang="mi">Te reo Māori</span>}
        </MenuButton>
      )}
      <div className="px-3">
        <Segmented
          label={t`Appearance`}
          value={theme ?? 'system'}
          onChange={(chosen) => chooseTheme(chosen === 'system' ? undefined : chosen)}
          segments={[
            { value: 'system', label: <Trans>System</Trans> },
            { value: 'light', label: <Trans>Light</Trans> },
            { value: 'dark', label: <Trans>Dark</Trans> },
          ]}
        />
      </div>
    </div>
  )
}
