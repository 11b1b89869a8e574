import { Trans } from '@lingui/react/macro'
import { quotaOverviewOfRefusal } from '@nikau/contract/quota-rules'
import { quotaRefusal } from '@nikau/contract/quotas'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call.ts'

const tooMuchOnItsWay = ['MAX_INFLIGHT_TOPUPS_EXCEEDED', 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED']

/** The top-up did not succeed, or nobody can say whether it did. Retry loads the page anew and asks again with the same key. */
export function TopupError({ error, amount }: { error: CallError; amount: Cents }) {
  const left = error.code === 'QUOTA_EXCEEDED' ? leftOf(error, amount) : undefined
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      locked
      role="alertdialog"
      tone="negative"
      icon={<Icon name="problem" />}
      title={<Trans>Something Went Wrong</Trans>}
      actions={
        <Button full onPress={() => location.reload()}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      <Trans>It looks like something went wrong while processing your topup. Please try again.</Trans>
      {left !== undefined && (
        <p className="pt-2">
          <Trans>Your limit leaves {left}.</Trans>
        </p>
      )}
      {tooMuchOnItsWay.includes(error.code) && (
        <p className="pt-2">
          <Trans>
            That is more than may be on its way from this bank account at one time, which is less until it is verified. Ask for less, or wait until what is on
            its way has arrived.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}

function leftOf(error: CallError, amount: Cents): string | undefined {
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  const left = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount).minimumRemainingUsage
  return left === undefined ? undefined : format(left)
}
