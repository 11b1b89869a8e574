import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SendPurpose } from '@nikau/contract/asset-transfers'

/** What a send can be for, in the order of the question. */
export const purposes: readonly { purpose: SendPurpose; text: MessageDescriptor; detail?: MessageDescriptor }[] = [
  { purpose: 'family-or-friends', text: msg`Someone I know in person` },
  { purpose: 'goods-or-services', text: msg`Something I’m buying`, detail: msg`Online or from a listing` },
  { purpose: 'bill', text: msg`A bill` },
  { purpose: 'investment', text: msg`An investment or crypto` },
  { purpose: 'met-online', text: msg`Someone I’ve only met online` },
  { purpose: 'told-to', text: msg`I was told to`, detail: msg`By phone, text or email` },
  { purpose: 'something-else', text: msg`Something else` },
]

export const purposeText = (wanted: SendPurpose): MessageDescriptor => purposes.find(({ purpose }) => purpose === wanted)!.text

/** Purposes that show the warning. */
export type WarnedPurpose = Extract<SendPurpose, 'investment' | 'met-online' | 'told-to'>

export const isWarned = (purpose: SendPurpose): purpose is WarnedPurpose => ['investment', 'met-online', 'told-to'].includes(purpose)
