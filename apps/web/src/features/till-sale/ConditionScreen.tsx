import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Icon, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen, TillSign } from '@nikau/ui'
import { useWakeLock } from '../till-device/index.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { awaitedCondition } from './sale.ts'
import { SaleProblem } from './SaleProblem.tsx'
import { SaleTop } from './SaleTop.tsx'
import { TimeInWords } from './TimeLeft.tsx'

/** Something has to be checked at the counter first. Nothing is paid before it is answered. */
export function ConditionScreen({ request }: { request: PaymentRequest }) {
  const { t } = useLingui()
  const { isBusy, problem } = useSale()
  const condition = awaitedCondition(request)
  const amount = format(request.value.amount)
  useWakeLock(true)
  if (!condition) return undefined
  const { name, message } = condition
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <TillSign tone="warning" icon={<Icon name="user" />} />
        <div role="alert">
          <h1 className="n-till-title mt-6">{message}</h1>
        </div>
        <p className="n-till-say">
          <Trans>
            Nothing is taken before you answer. The sale is <b>{amount}</b>.
          </Trans>
        </p>
        <div className="mt-5">
          <Receipt>
            <ReceiptRow name={<Trans>To check</Trans>}>{name}</ReceiptRow>
            <ReceiptRow name={<Trans>Customer</Trans>}>
              <Trans>waiting for you</Trans>
            </ReceiptRow>
            <ReceiptRow name={<Trans>Time</Trans>}>
              <TimeInWords request={request} />
            </ReceiptRow>
          </Receipt>
        </div>
        {problem && (
          <p role="alert" className="mt-3 font-semibold text-negative">
            <SaleProblem problem={problem} />
          </p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button size="l" full busy={isBusy} busyLabel={t`Sending`} onPress={() => void saleEngine.answerCondition(condition.id, true)}>
          <Trans>Accept, take {amount}</Trans>
        </Button>
        <Button variant="destructive" full busy={isBusy} onPress={() => void saleEngine.answerCondition(condition.id, false)}>
          <Trans>Decline, cancel the sale</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
