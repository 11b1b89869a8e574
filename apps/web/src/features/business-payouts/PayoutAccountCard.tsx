import { Trans, useLingui } from '@lingui/react/macro'
import { cancelPayoutAccount, confirmPayoutAccount, getPayoutAccount, type PayoutAccounts } from '@nikau/contract/payouts'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, ListSkeleton, Notice, PortalCard } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { ChooseAccountSheet } from './ChooseAccountSheet.tsx'
import { reloadPayoutAccount } from './reload.ts'

/** Where payouts go, and a change that is not in effect yet. Owners change, undo and confirm it. */
export function PayoutAccountCard() {
  const { accountId, may } = useBusiness()
  const query = useEndpointQuery(getPayoutAccount, { params: { accountId } })
  const accounts = toAsyncData(query.data, query)
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <PortalCard title={<Trans>Payout account</Trans>}>
      {accounts.failed ? (
        <LoadFailed source={accounts}>
          <Trans>We couldn’t load your payout account</Trans>
        </LoadFailed>
      ) : accounts.data ? (
        <div className="flex flex-col gap-3">
          <Current accounts={accounts.data} />
          {accounts.data.toConfirm && <ToConfirm />}
          {accounts.data.pending && <Pending pending={accounts.data.pending} />}
          {may('payouts:write') && (
            <div>
              <Button variant="outlined" size="s" onPress={() => setIsChoosing(true)}>
                {accounts.data.current || accounts.data.pending ? <Trans>Change account</Trans> : <Trans>Choose an account</Trans>}
              </Button>
            </div>
          )}
        </div>
      ) : (
        <div aria-busy="true">
          <ListSkeleton rows={1} />
        </div>
      )}
      {isChoosing && accounts.data && <ChooseAccountSheet accounts={accounts.data} onClose={() => setIsChoosing(false)} />}
    </PortalCard>
  )
}

function Current({ accounts: { current } }: { accounts: PayoutAccounts }) {
  if (!current)
    return (
      <p className="text-ink-2">
        <Trans>None yet. Payouts wait until there is one.</Trans>
      </p>
    )
  return (
    <p>
      <span className="font-semibold wrap-anywhere">{current.name}</span>
      <br />
      <span className="text-ink-2 tabular-nums">{current.number}</span>
    </p>
  )
}

function Pending({ pending }: { pending: NonNullable<PayoutAccounts['pending']> }) {
  const { t } = useLingui()
  const { accountId, may } = useBusiness()
  const undo = useEndpointMutation(cancelPayoutAccount)
  const [day, { name, number }] = [shortDate(pending.effectiveAt), pending]
  const press = async () => {
    await undo.mutateAsync({ params: { accountId } }).catch(() => undefined) // shown below
    reloadPayoutAccount()
  }
  return (
    <Notice tone="info" level={3} title={<Trans>Another account from {day}</Trans>}>
      <p className="pb-3 wrap-anywhere">
        <Trans>
          Payouts go to {name}, {number} from then on, and to the account above until then.
        </Trans>
      </p>
      {undo.error && (
        <p className="pb-3" role="alert">
          <Trans>The change isn’t undone.</Trans> <CallProblem error={undo.error} />
        </p>
      )}
      {may('payouts:write') && (
        <Button variant="outlined" size="s" onPress={() => void press()} busy={undo.isPending} busyLabel={t`Undoing`}>
          <Trans>Undo the change</Trans>
        </Button>
      )}
    </Notice>
  )
}

function ToConfirm() {
  const { t } = useLingui()
  const { accountId, may } = useBusiness()
  const confirm = useEndpointMutation(confirmPayoutAccount)
  const press = async () => {
    await confirm.mutateAsync({ params: { accountId } }).catch(() => undefined) // shown below
    reloadPayoutAccount()
  }
  return (
    <Notice tone="warning" level={3} title={<Trans>Is this account right?</Trans>}>
      <p className="pb-3">
        <Trans>The bank sent a payout back. Confirm the account or choose another; the money goes out on the next business day after that.</Trans>
      </p>
      {confirm.error && (
        <p className="pb-3" role="alert">
          <Trans>The account isn’t confirmed.</Trans> <CallProblem error={confirm.error} />
        </p>
      )}
      {may('payouts:write') && (
        <Button variant="outlined" size="s" onPress={() => void press()} busy={confirm.isPending} busyLabel={t`Confirming`}>
          <Trans>Confirm account</Trans>
        </Button>
      )}
    </Notice>
  )
}
