import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getShownName } from '@nikau/contract/payees'
import { type Cents, cents, format } from '@nikau/money'
import { formatMobileInternational } from '@nikau/nz/phone'
import {
  Avatar,
  BellIcon,
  ContrastIcon,
  DetailPane,
  GaugeIcon,
  Header,
  Icon,
  KeyIcon,
  LanguageIcon,
  LaptopIcon,
  List,
  ListItem,
  MailIcon,
  Page,
  PageBody,
  Panes,
  PauseIcon,
  Section,
  Title,
  UsersIcon,
} from '@nikau/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { deployed } from '../../lib/config.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { passkeysQuery } from '../../lib/passkeys.ts'
import { paths, type SettingsSection, settingsSections } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { useAccountSafety, useFreezeLabel } from '../../lib/safety.ts'
import { refreshClaims, signOut } from '../../lib/session.tsx'
import { sessionsQuery } from '../../lib/sessions.ts'
import { useTheme } from '../../lib/theme.ts'
import { useTrustedPeople, whoCanBeAsked } from '../../lib/trusted-people.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ExportSheet } from '../activity/index.ts'
import { useQuotas } from '../quotas/index.ts'
import { LanguageName } from './LanguageName.tsx'
import { sections } from './SettingsSectionScreen.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** Everything that a person can set, with its present value. On desktop the chosen section opens beside the list. */
export function SettingsScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const panes = useTwoPanes()
  const [params] = useSearchParams()
  const open = settingsSections.find((section) => section === params.get('open')) ?? 'profile'
  const Open = sections[open]
  const { email, emailVerified } = useProfile()
  const isUnconfirmed = email !== undefined && !emailVerified
  // The link in the email is opened in another tab, or on another device.
  useEffect(() => void (isUnconfirmed && refreshClaims()), [isUnconfirmed])
  return (
    <Panes
      detail={
        panes && (
          <DetailPane label={t`Settings`}>
            <Open key={open} level={2} />
          </DetailPane>
        )
      }
    >
      <Page bar={bar}>
        <Header backHref={back} backLabel={t`Back`} />
        <PageBody tight>
          <Title>
            <Trans>Settings</Trans>
          </Title>
          <You open={panes ? open : undefined} />
          <ThisBrowser open={panes ? open : undefined} />
          <Security />
          <Money />
          <About />
          <SignOut />
        </PageBody>
      </Page>
    </Panes>
  )
}

/** `open` is the section in the pane; undefined where there is none. */
interface GroupProps {
  open: SettingsSection | undefined
}

function OwnRow({ section, open, icon, name, value }: GroupProps & { section: SettingsSection; icon: ReactNode; name: ReactNode; value: ReactNode }) {
  return (
    <Row
      href={open === undefined ? paths.settingsSection(section) : `${paths.settings}?open=${section}`}
      icon={icon}
      name={name}
      value={value}
      selected={section === open}
    />
  )
}

interface RowProps {
  href?: string | undefined
  onPress?: (() => void) | undefined
  icon: ReactNode
  name: ReactNode
  /** The present value, as far as it is known. */
  value?: ReactNode
  /** A value of the usual length: it holds the place of one that loads and, in large text, takes several lines. */
  usual?: ReactNode
  selected?: boolean
}

function Row({ href, onPress, icon, name, value, usual = '\u00A0', selected }: RowProps) {
  const isLink = href !== undefined || onPress !== undefined
  return (
    <ListItem
      href={href}
      onPress={onPress}
      media={<Avatar tone="plain">{icon}</Avatar>}
      name={name}
      detail={value || <span className="invisible">{usual}</span>}
      chevron={isLink}
      selected={selected}
    />
  )
}

function You({ open }: GroupProps) {
  const { t } = useLingui()
  const { fullName, phone, email, emailVerified, featureUpdates, marketingUpdates } = useProfile()
  const shownName = useScreenPath('shown-name')
  const shown = useEndpointQuery(getShownName, {}, { enabled: shownName !== undefined })
  const mails = [t`Payments and account`, ...(featureUpdates ? [t`new features`] : []), ...(marketingUpdates ? [t`offers and news`] : [])]
  return (
    <Section title={<Trans>You</Trans>} flush>
      <List label={t`You`}>
        <OwnRow
          section="profile"
          open={open}
          icon={<Icon name="user" />}
          name={<Trans>Profile</Trans>}
          value={[fullName, phone && formatMobileInternational(phone)].filter(Boolean).join(', ')}
        />
        <OwnRow
          section="email"
          open={open}
          icon={<MailIcon />}
          name={<Trans>Email</Trans>}
          value={email === undefined ? <Trans>None yet</Trans> : emailVerified ? <Trans>{email}, confirmed</Trans> : <Trans>{email}, not confirmed yet</Trans>}
        />
        <OwnRow section="notices" open={open} icon={<BellIcon />} name={<Trans>Emails from us</Trans>} value={mails.join(', ')} />
        {shownName !== undefined && (
          <Row
            href={shownName}
            icon={<Icon name="eye" />}
            name={<Trans>What others see of you</Trans>}
            value={
              shown.isError ? (
                <Trans>When they send to you</Trans>
              ) : (
                shown.data && (shown.data.visible ? shown.data.name : <Trans>Strangers read no name</Trans>)
              )
            }
          />
        )}
      </List>
    </Section>
  )
}

function ThisBrowser({ open }: GroupProps) {
  const { t } = useLingui()
  const [language] = useLanguage()
  const [theme] = useTheme()
  const name = <Trans>Language</Trans>
  const value = <LanguageName of={language} />
  return (
    <Section title={<Trans>This browser</Trans>} flush>
      <List label={t`This browser`}>
        {/* With one language there is nothing to choose. */}
        {deployed.teReo ? (
          <OwnRow section="language" open={open} icon={<LanguageIcon />} name={name} value={value} />
        ) : (
          <Row icon={<LanguageIcon />} name={name} value={value} />
        )}
        <OwnRow
          section="appearance"
          open={open}
          icon={<ContrastIcon />}
          name={<Trans>Appearance</Trans>}
          value={theme === 'dark' ? <Trans>Dark</Trans> : theme === 'light' ? <Trans>Light</Trans> : <Trans>System</Trans>}
        />
      </List>
    </Section>
  )
}

function Security() {
  const { t } = useLingui()
  const hasSafety = useScreenPath('safety') !== undefined
  const sessions = useQuery({ ...sessionsQuery, enabled: hasSafety })
  const passkeys = useQuery(passkeysQuery)
  const safety = useAccountSafety()
  const freezeLabel = useFreezeLabel()
  const people = useTrustedPeople()
  const [devices, keys, trusted] = [sessions.data?.length, passkeys.data?.length, people.data && whoCanBeAsked(people.data).length]
  return (
    <Section title={<Trans>Security</Trans>} flush>
      <List label={t`Security`}>
        {hasSafety && (
          <>
            <Row
              href={paths.freeze}
              icon={<PauseIcon />}
              name={<Trans>Freeze wallet</Trans>}
              value={
                safety.failed ? (
                  <Trans>Stops money leaving, at once</Trans>
                ) : (
                  safety.data && (safety.data.frozen ? freezeLabel(safety.data.frozen) : <Trans>Not frozen</Trans>)
                )
              }
            />
            <Row
              href={paths.devices}
              icon={<LaptopIcon />}
              name={<Trans>Where you’re signed in</Trans>}
              value={
                sessions.isError ? (
                  <Trans>Sign out a device you don’t use</Trans>
                ) : (
                  devices !== undefined && t`${plural(devices, { one: '# device', other: '# devices' })}`
                )
              }
            />
          </>
        )}
        <Row
          href={paths.passkeys}
          icon={<KeyIcon />}
          name={<Trans>Passkeys</Trans>}
          value={
            passkeys.isError ? (
              <Trans>Sign in with fingerprint, face or screen lock</Trans>
            ) : keys === 0 ? (
              <Trans>None yet</Trans>
            ) : (
              keys !== undefined && t`${plural(keys, { one: '# passkey', other: '# passkeys' })}`
            )
          }
        />
        {hasSafety && (
          <>
            <Row
              href={paths.permissions}
              icon={<Icon name="store" />}
              name={<Trans>What may take money from me</Trans>}
              value={<Trans>Shops, direct debits</Trans>}
            />
            <Row
              href={paths.trustedPeople}
              icon={<UsersIcon />}
              name={<Trans>Trusted people</Trans>}
              value={
                people.failed ? (
                  <Trans>Someone to ask before a send</Trans>
                ) : trusted === 0 ? (
                  <Trans>None yet</Trans>
                ) : (
                  trusted !== undefined && t`${plural(trusted, { one: '# person', other: '# people' })}`
                )
              }
            />
            <Row
              href={paths.securityActivity}
              icon={<Icon name="document" />}
              name={<Trans>Recent security activity</Trans>}
              value={<Trans>Sign-ins and changes</Trans>}
            />
          </>
        )}
      </List>
    </Section>
  )
}

const usualLeft = cents(10_000_00n)

function Money() {
  const { t } = useLingui()
  const ownLimits = useScreenPath('own-limits')
  const quotas = useQuotas()
  const walletId = useWallet().data?.id
  const [isExporting, setIsExporting] = useState(false)
  const month = quotas.data?.spend.monthlyQuota
  const leftText = (left: Cents) => {
    const amount = format(left)
    return <Trans>{amount} left to spend this month</Trans>
  }
  return (
    <Section title={<Trans>Money</Trans>} flush>
      <List label={t`Money`}>
        <Row
          href={paths.limits}
          icon={<Icon name="flag" />}
          name={<Trans>Limits</Trans>}
          value={month ? leftText(month.remainingUsage) : quotas.failed ? <Trans>For spending and top-ups</Trans> : quotas.data && <Trans>No limit</Trans>}
          usual={leftText(usualLeft)}
        />
        {ownLimits !== undefined && (
          <Row href={ownLimits} icon={<GaugeIcon />} name={<Trans>My limits</Trans>} value={<Trans>One payment, one day, new people</Trans>} />
        )}
        <Row onPress={() => setIsExporting(true)} icon={<Icon name="download" />} name={<Trans>Statements</Trans>} value={<Trans>PDF, CSV or OFX</Trans>} />
      </List>
      <Suspense>{isExporting && walletId !== undefined && <ExportSheet walletId={walletId} onClose={() => setIsExporting(false)} />}</Suspense>
    </Section>
  )
}

function About() {
  const { t } = useLingui()
  return (
    <Section title={<Trans>About Nikau</Trans>} flush>
      <List label={t`About Nikau`}>
        <Row href={paths.help} icon={<Icon name="help" />} name={<Trans>Help</Trans>} value={<Trans>What happened to my money, and contact</Trans>} />
        <Row href={paths.terms} icon={<Icon name="document" />} name={<Trans>Terms</Trans>} value={<Trans>What you and we agree to</Trans>} />
        <Row href={paths.privacy} icon={<Icon name="lock" />} name={<Trans>Privacy</Trans>} value={<Trans>What we keep about you, and for how long</Trans>} />
      </List>
    </Section>
  )
}

function SignOut() {
  const { t } = useLingui()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Section title={<Trans>Sign out</Trans>} flush>
      <List label={t`Sign out`}>
        <Row onPress={() => void signOut()} icon={<Icon name="log-out" />} name={<Trans>Sign out</Trans>} value={<Trans>On this device</Trans>} />
        <Row
          onPress={() => setIsAsking(true)}
          icon={<Icon name="log-out" />}
          name={<Trans>Sign out everywhere</Trans>}
          value={<Trans>If you’ve lost a device</Trans>}
        />
      </List>
      {isAsking && <SignOutEverywhere onClose={() => setIsAsking(false)} />}
    </Section>
  )
}
