import { Trans } from '@lingui/react/macro'
import { Icon, LinkButton, PortalCard, TextLink } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths, tillPath } from '../../lib/business-paths.ts'
import { urlOf } from '../../lib/paths.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing } from '../till-device/index.ts'
import { TillAddress } from './TillAddress.tsx'

/** The way to the till, which is an app of its own: on this device if it is one, otherwise how a device becomes one. */
export function OpenTillCard() {
  const { may } = useBusiness()
  const paired = useStoredValue(pairing)?.till
  const [till, shopName] = [paired?.name, paired?.merchantName]
  return (
    <PortalCard title={<Trans>The till</Trans>}>
      <div className="grid gap-5">
        <p className="text-ink-2">
          {paired ? (
            <Trans>
              This device is {till} of {shopName}.
            </Trans>
          ) : (
            <Trans>This device isn’t paired with a till. Open the address on one that is.</Trans>
          )}
        </p>
        <LinkButton href={urlOf(tillPath)} variant={paired ? 'filled' : 'outlined'} full icon={<Icon name="external" size="s" />}>
          <Trans>Open the till</Trans>
        </LinkButton>
        {!paired && <TillAddress />}
        {may('settings:write') ? (
          <p className="text-label text-ink-2">
            <Trans>
              You add tills and pair devices under <TextLink href={businessPaths.team}>Team</TextLink>.
            </Trans>
          </p>
        ) : (
          !paired && (
            <p className="text-label text-ink-2">
              <Trans>An owner or manager pairs a device, under Team.</Trans>
            </p>
          )
        )}
      </div>
    </PortalCard>
  )
}
