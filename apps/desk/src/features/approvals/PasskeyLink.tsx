import { Trans } from '@lingui/react/macro'
import { Button, Icon, Notice } from '@nikau/ui'
import { useState } from 'react'
import { momentText } from '../../lib/moments.ts'
import { useNow } from '../../lib/desk-context.ts'
import './approvals.css'

/** The link that this approval has made. The answer of the approval had it, and nothing else has. */
export function PasskeyLink({ link: { url, until } }: { link: { url: string; until: Date } }) {
  const now = useNow()
  const [isCopied, setIsCopied] = useState(false)
  const ends = momentText(until, now)
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => {},
    )
  return (
    <div className="dk-refusal">
      <Notice tone="warning" live="polite" icon={<Icon name="eye" />} title={<Trans>The link is shown this once</Trans>}>
        <Trans>Hand it to the operator yourself. It adds one passkey and works until {ends}. If it is lost, propose another.</Trans>
      </Notice>
      <code className="dk-link-once">{url}</code>
      <Button variant="outlined" full icon={<Icon name={isCopied ? 'check' : 'copy'} />} onPress={copy}>
        {isCopied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}
      </Button>
    </div>
  )
}
