import { Trans } from '@lingui/react/macro'
import type { BookAnchor, Proof } from '@nikau/contract/proof'
import { Notice } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { checkSignature, type SignatureCheck } from './check-signature.ts'

/** Checks the signature in this browser, and says how that went. */
export function SignatureNotice({ latest, keys }: { latest: BookAnchor; keys: Proof['keys'] }) {
  const [check, setCheck] = useState<SignatureCheck>()
  useEffect(() => {
    let isCurrent = true
    const show = (result: SignatureCheck) => isCurrent && setCheck(result)
    // A key or signature that cannot even be read is not valid either.
    void checkSignature(latest, keys).then(show, () => show('invalid'))
    return () => {
      isCurrent = false
    }
  }, [latest, keys])
  switch (check) {
    case undefined:
      return (
        <Notice tone="info" title={<Trans>Checking the signature</Trans>}>
          <Trans>Your browser is doing it now.</Trans>
        </Notice>
      )
    case 'valid':
      return (
        <Notice tone="positive" title={<Trans>The signature is valid</Trans>} live="polite">
          <Trans>Your browser has checked that what you read here was signed with our key.</Trans>
        </Notice>
      )
    case 'invalid':
      return (
        <Notice tone="negative" title={<Trans>The signature is not valid</Trans>} live="assertive">
          <Trans>What you read here is not what was signed. Please tell us.</Trans>
        </Notice>
      )
    case 'unknown-key':
      return (
        <Notice tone="negative" title={<Trans>The signature could not be checked</Trans>} live="assertive">
          <Trans>We don’t publish the key that it names. Please tell us.</Trans>
        </Notice>
      )
    case 'unsupported':
      return (
        <Notice tone="warning" title={<Trans>Not checked</Trans>} live="polite">
          <Trans>Your browser can’t check this kind of signature. You can check it on a computer, as described below.</Trans>
        </Notice>
      )
  }
}
