import { Trans, useLingui } from '@lingui/react/macro'
import { getRefundLimits, listMembers, type RefundLimits, updateRefundLimits } from '@nikau/contract/members'
import { format, parseDollars } from '@nikau/money'
import { Button, ListSkeleton, Notice, PortalCard, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'

/** How much cashiers and managers refund of one payment. Owners change it. */
export function RefundLimitsCard({ isEditable }: { isEditable: boolean }) {
  const { accountId } = useBusiness()
  const query = useEndpointQuery(getRefundLimits, { params: { accountId } })
  const limits = toAsyncData(query.data, query)
  const [isEditing, setEditing] = useState(false)
  const [cashier, manager] = [limits.data && format(limits.data.cashier), limits.data && format(limits.data.manager)]
  return (
    <PortalCard title={<Trans>Refund limits</Trans>}>
      {limits.failed ? (
        <LoadFailed source={limits}>
          <Trans>We couldn’t load the limits</Trans>
        </LoadFailed>
      ) : limits.data ? (
        <div className="grid gap-3">
          <p>
            <Trans>
              Cashiers refund {cashier} of a payment, managers {manager}, owners everything.
            </Trans>
          </p>
          {isEditable && (
            <div>
              <Button variant="outlined" size="s" onPress={() => setEditing(true)}>
                <Trans>Change limits</Trans>
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={1} />
        </div>
      )}
      {isEditing && limits.data && <LimitsSheet limits={limits.data} onClose={() => setEditing(false)} />}
    </PortalCard>
  )
}

function LimitsSheet({ limits, onClose }: { limits: RefundLimits; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const [cashierText, setCashier] = useState(toInputText(limits.cashier))
  const [managerText, setManager] = useState(toInputText(limits.manager))
  const update = useEndpointMutation(updateRefundLimits)
  const [cashier, manager] = [parseDollars(cashierText), parseDollars(managerText)]
  const save = async () => {
    if (cashier === undefined || manager === undefined) return
    const saved = await update.mutateAsync({ params: { accountId }, body: { cashier, manager } }).catch(() => undefined) // shown below
    if (!saved) return
    for (const { method, path } of [getRefundLimits, listMembers]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    onClose()
  }
  const field = (label: string, text: string, set: (text: string) => void, isWrong: boolean) => (
    <TextField
      label={label}
      prefix="$"
      inputMode="decimal"
      value={text}
      onChange={set}
      onBlur={() => set(normaliseAmount(text))}
      error={isWrong ? t`Enter an amount` : undefined}
    />
  )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Refund limits</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void save()} busy={update.isPending} busyLabel={t`Saving`}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <p>
          <Trans>Of one payment, whoever refunds it. Above it a manager or owner approves with a code.</Trans>
        </p>
        {field(t`Cashiers`, cashierText, setCashier, cashier === undefined)}
        {field(t`Managers`, managerText, setManager, manager === undefined)}
        {update.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was changed</Trans>}>
            <CallProblem error={update.error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
