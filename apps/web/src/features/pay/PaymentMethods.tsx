import { Trans } from '@lingui/react/macro'
import { type Cents, add, format, subtract, zero } from '@nikau/money'
import { Button, LinkButton, Notice, Section, Skeleton, useSkeleton } from '@nikau/ui'
import type { AsyncData } from '../../lib/async-data.ts'
import { useMode } from '../../lib/account-assets.ts'
import { paths } from '../../lib/paths.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreenPath } from '../../lib/current-screen.ts'
import { MethodTile } from './MethodTile.tsx'
import { isCreditLine, type PaymentSuggestion } from './suggestion.ts'
import type { RequestView } from './useRequest.ts'
import type { SuggestionState } from './useSuggestion.ts'

export interface PaymentMethodsProps {
  request: RequestView
  state: AsyncData<SuggestionState>
  /** The suggested payment, or the one that the payer chose. */
  suggestion: PaymentSuggestion | undefined
  /** The payment is made; a condition of the merchant is still open. */
  approved: boolean
  remaining: Cents
  onChange: () => void
}

/** The suggested payment, or the reason why there is none. */
export function PaymentMethods(props: PaymentMethodsProps) {
  return (
    <Section title={<Trans>Payment Method</Trans>}>
      <Content {...props} />
    </Section>
  )
}

function Content({ request, state, suggestion, approved, remaining, onChange }: PaymentMethodsProps) {
  const skeleton = useSkeleton(state.data === undefined)
  const merchant = request.merchantName
  if (state.failed)
    return (
      <LoadFailed source={state}>
        <Trans>We couldn’t load your wallet</Trans>
      </LoadFailed>
    )
  if (state.data === undefined) return <div aria-busy="true">{skeleton && <Skeleton shape="block" width="full" />}</div>
  const { assets, usable } = state.data
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
  const canTopUp = useScreenPath('topup') !== undefined
  const isTest = useMode() === 'test'
  const money = usable.filter(({ category }) => category === 'money')
  const wallets = money.filter((asset) => !isCreditLine(asset))
  const available = (assets: typeof money) => add(zero, ...assets.map((asset) => asset.availableBalance ?? asset.balance ?? zero))
  const held = available(wallets.length > 0 ? wallets : money)
  const [heldText, due] = [format(held), format(request.remainingAmount)]
  return (
    <>
      <Notice level={3} title={wallets.length > 0 ? <Trans>Not enough in your wallet</Trans> : <Trans>Not enough credit left</Trans>}>
        <p>
          <Trans>
            You have {heldText} of the {due} due.
          </Trans>
        </p>
        {wallets.length > 0 && canTopUp && !isTest && (
          <p>
            <Trans>A top-up from your bank takes at least a business day.</Trans>
          </p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2 pt-3">
        {wallets.length > 0 && canTopUp && (
          <LinkButton
            size="s"
            variant="tonal"
            href={`${paths.topup}?${new URLSearchParams({ pay: request.id, cents: subtract(request.remainingAmount, held).toString() })}`}
          >
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
