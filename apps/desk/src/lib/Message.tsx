import type { MessageDescriptor } from '@lingui/core'
import { Trans } from '@lingui/react'

/** Renders a message that was declared with `msg`. */
export function Message({ of }: { of: MessageDescriptor }) {
  return <Trans {...of} />
}
