import { Trans } from '@lingui/react/macro'
import { type Cents, add, format, subtract, zero } from '@nikau/money'
import { Button, Icon, LinkButton, Notice, Section, Skeleton, useSkeleton } from '@nikau/ui'
import type { AsyncData } from '../../lib/async-data.ts'
import { useMode } from '../../lib/mode.ts'
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
  /** The wallet is frozen. */
  isFrozen: boolean
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

function Content({ request, state, suggestion, isFrozen, approved, remaining, onChange }: PaymentMethodsProps) {
  const skeleton = useSkeleton(state.data === undefined)
  const merchant = request.merchantName
  const canTopUp = useCanTopUp(state.data?.usable ?? [])
  if (state.failed)
    return (
      <LoadFailed source={state}>
        <Trans>We couldn’t load your wallet</Trans>
      </LoadFailed>
    )
  // It keeps the place of a tile from the beginning, so that what follows does not move.
  if (state.data === undefined)
    return (
      <div aria-busy="true" className={skeleton ? undefined : 'invisible'}>
        <Skeleton shape="block" width="full" />
      </div>
    )
  const { assets, usable, lacking } = state.data
  if (suggestion)
    return (
      <>
        <MethodTile suggestion={suggestion} assets={assets} remaining={remaining} onChange={onChange} />
        {suggestion.partial && lacking > 0n && canTopUp && (
          <div className="pt-3">
            <TopUpLink request={request} lacking={lacking} />
          </div>
        )}
      </>
    )
  if (approved || (request.status === 'new' && request.remainingAmount === 0n))
    return (
      <Notice tone="info" live="polite" level={3} title={<Trans>You have approved this payment</Trans>}>
        <Trans>Waiting for {merchant} to accept it. This page will update.</Trans>
      </Notice>
    )
  if (request.status !== 'new') return undefined
  if (isFrozen) return <FrozenNotice />
  return usable.length > 0 ? (
    <InsufficientBalance state={state.data} request={request} onChange={onChange} />
  ) : (
    <Notice level={3} title={<Trans>You can’t pay {merchant} from this wallet</Trans>}>
      <div className="pt-3">
        <Button size="s" variant="outlined" onPress={onChange}>
          <Trans>Change</Trans>
        </Button>
      </div>
    </Notice>
  )
}

/** There is something to pay with, but not enough, and the merchant accepts no part payment. */
function InsufficientBalance({
  state: { usable, lacking },
  request,
  onChange,
}: { state: SuggestionState } & Pick<PaymentMethodsProps, 'request' | 'onChange'>) {
  const isTest = useMode() === 'test'
  const canTopUp = useCanTopUp(usable)
  const hasWallet = usable.some(isWallet)
  const credit = usable.filter(isCreditLine)
  const creditLeft = add(zero, ...credit.map((asset) => asset.availableBalance ?? asset.balance ?? zero))
  const onCredit = !hasWallet && credit.length > 0
  const heldText = format(onCredit ? creditLeft : subtract(request.remainingAmount, lacking))
  const due = format(request.remainingAmount)
  return (
    <>
      <Notice
        level={3}
        title={
          hasWallet ? (
            <Trans>Not enough in your wallet</Trans>
          ) : onCredit ? (
            <Trans>Not enough credit left</Trans>
          ) : (
            <Trans>What you hold doesn’t cover all of it</Trans>
          )
        }
      >
        <p>
          <Trans>
            You have {heldText} of the {due} due.
          </Trans>
        </p>
        {canTopUp && !isTest && (
          <p>
            <Trans>A top-up from your bank takes at least a business day.</Trans>
          </p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2 pt-3">
        {canTopUp && <TopUpLink request={request} lacking={lacking} />}
        <Button size="s" variant="outlined" onPress={onChange}>
          <Trans>Change</Trans>
        </Button>
      </div>
    </>
  )
}

/** Nothing leaves a frozen wallet; what needs no wallet is below. */
function FrozenNotice() {
  const freeze = useScreenPath('freeze')
  return (
    <Notice level={3} icon={<Icon name="lock" />} title={<Trans>Your wallet is frozen</Trans>}>
      <Trans>Nothing can leave your wallet until it is unfrozen.</Trans>
      {freeze !== undefined && (
        <div className="pt-3">
          <LinkButton size="s" variant="outlined" href={freeze}>
            <Trans>See the freeze</Trans>
          </LinkButton>
        </div>
      )}
    </Notice>
  )
}

const isWallet = (asset: SuggestionState['usable'][number]) => asset.category === 'money' && !isCreditLine(asset)

function useCanTopUp(usable: SuggestionState['usable']): boolean {
  return useScreenPath('topup') !== undefined && usable.some(isWallet)
}

/** Tops up what is missing, and comes back to the request. */
function TopUpLink({ request, lacking }: { request: RequestView; lacking: Cents }) {
  const query = new URLSearchParams({ pay: request.id, cents: lacking.toString(), liveness: request.liveness })
  return (
    <LinkButton size="s" variant="tonal" href={`${paths.topup}?${query}`}>
      <Trans>Top up</Trans>
    </LinkButton>
  )
}
