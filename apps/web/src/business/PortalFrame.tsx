import { Trans, useLingui } from '@lingui/react/macro'
import { formatLocation } from '@nikau/contract'
import { BottomBar, Drawer, Icon, Logo, MenuButton, MenuLink, PersonLine, PortalTop, Rail, Shell, ShopButton, Switch, TestBanner, TextLink } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { type Business, counterpartOf, type MemberAccount, useChooseShop } from '../lib/business.ts'
import { Message } from '../lib/Message.tsx'
import { useMissingSteps } from '../lib/opening.ts'
import { businessPaths, tillPath } from '../lib/business-paths.ts'
import { urlOf } from '../lib/paths.ts'
import { useProfile } from '../lib/profile.ts'
import { useStoredValue } from '../lib/stored-value.ts'
import { signOut } from '../lib/session.tsx'
import { useRoleNames } from '../lib/role-names.ts'
import { pairing } from '../features/till-device/index.ts'
import { placesOf } from './places.ts'
import type { PortalRow } from './route-row.ts'

interface FrameProps {
  rows: PortalRow[]
  row: PortalRow
  accounts: readonly MemberAccount[]
  business: Business | undefined
  children: ReactNode
}

type Open = 'shops' | 'menu' | undefined

/** Rail or bar with the places that the role may see, the shop, and the switch between test and live. */
export function PortalFrame({ rows, row, accounts, business, children }: FrameProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<Open>()
  const places = placesOf(rows, business)
  const isTill = useStoredValue(pairing) !== undefined
  const toItem = ({ name, path, place }: PortalRow) => ({
    key: name,
    href: path,
    label: <Message of={place!.label} />,
    icon: <Icon name={place!.icon} />,
    current: row.name === name || row.within === name,
  })
  const toBarItem = (place: PortalRow) => ({
    ...toItem(place),
    label: <Message of={place.place!.short ?? place.place!.label} />,
    raised: place.place!.till === true,
    ...(place.place!.till && isTill && { href: urlOf(tillPath), current: false }),
  })
  const onBar = places.filter(({ place }) => place!.onBar).map(toBarItem)
  const [raised, others] = [onBar.filter((item) => item.raised), onBar.filter((item) => !item.raised)]
  const shopButton = business && <CurrentShop business={business} onPress={() => setOpen('shops')} />
  const menuButton = { key: 'menu', label: <Trans>Menu</Trans>, icon: <Icon name="menu" />, onPress: () => setOpen('menu'), expanded: open === 'menu' }
  const inGroup = (group: 'main' | 'more') => places.filter(({ place }) => place!.group === group)
  return (
    <>
      <a className="n-skip" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Shell
        top={
          business?.isTest && (
            <aside aria-label={t`Test mode`}>
              <TestBanner word={t`TEST`}>
                <Trans>No real money moves</Trans>
              </TestBanner>
            </aside>
          )
        }
        rail={
          <Rail
            label={t`Main`}
            logo={
              <span className="n-portal-logo">
                <Logo label={t`Nikau`} />
                <Trans>for business</Trans>
              </span>
            }
            head={shopButton}
            items={inGroup('main').map(toItem)}
            end={inGroup('more').map(toItem)}
            foot={
              <>
                {business && <ModeSwitch business={business} />}
                <You business={business} />
                <MenuButton icon={<Icon name="log-out" />} onPress={() => void signOut()}>
                  <Trans>Sign out</Trans>
                </MenuButton>
              </>
            }
          />
        }
        bar={<BottomBar label={t`Main`} items={[...others.slice(0, 2), ...raised, ...others.slice(2), menuButton]} />}
      >
        <PortalTop>{shopButton}</PortalTop>
        {children}
      </Shell>
      {business && <Shops isOpen={open === 'shops'} onClose={() => setOpen(undefined)} accounts={accounts} business={business} />}
      <Drawer isOpen={open === 'menu'} onClose={() => setOpen(undefined)} label={t`Menu`} closeLabel={t`Close menu`} head={<You business={business} />}>
        <nav aria-label={t`Menu`}>
          {places.map((place) => {
            const { key, href, label, icon, current } = toItem(place)
            return (
              <MenuLink key={key} href={href} icon={icon} current={current} onPress={() => setOpen(undefined)}>
                {label}
              </MenuLink>
            )
          })}
        </nav>
        <hr />
        {business && <ModeSwitch business={business} />}
        <div className="n-drawer-foot">
          <hr />
          <MenuButton icon={<Icon name="log-out" />} onPress={() => void signOut()}>
            <Trans>Sign out</Trans>
          </MenuButton>
        </div>
      </Drawer>
    </>
  )
}

function CurrentShop({ business, onPress }: { business: Business; onPress: () => void }) {
  const { t } = useLingui()
  const { shop } = business
  const place = shop.location && formatLocation({ suburb: '', postCode: '', state: '', ...shop.location })
  return <ShopButton name={shop.name} detail={place ?? <Trans>Online</Trans>} action={t`Change shop`} onPress={onPress} />
}

interface ShopsProps {
  isOpen: boolean
  onClose: () => void
  accounts: readonly MemberAccount[]
  business: Business
}

/** The shops of the business in this view, and the person's other businesses. */
function Shops({ isOpen, onClose, accounts, business }: ShopsProps) {
  const { t } = useLingui()
  const choose = useChooseShop()
  const others = accounts.filter(({ accountId }) => accountId !== business.accountId)
  const pick = (choice: Parameters<typeof choose>[0]) => {
    onClose()
    choose(choice)
  }
  return (
    <Drawer isOpen={isOpen} onClose={onClose} label={t`Shops`} closeLabel={t`Close`} head={business.accountName}>
      {business.shops
        .filter(({ test }) => test === business.isTest)
        .map(({ id, name, accountId }) => (
          <MenuButton key={id} icon={<Icon name={id === business.shop.id ? 'check' : 'store'} />} onPress={() => pick({ accountId, merchantId: id })}>
            {name}
          </MenuButton>
        ))}
      {others.length > 0 && <hr />}
      {others.map(({ accountId, accountName }) => (
        <MenuButton key={accountId} icon={<Icon name="right" />} onPress={() => pick({ accountId })}>
          {accountName}
        </MenuButton>
      ))}
    </Drawer>
  )
}

/** Test and live are two views of one business. Without a shop in the other view it says where to find what is missing. */
function ModeSwitch({ business }: { business: Business }) {
  const choose = useChooseShop()
  const other = counterpartOf(business)
  if (!other && business.isTest)
    return (
      <p className="px-3 py-2 text-caption text-ink-2">
        <Trans>
          Test mode only. <TextLink href={businessPaths.open}>What’s missing to go live</TextLink>
        </Trans>
        <MissingSteps accountId={business.accountId} />
      </p>
    )
  return (
    <Switch on={business.isTest} isDisabled={!other} onChange={() => other && choose({ accountId: business.accountId, merchantId: other.id })}>
      <Trans>Test mode</Trans>
    </Switch>
  )
}

function MissingSteps({ accountId }: { accountId: string }) {
  const { i18n } = useLingui()
  const names = useMissingSteps(accountId)
  return names.length > 0 && <span className="block">{new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(names)}</span>
}

function You({ business }: { business: Business | undefined }) {
  const { t } = useLingui()
  const { fullName } = useProfile()
  const roleNames = useRoleNames()
  return <PersonLine name={fullName ?? t`You`} role={business && roleNames[business.role]} />
}
