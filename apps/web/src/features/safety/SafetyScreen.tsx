import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar, Header, Icon, KeyIcon, LaptopIcon, List, ListItem, Page, PageBody, PauseIcon, StatusChip, Title } from '@nikau/ui'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { useAccountSafety, useFreezeLabel } from '../../lib/safety.ts'
import { useScreen } from '../../lib/current-screen.ts'

/** Everything that protects the wallet, the fastest help first. */
export function SafetyScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const frozen = useAccountSafety().data?.frozen
  const freezeLabel = useFreezeLabel()
  const row = (href: string, icon: ReactNode, name: ReactNode, detail: ReactNode, chip?: ReactNode) => (
    <ListItem href={href} media={<Avatar tone="plain">{icon}</Avatar>} name={name} detail={detail} chip={chip} chevron />
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
            {row(paths.devices, <LaptopIcon />, <Trans>Where you’re signed in</Trans>, <Trans>Sign out a device you don’t use</Trans>)}
            {row(paths.passkeys, <KeyIcon />, <Trans>Passkeys</Trans>, <Trans>Sign in with fingerprint, face or screen lock</Trans>)}
            {row(paths.securityActivity, <Icon name="document" />, <Trans>Recent security activity</Trans>, <Trans>Sign-ins and changes</Trans>)}
          </List>
        </div>
      </PageBody>
    </Page>
  )
}
