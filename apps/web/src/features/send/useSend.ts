import { type AssetTransfer, createAssetTransfer, listAssetTransfers } from '@nikau/contract/asset-transfers'
import { type Asset, listAssets, listTokenActivities } from '@nikau/contract/assets'
import { listPayees, renamePayee } from '@nikau/contract/payees'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { type Cents, parseDollars, subtract } from '@nikau/money'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { useWallet } from '../../lib/account-assets.ts'
import { useAccountId } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { callWithRetries } from '../../lib/call-with-retries.ts'
import { deployed } from '../../lib/config.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { invalidateSafety } from '../../lib/safety.ts'
import { useSession } from '../../lib/session.tsx'
import { useUnknownOutcomes } from '../../lib/useUnknownOutcomes.ts'
import { idempotencyKeyOf, useDraft } from './draft.ts'
import { wrapOf } from './GiftStep.tsx'
import { recipientName } from './RecipientParty.tsx'
import { storeSent } from './sent.ts'
import { forgetSendingAsset } from './useSendingAsset.ts'

interface Sending {
  send: () => Promise<void>
  isSending: boolean
  /** Undefined too for refusals that lead to a step of the check. */
  error: CallError | null
  dismissError: () => void
  /** How often in a row it stayed unknown whether it was sent. */
  unknowns: number
}

/** Sends the draft once, however often it is pressed, repeated or reloaded. */
export function useSend({ asset, alias, onSent }: { asset: Asset; alias: string; onSent: () => void }): Sending {
  const userId = useSession().user.profile.sub
  const accountId = useAccountId().data
  const walletId = useWallet().data?.id
  const navigate = useNavigate()
  const { draft, clear } = useDraft()
  const create = useEndpointMutation(createAssetTransfer)
  const { unknowns, count } = useUnknownOutcomes()
  const isMoney = asset.category === 'money'
  const value = isMoney ? parseDollars(draft.amountText) : undefined
  const [message, wrap, { purpose, heldSendId }] = [draft.message.trim(), isMoney ? undefined : wrapOf(draft), draft]
  const content = {
    assetId: asset.id,
    ...(isMoney ? { walletId: asset.id } : walletId !== undefined && { walletId }),
    recipientAlias: alias,
    ...(value !== undefined && { value }),
    ...(message !== '' && { message }),
    ...(wrap !== undefined && { wrap }),
    ...(purpose !== undefined && { purpose }),
    ...(heldSendId !== undefined && { heldSendId }),
  }
  // Made when the step opens, so that it is stored before the first press.
  useState(() => idempotencyKeyOf(userId, content))

  const send = async () => {
    const body = { ...content, idempotencyKey: idempotencyKeyOf(userId, content) }
    const transfer = await create.mutateAsync({ body }).catch((error: unknown) => {
      if (!(error instanceof CallError)) return undefined
      count(error)
      if (isOutcomeUnknown(error)) refresh()
      if (error.code === 'ACCOUNT_FROZEN') invalidateSafety()
      // The brake has changed its mind since the check: ask, or warn.
      if (error.code === 'PURPOSE_REQUIRED') void navigate(paths.sendStep('purpose'))
      if (error.code === 'COOLING_OFF') void navigate(heldSendId === undefined ? paths.sendStep('warning') : paths.heldSend(heldSendId))
      return undefined // shown as a dialog
    })
    if (!transfer) return
    const called = draft.calledName.trim()
    storeSent(userId, { transfer, recipient: recipientName(draft) ?? (called || (transfer.recipientName ?? formatAlias(transfer.recipient))) })
    // Before the draft and the asset go: the check step would start over without them.
    flushSync(onSent)
    clear()
    applyToCache(asset, value)
    if (!isMoney) forgetSendingAsset()
    await navigate(paths.sendStep('sent'), { replace: true })
    refresh()
    if (deployed.people.claim && called !== '' && accountId !== undefined) void nameContact(accountId, alias, called)
  }
  const isAnswered = create.error?.code === 'PURPOSE_REQUIRED' || create.error?.code === 'COOLING_OFF'
  return { send, isSending: create.isPending, error: isAnswered ? null : create.error, dismissError: create.reset, unknowns }
}

/** The server has confirmed the send, so what this tab shows follows before the refetch: a token is gone, a balance is lower. */
function applyToCache(asset: Asset, value: Cents | undefined): void {
  const lower = (amount: Cents | undefined) => amount && subtract(amount, value ?? (0n as Cents))
  queryClient.setQueriesData<{ items: Asset[] }>({ queryKey: [listAssets.method, listAssets.path] }, (cached) => {
    if (!cached) return cached
    const others = cached.items.filter(({ id }) => id !== asset.id)
    if (asset.category !== 'money') return { ...cached, items: others }
    return {
      ...cached,
      items: cached.items.map((item) =>
        item.id === asset.id ? { ...item, balance: lower(item.balance), availableBalance: lower(item.availableBalance) } : item,
      ),
    }
  })
}

function refresh(): void {
  for (const { method, path } of [listAssets, listWalletTransactions, listQuotas, listTokenActivities, listPayees, listAssetTransfers])
    void queryClient.invalidateQueries({ queryKey: [method, path] })
}

/** A name for the new contact. If it fails, the contact can be named from the list. */
async function nameContact(accountId: string, alias: string, name: string): Promise<void> {
  const { items } = await callWithRetries(listPayees, { params: { accountId } }).catch(() => ({ items: [] }))
  const payee = items.find((item) => item.alias === alias)
  if (payee) await callWithRetries(renamePayee, { params: { accountId, payeeId: payee.id }, body: { name } }).catch(() => undefined)
  void queryClient.invalidateQueries({ queryKey: [listPayees.method, listPayees.path] })
}

/** Whether the recipient has it already, or it waits to be claimed. */
export const isWaiting = ({ status }: Pick<AssetTransfer, 'status'>): boolean => status === 'created' || status === 'sent'
