import { Trans } from '@lingui/react/macro'
import { Code, Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import { type SignatureResult, toleranceSeconds } from './check-signature.ts'
import { timeWithSeconds, whenOf } from './times.ts'

/** Whether a call is ours, or the first thing that is wrong with it. */
export function SignatureNotice({ result, urls }: { result: SignatureResult; urls: readonly string[] }) {
  if (result.kind === 'genuine') {
    const { keyId, signedAt } = result
    const [at, until] = [whenOf(signedAt, timeWithSeconds), timeWithSeconds(new Date(signedAt.getTime() + toleranceSeconds * 1000))]
    return (
      <Notice tone="positive" level={3} title={<Trans>Genuine, and the body is unchanged</Trans>}>
        <Trans>
          Signed by <Code>{keyId}</Code> for your address at {at}, good until {until}.
        </Trans>
      </Notice>
    )
  }
  const [title, text] = problemOf(result, urls)
  return (
    <Notice tone="negative" level={3} title={title}>
      {text}
    </Notice>
  )
}

function problemOf(result: Exclude<SignatureResult, { kind: 'genuine' }>, urls: readonly string[]): [ReactNode, ReactNode] {
  switch (result.kind) {
    case 'key-unknown': {
      const { keyId } = result
      return [
        <Trans key="t">Key unknown</Trans>,
        <Trans key="d">
          This endpoint publishes no key <Code>{keyId}</Code>. After a new signing key, the one before is published for a day.
        </Trans>,
      ]
    }
    case 'signature-wrong':
      return [<Trans key="t">Signature wrong</Trans>, <Trans key="d">The key is ours, but it didn’t sign this header. Do not trust the call.</Trans>]
    case 'body-changed':
      return [
        <Trans key="t">Body changed</Trans>,
        <Trans key="d">The signature is genuine, but for other bytes. Verify the body as received, before it is parsed.</Trans>,
      ]
    case 'address-not-yours': {
      const [{ audience }, own] = [result, urls[0]]
      return [
        <Trans key="t">Address not yours</Trans>,
        <Trans key="d">
          It was signed for <Code>{audience}</Code>, and this endpoint is <Code>{own}</Code>.
        </Trans>,
      ]
    }
    case 'too-old': {
      const at = whenOf(result.signedAt, timeWithSeconds)
      return [<Trans key="t">Too old</Trans>, <Trans key="d">It was signed at {at}, and a signature is good for 5 minutes. Everything else is right.</Trans>]
    }
    case 'signature-missing':
      return [<Trans key="t">No signature</Trans>, <Trans key="d">The header isn’t a signature of ours. Paste all of it.</Trans>]
  }
}
