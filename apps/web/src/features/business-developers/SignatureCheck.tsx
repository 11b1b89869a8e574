import { Trans, useLingui } from '@lingui/react/macro'
import type { WebhookDeliveryDetail, WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, PortalCard, Sheet, TextAreaField, TextField } from '@nikau/ui'
import { useState } from 'react'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { toAsyncData } from '../../lib/async-data.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { checkPasted, type SignatureResult } from './check-signature.ts'
import { SignatureNotice } from './SignatureNotice.tsx'
import { usePublishedKeys } from './usePublishedKeys.ts'

interface Props {
  endpoint: WebhookEndpoint
  /** Offers to check this one. */
  delivery?: WebhookDeliveryDetail
}

/** Checks a header and a body that a server received. All of it happens in this browser. */
function SignatureCheck({ endpoint: { id, url, pendingUrl }, delivery }: Props) {
  const { t } = useLingui()
  const query = usePublishedKeys(id)
  const keys = toAsyncData(query.data, query as Parameters<typeof toAsyncData>[1])
  const [authorization, setAuthorization] = useState('')
  const [body, setBody] = useState('')
  const [result, setResult] = useState<SignatureResult>()
  const urls = [url, ...(pendingUrl === undefined ? [] : [pendingUrl])]
  const change = (set: (text: string) => void) => (text: string) => {
    setResult(undefined)
    set(text)
  }
  const check = async () => keys.data && setResult(await checkPasted({ authorization, body }, { keys: keys.data, urls, now: serverNow() }))
  const signature = delivery?.headers.authorization
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-ink-2">
        <Trans>Paste what your server received. It is checked in this browser and sent nowhere.</Trans>
      </p>
      <TextField label={t`Authorization header`} size="s" value={authorization} onChange={change(setAuthorization)} autoComplete="off" />
      <TextAreaField label={t`Body, as received`} rows={3} value={body} onChange={change(setBody)} autoComplete="off" />
      {keys.failed && (
        <LoadFailed source={keys}>
          <Trans>Couldn’t load the published keys</Trans>
        </LoadFailed>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="outlined" size="s" onPress={() => void check()} isDisabled={authorization === '' || body === '' || keys.data === undefined}>
          <Trans>Check it</Trans>
        </Button>
        {delivery && signature !== undefined && (
          <Button
            variant="quiet"
            size="s"
            onPress={() => {
              change(setAuthorization)(signature)
              setBody(delivery.body)
            }}
          >
            <Trans>Fill in this delivery</Trans>
          </Button>
        )}
      </div>
      <div aria-live="polite">{result && <SignatureNotice result={result} urls={urls} />}</div>
    </div>
  )
}

export function SignatureCard(props: Props) {
  return (
    <PortalCard title={<Trans>Check a signature</Trans>}>
      <SignatureCheck {...props} />
    </PortalCard>
  )
}

export function SignatureSheet({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet isOpen onClose={onClose} title={<Trans>Check a signature</Trans>} closeLabel={t`Close`}>
      <SignatureCheck {...props} />
    </Sheet>
  )
}
