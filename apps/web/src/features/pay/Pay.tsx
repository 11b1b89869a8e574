import { Trans, useLingui } from '@lingui/react/macro'
import { statusAt } from '@nikau/contract/payment-request-states'
import { quotaOverviewOfRefusal } from '../../lib/quota-overview.ts'
import { quotaRefusal } from '@nikau/contract/quotas'
import { add, type Cents, format, gstWithin, subtract } from '@nikau/money'
import { Button, Header, Money, Notice, Page, PageBody, PageFooter } from '@nikau/ui'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { OwnLimitText } from '../../lib/OwnLimitText.tsx'
import type { CallError } from '../../lib/call-error.ts'
import type { PaymentOutcome } from '../../lib/payment-outcome.ts'
import { useAccountSafety } from '../../lib/safety.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { OrderSummary } from '../../lib/OrderSummary.tsx'
import { CheckingDialog, PartialDialog } from './Dialogs.tsx'
import { ExpiryCountdown } from './ExpiryCountdown.tsx'
import { LimitNotice } from './LimitNotice.tsx'
import { MerchantHeader } from './MerchantHeader.tsx'
import { NoteField } from './NoteField.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { OtherWays, preloadOtherWays } from './OtherWays.tsx'
import { pageByStatus } from './page-by-status.ts'
import { PayModal } from './PayModal.tsx'
import { type ModalKind, modalForCode, modalForError } from './refusals.ts'
import { SelectWallet } from './SelectWallet.tsx'
import { keyOfWay } from './suggestion.ts'
import { useServerNow } from './useServerNow.ts'
import { usePayment } from './usePayment.ts'
import type { LoadedRequest, RequestView } from './useRequest.ts'
import { useSuggestion } from './useSuggestion.ts'

const pollIntervalMs = 4000

export interface PayProps {
  request: RequestView
  loaded: LoadedRequest
  outcome: PaymentOutcome | undefined
  /** The payer has left the card's form, and wants to see the ways to pay. */
  fromCard: boolean
}

/** Pays a request, or shows why it cannot be paid. */
export function Pay({ request, loaded, outcome, fromCard }: PayProps) {
  const { t } = useLingui()
  const { back } = useScreen()
  const spoken = useSpokenAmount()
  const now = useServerNow()
  const status = statusAt(request, now)
  const suggestionState = useSuggestion(request)
  const isFrozen = (useAccountSafety().data?.frozen ?? undefined) !== undefined
  const payment = usePayment(request, loaded)
  const [confirming, setConfirming] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [note, setNote] = useState('')
  /** The key of the way that the payer chose instead of the suggestion. */
  const [chosen, setChosen] = useState<string>()
  const [dismissed, setDismissed] = useState(fromCard ? 'incompatible' : undefined)
  usePolling(status === 'new' && payment.phase.kind !== 'paying', loaded.refresh)

  const { phase } = payment
  const ways = isFrozen ? [] : (suggestionState.data?.ways ?? [])
  const suggestion = isFrozen ? undefined : (ways.find((way) => keyOfWay(way) === chosen) ?? suggestionState.data?.suggestion)
  const methods = suggestion?.paymentMethods ?? []
  const payable = add(...methods.map((method) => method.payableAmount))
  const remaining = subtract(request.remainingAmount, payable)
  const partPaid = subtract(request.value.amount, request.remainingAmount)
  // Otherwise they are in the sheet that Change opens.
  const isKnown = suggestionState.data !== undefined || suggestionState.failed
  const showsOtherWays = isKnown && (!suggestion || suggestion.partial) && phase.kind !== 'paying' && phase.kind !== 'approved'
  const modal = modalFor()
  useEffect(() => {
    if (isKnown) void preloadOtherWays()
  }, [isKnown])

  /** In order of priority: the status, the last refusal, no usable asset. */
  function modalFor(): { kind: ModalKind; error?: CallError } | undefined {
    if (phase.kind === 'paying' || phase.kind === 'approved') return undefined
    const behaviour = pageByStatus.pay[status]
    if (behaviour !== 'show' && behaviour !== 'redirect-to-pay') return { kind: behaviour }
    if (phase.kind === 'refused') return { kind: modalForError(phase.error), error: phase.error }
    if (outcome?.kind === 'refused' && dismissed !== 'refused') return { kind: modalForCode(outcome.code) }
    const nothingUsable = suggestionState.data?.usable.length === 0 && request.remainingAmount > 0n
    return nothingUsable && !isFrozen && dismissed !== 'incompatible' ? { kind: 'incompatible' } : undefined
  }

  const close = () => {
    if (phase.kind === 'refused') payment.dismissRefusal()
    else setDismissed(modal?.kind === 'incompatible' ? 'incompatible' : 'refused')
  }
  const selectWallet = () => {
    close()
    setChoosing(true)
  }
  const pay = () => {
    setConfirming(false)
    payment.pay(methods, note)
  }
  const remainingLimit = modal?.error && remainingLimitText(modal.error, payable)
  const [paid, whole] = [format(partPaid), format(request.value.amount)]
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <MerchantHeader request={request} />
        <div className="flex flex-wrap items-end justify-between gap-3 pt-6">
          <div>
            <p className="text-label text-ink-2" id="amount-due">
              <Trans>Amount due</Trans>
            </p>
            <h1 tabIndex={-1} aria-describedby="amount-due">
              <Money size="xl" text={format(request.remainingAmount)} spoken={spoken(request.remainingAmount)} />
            </h1>
            {partPaid > 0n ? (
              <p className="text-label text-ink-2">
                <Trans>
                  {paid} of {whole} is paid
                </Trans>
              </p>
            ) : (
              request.taxNumber && (
                <p className="text-label text-ink-2">
                  <Trans>GST included {format(gstWithin(request.value.amount))}</Trans>
                </p>
              )
            )}
          </div>
          {status === 'new' && <ExpiryCountdown expiresAt={request.expiresAt} now={now} />}
        </div>
        {outcome?.kind === 'cancelled' && (
          <div className="pt-6">
            <Notice tone="warning" title={<Trans>Payment has been cancelled</Trans>} />
          </div>
        )}
        <PaymentMethods
          request={request}
          state={suggestionState}
          suggestion={suggestion}
          isFrozen={isFrozen}
          approved={phase.kind === 'approved'}
          remaining={remaining}
          onChange={() => setChoosing(true)}
        />
        <LimitNotice methods={methods} id="pay-limit" />
        <div className="pt-4">
          <OrderSummary lines={request.lineItems ?? []} amount={request.value.amount} />
        </div>
        {suggestion && status === 'new' && (
          <div className="pt-3">
            <NoteField value={note} onChange={setNote} />
          </div>
        )}
        {showsOtherWays && <OtherWays request={request} />}
      </PageBody>
      <PageFooter summary={suggestion?.partial}>
        {suggestion?.partial && (
          <p className="flex justify-between text-label">
            <span className="text-ink-2">
              <Trans>Remaining</Trans>
            </span>
            <span className="font-semibold text-warning">{format(remaining)}</span>
          </p>
        )}
        <Button
          full
          isDisabled={!suggestion || status !== 'new' || phase.kind === 'approved'}
          busy={phase.kind === 'paying'}
          busyLabel={t`Paying`}
          aria-describedby="pay-limit"
          onPress={() => (suggestion?.partial ? setConfirming(true) : pay())}
        >
          {suggestion ? <Trans>Pay {format(payable)}</Trans> : <Trans>Pay</Trans>}
        </Button>
      </PageFooter>
      {confirming && suggestion?.partial && !modal && (
        <PartialDialog payable={payable} remaining={remaining} onContinue={pay} onCancel={() => setConfirming(false)} />
      )}
      {payment.checking && <CheckingDialog />}
      <SelectWallet
        isOpen={choosing && !modal}
        request={request}
        ways={ways}
        current={suggestion}
        assets={suggestionState.data?.assets ?? []}
        onChoose={(way) => {
          setChosen(keyOfWay(way))
          setChoosing(false)
        }}
        onClose={() => setChoosing(false)}
      />
      {modal && (
        <PayModal kind={modal.kind} request={request} onClose={close} onSelectWallet={selectWallet}>
          {modal.kind === 'own-limit' && modal.error && (
            <p>
              <OwnLimitText error={modal.error} />
            </p>
          )}
          {remainingLimit !== undefined && (
            <p>
              <Trans>You have {remainingLimit} left within your limit.</Trans>
            </p>
          )}
        </PayModal>
      )}
    </Page>
  )
}

/** While the request is new, someone else may pay it, the merchant may cancel it, or it may expire. */
function usePolling(enabled: boolean, refresh: () => Promise<unknown>): void {
  useEffect(() => {
    if (!enabled) return undefined
    const timer = setInterval(() => void (document.visibilityState === 'visible' && refresh()), pollIntervalMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- refresh always does the same
  }, [enabled])
}

/** What an exceeded quota would still allow. */
function remainingLimitText(error: CallError, amount: Cents): string | undefined {
  if (error.code !== 'QUOTA_EXCEEDED') return undefined
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  const left = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount).minimumRemainingUsage
  return left === undefined ? undefined : format(left)
}
