import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What an adjustment is called to the owner of a wallet, by its code. */
export const adjustmentReasonNames: Readonly<Record<string, MessageDescriptor>> = {
  correction: msg`Correction`,
  goodwill: msg`Goodwill`,
  'fee-refund': msg`Fee refunded`,
  recovery: msg`Recovery`,
  'write-off': msg`Written off`,
}
