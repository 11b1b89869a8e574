import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { formatMobile } from '@nikau/nz/phone'
import { longDate, shortDate } from '@nikau/nz/nz-time'
import { cents, format } from '@nikau/money'
import { type NewMessage, plainName, queueMessage } from '@nikau/rails'
import type { Db } from '@nikau/runtime'
import { livenessOf } from '../assets/index.ts'
import { type LinkDeps, recipientUrl } from './links.ts'
import { selectContact, type TransferRow } from './store.ts'

/** The message that brings the link to the recipient. Its key is how delivery.ts finds its outcome. */
export async function queueInvitation(tx: Db, deps: LinkDeps, transfer: TransferRow): Promise<void> {
  await queueForRecipient(tx, deps, transfer, { key: `asset-transfer:${transfer.id}`, purpose: 'transfer-invitation', opening: 'sent you' })
}

export async function queueReminder(tx: Db, deps: LinkDeps, transfer: TransferRow, number: number | 'due'): Promise<void> {
  const key = `asset-transfer:${transfer.id}:reminder:${number}`
  await queueForRecipient(tx, deps, transfer, { key, purpose: 'transfer-reminder', opening: 'is waiting for you to claim' })
}

/**
 * Says who sent how much, that it costs nothing and until when, and asks for nothing: no code, no bank details, no hurry. The sender's
 * own words are on the page only, so that nobody can send a text of their choice in our name.
 */
async function queueForRecipient(tx: Db, deps: LinkDeps, transfer: TransferRow, message: { key: string; purpose: string; opening: string }): Promise<void> {
  const { key, purpose, opening } = message
  const alias = transfer.recipientAlias!
  const who = plainName(transfer.senderName)
  const what = whatOf(transfer)
  const url = recipientUrl(deps, transfer.id)
  // A token that was issued can be claimed as long as it lasts, which may be years.
  const until = transfer.issued ? longDate(transfer.expiresAt) : shortDate(transfer.expiresAt)
  const common = { key, purpose, to: alias, expiresAt: transfer.expiresAt }
  if (isMobileAlias(alias)) {
    const text = `${who} ${opening} ${what} with Nikau. Claim it free by ${until} with this number: ${url} Don't know them? You can decline it there.`
    await queueMessage(tx, { ...common, channel: 'sms', text })
    return
  }
  const text = [
    'Kia ora,',
    `${who} ${opening} ${what} with Nikau, a New Zealand wallet.`,
    `Claim it by ${until}. It is free. You sign in with this email address and your mobile number; we never ask for a card or a password:\n${url}`,
    `${transfer.issued ? 'If you do nothing, it ends on that day.' : `If you do nothing, it goes back to ${who}.`} If you don’t know them, you can decline or report it on the same page.`,
    'Nikau',
  ]
  await queueMessage(tx, { ...common, channel: 'email', subject: `${who} ${opening} ${what}`, text: text.join('\n\n') })
}

/** What the sender hears: claimed, declined without a reason, returned, or not delivered. */
export async function notifySender(tx: Db, transfer: TransferRow, outcome: 'claimed' | 'declined' | 'returned' | 'failed', by?: string | null): Promise<void> {
  const to = by ?? transfer.maskedAlias
  const what = whatOf(transfer)
  const back = transfer.category === 'money' ? 'It is back in your wallet.' : backTextOf(transfer)
  const sentence = {
    claimed: `${to} has claimed ${what} that you sent.`,
    declined: `${what} that you sent to ${to} was declined. ${back}`,
    returned: `${what} that you sent to ${to} was not claimed in time. ${back}`,
    failed: `We could not deliver your message to ${shownAlias(transfer)}, so ${what} was not sent. You have not been charged.`,
  }[outcome]
  await notify(tx, transfer.senderPersonId, { key: `asset-transfer:${transfer.id}:${outcome}`, purpose: `transfer-${outcome}`, sentence })
}

/** The recipient has an account, so there is nothing to claim. */
export async function notifyRecipient(tx: Db, transfer: TransferRow): Promise<void> {
  const sentence = `${plainName(transfer.senderName)} sent you ${whatOf(transfer)}. It is in your wallet.`
  await notify(tx, transfer.recipientPersonId!, { key: `asset-transfer:${transfer.id}:received`, purpose: 'transfer-received', sentence })
}

async function notify(tx: Db, personId: string, notice: { key: string; purpose: string; sentence: string }): Promise<void> {
  const contact = await selectContact(tx, personId)
  if (!contact) return
  const { key, purpose } = notice
  const sentence = notice.sentence.charAt(0).toUpperCase() + notice.sentence.slice(1)
  const hello = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  const message: NewMessage =
    contact.email === null
      ? { key, purpose, channel: 'sms', to: contact.phone, text: `${hello}. ${sentence} Nikau` }
      : { key, purpose, channel: 'email', to: contact.email, subject: subjectOf(sentence), text: `${hello},\n\n${sentence}\n\nNikau` }
  await queueMessage(tx, message)
}

const subjectOf = (sentence: string) => sentence.replace(/\.\s.*$|\.$/s, '')

/** `$50.00`, or `a token (One flat white)`. Test money is never called money, and a test token says that it is one. */
function whatOf({ value, assetType, tokenName }: TransferRow): string {
  const isTest = livenessOf(assetType) === 'test'
  if (value === null) return isTest ? `a test token (${tokenName})` : `a token (${tokenName})`
  return isTest ? `${format(cents(value))} of test money` : format(cents(value))
}

function backTextOf({ tokenExpiresAt, expiresAt }: TransferRow): string {
  return tokenExpiresAt !== null && tokenExpiresAt <= expiresAt ? 'It has expired.' : 'You have it again.'
}

function shownAlias({ recipientAlias, maskedAlias }: TransferRow): string {
  if (recipientAlias === null) return maskedAlias
  return isMobileAlias(recipientAlias) ? formatMobile(recipientAlias) : recipientAlias
}
