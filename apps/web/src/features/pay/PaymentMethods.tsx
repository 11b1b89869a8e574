import { Trans } from '@lingui/react/macro'
import { type Cents, add, format, zero } from '@nikau/money'
import { Button, LinkButton, Notice, Section, Skeleton, useSkeleton } from '@nikau/ui'
import type { AsyncData } from '../../lib/async-data.ts'
import { useMode } from '../../lib/account-assets.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreenPath } from '../../lib/current-screen.ts'
import { MethodTile } from './MethodTile.tsx'
import type { RequestView } from './useRequest.ts'
import type { SuggestionState } from './useSuggestion.ts'

export interface PaymentMethodsProps {
  request: RequestView
  suggestion: AsyncData<SuggestionState>
  /** The payment is made; a condition of the merchant is still open. */
  approved: boolean
  remaining: Cents
  onChange: () => void
}

/** The suggested payment, or the reason why there is none. */
export function PaymentMethods({ request, suggestion, approved, remaining, onChange }: PaymentMethodsProps) {
  return (
    <Section title={<Trans>Payment Method</Trans>}>
      <Content request={request} suggestion={suggestion} approved={approved} remaining={remaining} onChange={onChange} />
    </Section>
  )
}

function Content({ request, suggestion: state, approved, remaining, onChange }: PaymentMethodsProps) {
  const skeleton = useSkeleton(state.data === undefined)
  const merchant = request.merchantName
  if (state.failed)
    return (
      <LoadFailed source={state}>
        <Trans>We couldn’t load your wallet</Trans>
      </LoadFailed>
    )
  if (state.data === undefined) return <div aria-busy="true">{skeleton && <Skeleton shape="block" width="full" />}</div>
  const { suggestion, assets, usable } = state.data
  if (suggestion) return <MethodTile suggestion={suggestion} assets={assets} remaining={remaining} onChange={onChange} />
  if (approved || (request.status === 'new' && request.remainingAmount === 0n))
    return (
      <Notice tone="info" live="polite" level={3} title={<Trans>You have approved this payment</Trans>}>
        <Trans>Waiting for {merchant} to accept it. This page will update.</Trans>
      </Notice>
    )
  if (request.status !== 'new') return undefined
  return usable.length > 0 ? (
    <InsufficientBalance usable={usable} request={request} onChange={onChange} />
  ) : (
    <Notice level={3} title={<Trans>You can’t pay {merchant} from this wallet</Trans>}>
      <NoUsableAsset request={request} onChange={onChange} />
    </Notice>
  )
}

/** There is money to pay with, but not enough, and the merchant accepts no part payment. */
function InsufficientBalance({ usable, request, onChange }: { usable: SuggestionState['usable'] } & Pick<PaymentMethodsProps, 'request' | 'onChange'>) {
  const topUp = useScreenPath('topup')
  const isTest = useMode() === 'test'
  const held = format(add(...usable.filter(({ category }) => category === 'money').map((asset) => asset.availableBalance ?? asset.balance ?? zero)))
  const due = format(request.remainingAmount)
  return (
    <>
      <Notice level={3} title={<Trans>Not enough in your wallet</Trans>}>
        <Trans>
          You have {held} of the {due} due.
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

function NoUsableAsset({ request, onChange }: Pick<PaymentMethodsProps, 'request' | 'onChange'>) {
  const mode = useMode()
  return (
    <>
      {request.liveness !== mode &&
        (request.liveness === 'test' ? (
          <p>
            <Trans>This is a test payment. Switch to test money to pay.</Trans>
          </p>
        ) : (
          <p>
            <Trans>This is a real payment. Switch to real money to pay.</Trans>
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
