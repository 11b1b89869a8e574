import { Trans, useLingui } from '@lingui/react/macro'
import { listAudit } from '@nikau/contract/audit'
import { getTillLimits, type TillLimits, updateTillLimits } from '@nikau/contract/tills'
import { type Cents, cents, format, parseDollars } from '@nikau/money'
import { Button, Notice, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'

/** As the contract: $100,000.00. */
const most = cents(10_000_000n)
const limitNames = ['perPayment', 'perDay', 'refund'] as const
type LimitName = (typeof limitNames)[number]

const parseLimit = (text: string): Cents | undefined => {
  const limit = parseDollars(text)
  return limit !== undefined && limit <= most ? limit : undefined
}

export function TillLimitsSheet({ limits, onClose }: { limits: TillLimits; onClose: () => void }) {
  const { t } = useLingui()
  const { shop } = useBusiness()
  const [texts, setTexts] = useState({ perPayment: toInputText(limits.perPayment), perDay: toInputText(limits.perDay), refund: toInputText(limits.refund) })
  const update = useEndpointMutation(updateTillLimits)
  const labels: Readonly<Record<LimitName, string>> = { perPayment: t`One payment`, perDay: t`A day, each till`, refund: t`Giving back, of one payment` }
  const hints: Readonly<Record<LimitName, string>> = {
    perPayment: t`The most that a till charges at once`,
    perDay: t`Everything that one till charges from midnight to midnight`,
    refund: t`The limit of the person applies as well`,
  }
  const upTo = format(most)
  const save = async () => {
    const [perPayment, perDay, refund] = limitNames.map((name) => parseLimit(texts[name]))
    if (perPayment === undefined || perDay === undefined || refund === undefined) return
    const saved = await update.mutateAsync({ params: { merchantId: shop.id }, body: { perPayment, perDay, refund } }).catch(() => undefined) // shown below
    if (!saved) return
    for (const { method, path } of [getTillLimits, listAudit]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    toast({ text: t`Till limits changed` })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Limits of the tills</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void save()} busy={update.isPending} busyLabel={t`Saving`}>
          <Trans>Save the limits</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <p>
          <Trans>They apply to the next charge at every till of {shop.name}. What waits to be paid now can still be paid.</Trans>
        </p>
        {limitNames.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            hint={hints[name]}
            prefix="$"
            inputMode="decimal"
            value={texts[name]}
            onChange={(text) => setTexts((known) => ({ ...known, [name]: text }))}
            onBlur={() => setTexts((known) => ({ ...known, [name]: normaliseAmount(known[name]) }))}
            error={parseLimit(texts[name]) === undefined ? t`Enter an amount up to ${upTo}` : undefined}
          />
        ))}
        {update.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was changed</Trans>}>
            <CallProblem error={update.error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
