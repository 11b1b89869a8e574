import { Trans, useLingui } from '@lingui/react/macro'
import { voidPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { TillPayment } from '@nikau/contract/till-payments'
import { add, format, zero } from '@nikau/money'
import { ReceiptRow } from '@nikau/ui'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, tillCall, tillKeys } from '../till-device/index.ts'
import { GiveBackQuestion, needsApproval, useLegName } from '../till-sale/index.ts'
import { Done } from './Done.tsx'
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
  const asksForCode = needsApproval(total, limit, problem)

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
    <GiveBackQuestion
      title={<Trans>Give back and stop?</Trans>}
      backLabel={t`Back to the receipt`}
      amount={total}
      approval={asksForCode ? { code, onChange: setCode } : undefined}
      problem={problem}
      isBusy={isBusy}
      onGiveBack={() => void submit()}
      onKeep={onBack}
    >
      {payment.legs.map((leg) => (
        <ReceiptRow key={leg.id} name={nameOf(leg)}>
          {format(leg.amount)}
        </ReceiptRow>
      ))}
    </GiveBackQuestion>
  )
}
