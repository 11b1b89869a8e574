import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Dialog, Receipt, ReceiptRow, Secret } from '@nikau/ui'
import { useState } from 'react'
import { CopyText } from '../../lib/CopyText.tsx'
import type { MadeKey } from './made-key.ts'
import { useScopeWords } from './scopes.ts'
import { whenOf } from './times.ts'

/** The secret of a key, which nobody can show again. It closes only after the person says that it is stored. */
export function SecretDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const words = useScopeWords()
  const [isStored, setStored] = useState(false)
  const { name, scopes, allowedAddresses, previousUntil } = made
  return (
    <Dialog
      isOpen
      role="alertdialog"
      locked={!isStored}
      onClose={onClose}
      title={<Trans>Copy the key of {name} now</Trans>}
      actions={
        <Button variant="tonal" full isDisabled={!isStored} onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p>
        <Trans>This is the only time it is shown. Keep it on your server, never in a page or an app.</Trans>
      </p>
      <Secret action={<CopyText variant="filled" text={made.secret} />}>{made.secret}</Secret>
      <Receipt>
        <ReceiptRow name={<Trans>May</Trans>}>{words(scopes)}</ReceiptRow>
        <ReceiptRow name={<Trans>Only from</Trans>}>{allowedAddresses.length === 0 ? <Trans>any address</Trans> : allowedAddresses.join(', ')}</ReceiptRow>
        {previousUntil && <ReceiptRow name={<Trans>The one before works until</Trans>}>{whenOf(previousUntil)}</ReceiptRow>}
      </Receipt>
      <Checkbox checked={isStored} onChange={setStored}>
        <Trans>I’ve stored it safely</Trans>
      </Checkbox>
    </Dialog>
  )
}
