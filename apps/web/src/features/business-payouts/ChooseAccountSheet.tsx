import { Trans, useLingui } from '@lingui/react/macro'
import { type BankAccount, listBankAccounts } from '@nikau/contract/bank-accounts'
import { choosePayoutAccount, type PayoutAccounts } from '@nikau/contract/payouts'
import { Button, ListSkeleton, Notice, Radio, RadioGroup, Sheet } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { AddAccountForm } from './AddAccountForm.tsx'
import { reloadPayoutAccount } from './reload.ts'
import { VerifyAccountForm } from './VerifyAccountForm.tsx'

/** Chooses a verified bank account of the business for its payouts, or adds and verifies one. */
export function ChooseAccountSheet({ accounts, onClose }: { accounts: PayoutAccounts; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const query = useEndpointQuery(listBankAccounts, { params: { accountId } })
  const linked = toAsyncData(
    query.data?.filter(({ status, liveness }) => status !== 'archived' && liveness === 'main'),
    query,
  )
  const [isAdding, setIsAdding] = useState(false)
  const unverified = linked.data?.filter(({ verified, verificationTriesLeft }) => !verified && verificationTriesLeft > 0) ?? []
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Payout account</Trans>} closeLabel={t`Close`}>
      <div className="flex flex-col gap-6">
        {linked.failed ? (
          <LoadFailed source={linked}>
            <Trans>We couldn’t load your bank accounts</Trans>
          </LoadFailed>
        ) : linked.data ? (
          <Choice accounts={accounts} verified={linked.data.filter(({ verified }) => verified)} onClose={onClose} />
        ) : (
          <div aria-busy="true">
            <ListSkeleton rows={2} />
          </div>
        )}
        {unverified.map((account) => (
          <VerifyAccountForm key={account.id} account={account} />
        ))}
        {isAdding ? (
          <AddAccountForm onAdded={() => setIsAdding(false)} />
        ) : (
          <Button variant="outlined" full onPress={() => setIsAdding(true)}>
            <Trans>Add a bank account</Trans>
          </Button>
        )}
      </div>
    </Sheet>
  )
}

function Choice({ accounts, verified, onClose }: { accounts: PayoutAccounts; verified: readonly BankAccount[]; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const inUse = (accounts.pending ?? accounts.current)?.bankAccountId
  const [chosen, setChosen] = useState(inUse ?? null)
  const choose = useEndpointMutation(choosePayoutAccount)
  const save = async (bankAccountId: string) => {
    const saved = await choose.mutateAsync({ params: { accountId }, body: { bankAccountId } }).catch(() => undefined) // shown below
    reloadPayoutAccount()
    if (saved) onClose()
  }
  if (verified.length === 0)
    return (
      <p>
        <Trans>Add the bank account that your payouts go to. We send one cent with a code to it, which shows that it’s yours.</Trans>
      </p>
    )
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup label={t`Pay out to`} value={chosen} onChange={setChosen}>
        {verified.map(({ id, bankAccountName, bankAccountNumber }) => (
          <Radio key={id} value={id} detail={bankAccountNumber}>
            {bankAccountName}
          </Radio>
        ))}
      </RadioGroup>
      <p className="text-label text-ink-2">
        {accounts.current ? (
          <Trans>
            A change takes effect after two full business days. We tell every owner by email and text message at once, and any of them can undo it until then.
          </Trans>
        ) : (
          <Trans>We tell every owner by email and text message at once.</Trans>
        )}
      </p>
      {choose.error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>The payout account isn’t changed</Trans>}>
          <CallProblem error={choose.error} />
        </Notice>
      )}
      <Button
        full
        isDisabled={chosen === null || chosen === inUse}
        onPress={() => void (chosen !== null && save(chosen))}
        busy={choose.isPending}
        busyLabel={t`Saving`}
      >
        <Trans>Pay out to this account</Trans>
      </Button>
    </div>
  )
}
