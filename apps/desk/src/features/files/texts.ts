import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BankFileDetail, FileLine, OrderOutcome } from '@nikau/contract/desk/bank-files'

export const outcomeTexts: Readonly<Record<OrderOutcome, MessageDescriptor>> = {
  settled: msg`at the bank`,
  'came-back': msg`came back`,
  silent: msg`no result yet`,
  refused: msg`failed without the bank`,
  replaced: msg`sent in another file`,
}

export const stepTexts: Readonly<Record<BankFileDetail['course'][number]['step'], MessageDescriptor>> = {
  built: msg`Built`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
  conflict: msg`Set aside`,
  processed: msg`Processed`,
  'may-come-back': msg`May come back`,
  cleared: msg`Cleared`,
}

export const lineStates: Readonly<Record<FileLine['state'], MessageDescriptor>> = {
  sent: msg`sent`,
  'at-bank': msg`at the bank`,
  done: msg`settled`,
  failed: msg`failed`,
  reversed: msg`reversed`,
  refused: msg`refused`,
  replaced: msg`replaced`,
}

export const resultTexts: Readonly<Record<NonNullable<FileLine['result']>['outcome'], MessageDescriptor>> = {
  settled: msg`settled`,
  dishonoured: msg`dishonoured`,
  bounced: msg`bounced`,
  reversed: msg`reversed`,
}

/** Reasons that have words; another is shown as it came. */
export const reasonTexts: Readonly<Record<string, MessageDescriptor>> = {
  declined: msg`declined by the bank`,
  'insufficient-funds': msg`not enough money`,
  'no-authority': msg`no authority`,
  'authority-cancelled': msg`authority cancelled`,
  'account-closed': msg`account closed`,
  'account-transferred': msg`account moved to another bank`,
  'stopped-by-payer': msg`stopped by the payer`,
  'payer-deceased': msg`payer has died`,
}
