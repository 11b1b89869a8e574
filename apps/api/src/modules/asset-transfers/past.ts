import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { maskAlias, recordPayee } from '../payees/index.ts'
import { expiryOf } from './rules.ts'
import { insertTransfer } from './store.ts'

interface Party {
  personId: string
  accountId: string
  wallet: string
  shownName: string
}

/** A send of the demo data's history that its recipient had at once. Its posting was made before. */
export interface PastSend {
  id: string
  sender: Party
  recipient: Party & { phone: string }
  value: Cents
  message?: string | undefined
  at: Date
  posting: bigint
}

export async function recordPastSend(tx: Tx, { id, sender, recipient, value, message, at, posting }: PastSend): Promise<void> {
  const alias = recipient.phone
  await insertTransfer(tx, {
    id,
    senderAccountId: sender.accountId,
    senderPersonId: sender.personId,
    senderName: sender.shownName,
    category: 'money',
    assetId: sender.wallet,
    assetType: 'nikau.nzd.main',
    value,
    alias,
    maskedAlias: maskAlias(alias),
    message: message ?? null,
    wrap: null,
    purpose: null,
    createdAt: at,
    expiresAt: expiryOf(at, null),
    posting,
    issued: false,
    byLink: false,
    recipient: { personId: recipient.personId, accountId: recipient.accountId, assetId: recipient.wallet, name: recipient.shownName },
  })
  await recordPayee(tx, { accountId: sender.accountId, alias, name: recipient.shownName, value, message, at })
}
