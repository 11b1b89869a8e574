import { Trans, useLingui } from '@lingui/react/macro'
import { getShownName } from '@nikau/contract/payees'
import { Avatar, GaugeIcon, Header, Icon, KeyIcon, LaptopIcon, List, ListItem, Page, PageBody, PauseIcon, StatusChip, Title, UsersIcon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useAccountSafety, useFreezeLabel } from '../../lib/safety.ts'
import { useScreen } from '../../lib/current-screen.ts'

/** Everything that protects the wallet, the fastest help first. */
export function SafetyScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const { pathname } = useLocation()
  const frozen = useAccountSafety().data?.frozen
  const freezeLabel = useFreezeLabel()
  const row = (href: string, icon: ReactNode, name: ReactNode, detail: ReactNode, chip?: ReactNode) => (
    <ListItem href={href} selected={href === pathname} media={<Avatar tone="plain">{icon}</Avatar>} name={name} detail={detail} chip={chip} chevron />
  )
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>Stop money leaving, see where you’re signed in, and what has happened.</Trans>}>
          <Trans>Safety</Trans>
        </Title>
        <div className="pt-5">
          <List label={t`Safety`}>
            {row(
              paths.freeze,
              <PauseIcon />,
              frozen ? <Trans>Your wallet is frozen</Trans> : <Trans>Freeze wallet</Trans>,
              frozen ? freezeLabel(frozen) : <Trans>Stops money leaving, at once</Trans>,
              frozen && (
                <StatusChip icon={<PauseIcon size="xs" />}>
                  <Trans>Frozen</Trans>
                </StatusChip>
              ),
            )}
            {row(paths.ownLimits, <GaugeIcon />, <Trans>My limits</Trans>, <Trans>One payment, one day, new people</Trans>)}
            {row(paths.permissions, <Icon name="store" />, <Trans>What may take money from me</Trans>, <Trans>Shops, direct debits</Trans>)}
            {row(paths.trustedPeople, <UsersIcon />, <Trans>Trusted people</Trans>, <Trans>Someone to ask before a send</Trans>)}
            {row(paths.devices, <LaptopIcon />, <Trans>Where you’re signed in</Trans>, <Trans>Sign out a device you don’t use</Trans>)}
            {row(paths.passkeys, <KeyIcon />, <Trans>Passkeys</Trans>, <Trans>Sign in with fingerprint, face or screen lock</Trans>)}
            {row(paths.shownName, <Icon name="eye" />, <Trans>What others see of you</Trans>, <ShownNameDetail />)}
            {row(paths.securityActivity, <Icon name="document" />, <Trans>Recent security activity</Trans>, <Trans>Sign-ins and changes</Trans>)}
          </List>
        </div>
      </PageBody>
    </Page>
  )
}

function ShownNameDetail() {
  const shown = useEndpointQuery(getShownName, {}).data
  if (!shown) return <Trans>When they send to you</Trans>
  return shown.visible ? shown.name : <Trans>Strangers read no name</Trans>
}
