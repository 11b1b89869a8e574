import { Trans, useLingui } from '@lingui/react/macro'
import { format, zero } from '@nikau/money'
import { Notice } from '@nikau/ui'
import { saleEngine, useSale } from './engine-instance.ts'

/** An open payment of the till that this device was paired with before: nobody here can find out how it ended. */
export function AsideNotice() {
  const { t } = useLingui()
  const sale = useSale().aside.at(-1)
  if (!sale?.till) return undefined
  const [{ name }, amount] = [sale.till, format(sale.charge?.amount ?? zero)]
  return (
    <div className="mb-3">
      <Notice
        tone="warning"
        title={
          <Trans>
            {amount} is still open at {name}
          </Trans>
        }
        onDismiss={() => saleEngine.hideAside(sale.id)}
        dismissLabel={t`I’ve read it`}
      >
        <Trans>
          We don’t know here whether it was paid. Look at the payments of {name} in Nikau for business, or pair this device with {name} again.
        </Trans>
      </Notice>
    </div>
  )
}
