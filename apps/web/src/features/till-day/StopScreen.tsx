import { Trans, useLingui } from '@lingui/react/macro'
import { voidPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { TillPayment } from '@nikau/contract/till-payments'
import { add, format, zero } from '@nikau/money'
import { Button, Header, Money, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, tillCall, tillKeys } from '../till-device/index.ts'
import { ApprovalCode, GiveBackProblem } from '../till-sale/index.ts'
import { Done } from './Done.tsx'
import { useLegName } from './leg-names.ts'
import { useScreenStart } from './useScreenStart.ts'

/** A part payment goes back whole, and its rest is asked for no more. */
export function StopScreen({ payment, onBack }: { payment: TillPayment; onBack: () => void }) {
  const { t } = useLingui()
  useScreenStart()
  const nameOf = useLegName()
  const limit = useStoredValue(currentTurn)?.refundLimit
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<CallError>()
  const total = add(zero, ...payment.legs.map(({ amount }) => amount))
  const amount = format(total)
  const isRefused = problem?.code === 'REFUND_LIMIT_EXCEEDED' || problem?.code === 'REFUND_APPROVAL_INVALID'
  const asksForCode = isRefused || (limit !== undefined && total > limit)

  const submit = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await tillCall(voidPaymentRequest, { params: { id: payment.id }, body: asksForCode ? { approvalCode: code } : {} })
      setDone(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
      setCode('')
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: tillKeys.all })
    }
  }

  if (isDone) return <Done amount={total} hasTender={payment.legs.some(({ method }) => method === 'external')} />
  return (
    <TillScreen>
      <Header onBack={isBusy ? undefined : onBack} backLabel={t`Back to the receipt`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Give back and stop?</Trans>
        </h1>
        <div className="mt-3">
          <Money text={amount} size="xl" />
        </div>
        <p className="n-till-say">
          <Trans>Everything goes back to where it came from, and the sale ends.</Trans>
        </p>
        <div className="mt-4">
          <Receipt>
            {payment.legs.map((leg) => (
              <ReceiptRow key={leg.id} name={nameOf(leg)}>
                {format(leg.amount)}
              </ReceiptRow>
            ))}
          </Receipt>
        </div>
        {asksForCode && <ApprovalCode code={code} onChange={setCode} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && problem.code !== 'REFUND_LIMIT_EXCEEDED' && <GiveBackProblem problem={problem} />}
        </p>
      </TillMiddle>
      <TillFooter>
        <Button
          variant="destructive"
          full
          needsSignal
          busy={isBusy}
          busyLabel={t`Giving back`}
          isDisabled={asksForCode && code.length < 6}
          onPress={() => void submit()}
        >
          <Trans>Give back {amount}</Trans>
        </Button>
        <Button variant="quiet" full isDisabled={isBusy} onPress={onBack}>
          <Trans>Keep the payment</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
