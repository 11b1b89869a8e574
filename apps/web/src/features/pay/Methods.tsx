import { Trans } from '@lingui/react/macro'
import { type Cents, add, format, zero } from '@nikau/money'
import { Button, LinkButton, Notice, Section, Skeleton, useSkeleton } from '@nikau/ui'
import type { Part } from '../../lib/account.ts'
import { useMode } from '../../lib/account-assets.ts'
import { Failed } from '../../lib/Failed.tsx'
import { useWay } from '../../lib/screen.ts'
import { MethodTile } from './MethodTile.tsx'
import type { ShownRequest } from './useRequest.ts'
import type { Suggested } from './useSuggestion.ts'

export interface MethodsProps {
  request: ShownRequest
  suggested: Part<Suggested>
  /** The person has paid; the merchant has yet to agree. */
  approved: boolean
  remaining: Cents
  onChange: () => void
}

/** The section that says what the request is paid with, or what is in the way. */
export function Methods({ request, suggested, approved, remaining, onChange }: MethodsProps) {
  return (
    <Section title={<Trans>Payment Method</Trans>}>
      <Content request={request} suggested={suggested} approved={approved} remaining={remaining} onChange={onChange} />
    </Section>
  )
}

function Content({ request, suggested, approved, remaining, onChange }: MethodsProps) {
  const skeleton = useSkeleton(suggested.data === undefined)
  const merchant = request.merchantName
  if (suggested.failed)
    return (
      <Failed part={suggested}>
        <Trans>We couldn’t load your wallet</Trans>
      </Failed>
    )
  if (suggested.data === undefined) return <div aria-busy="true">{skeleton && <Skeleton shape="block" width="full" />}</div>
  const { suggestion, assets, usable } = suggested.data
  if (suggestion) return <MethodTile suggestion={suggestion} assets={assets} remaining={remaining} onChange={onChange} />
  if (approved || (request.status === 'new' && request.remainingAmount === 0n))
    return (
      <Notice tone="info" live="polite" level={3} title={<Trans>You have approved this payment</Trans>}>
        <Trans>{merchant} has to agree to it. This page tells you when they have.</Trans>
      </Notice>
    )
  if (request.status !== 'new') return undefined
  return usable.length > 0 ? (
    <TooLittle usable={usable} request={request} onChange={onChange} />
  ) : (
    <Notice level={3} title={<Trans>Nothing here pays at {merchant}</Trans>}>
      <Other request={request} onChange={onChange} />
    </Notice>
  )
}

/** There is something to pay with, and not enough of it, and the merchant does not take a part. */
function TooLittle({ usable, request, onChange }: { usable: Suggested['usable'] } & Pick<MethodsProps, 'request' | 'onChange'>) {
  const topUp = useWay('topup')
  const isTest = useMode() === 'test'
  const held = format(add(...usable.filter(({ category }) => category === 'money').map((asset) => asset.availableBalance ?? asset.balance ?? zero)))
  const due = format(request.remainingAmount)
  return (
    <>
      <Notice level={3} title={<Trans>Not enough in your wallet</Trans>}>
        <Trans>
          You have {held} of the {due} that is due.
        </Trans>
      </Notice>
      <div className="flex flex-wrap gap-2 pt-3">
        {topUp !== undefined && isTest && (
          <LinkButton size="s" variant="tonal" href={topUp}>
            <Trans>Top up</Trans>
          </LinkButton>
        )}
        <Button size="s" variant="outlined" onPress={onChange}>
          <Trans>Change</Trans>
        </Button>
      </div>
    </>
  )
}

function Other({ request, onChange }: Pick<MethodsProps, 'request' | 'onChange'>) {
  const mode = useMode()
  return (
    <>
      {request.liveness !== mode &&
        (request.liveness === 'test' ? (
          <p>
            <Trans>It asks for test money, and this wallet shows real money.</Trans>
          </p>
        ) : (
          <p>
            <Trans>It asks for real money, and this wallet shows test money.</Trans>
          </p>
        ))}
      <div className="pt-3">
        <Button size="s" variant="outlined" onPress={onChange}>
          <Trans>Change</Trans>
        </Button>
      </div>
    </>
  )
}
