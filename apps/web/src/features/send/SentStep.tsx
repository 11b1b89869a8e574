import { Trans } from '@lingui/react/macro'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, FieldScreen, Figure, Icon, LinkButton, Live, Money, SuccessLeaf } from '@nikau/ui'
import { useState } from 'react'
import { useCelebration } from '../../lib/celebration.ts'
import { deployed } from '../../lib/config.ts'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { useSession } from '../../lib/session.tsx'
import { clearSent, type Sent } from './sent.ts'
import { isWaiting } from './useSend.ts'

const clock = new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZone: 'Pacific/Auckland' })

/** What was sent to whom, and whether they have it already. */
export function SentStep({ sent }: { sent: Sent }) {
  const spoken = useSpokenAmount()
  const userId = useSession().user.profile.sub
  const { transfer, recipient } = sent
  const celebrates = useCelebration(transfer.id, transfer.createdAt)
  const alias = formatAlias(transfer.recipient)
  const waits = isWaiting(transfer)
  return (
    <FieldScreen frond="below" alive>
      <main className="mx-auto flex w-full max-w-120 flex-1 flex-col px-5 pt-12 pb-6">
        <SuccessLeaf still={!celebrates} />
        <h1 className="pt-8 text-head" tabIndex={-1}>
          <Trans>Sent</Trans>
        </h1>
        <div className="pt-2">
          {transfer.value === undefined ? (
            <Figure>{transfer.asset.description}</Figure>
          ) : (
            <Money size="xl" text={format(transfer.value)} spoken={spoken(transfer.value)} />
          )}
        </div>
        <p className="max-w-80 pt-3 text-lead wrap-anywhere">
          {waits ? (
            <Waits sent={sent} />
          ) : (
            <Trans>
              <b>{recipient}</b> has it now.
            </Trans>
          )}
        </p>
        <p className="pt-6 font-semibold tabular-nums">
          <Live>
            {shortDate(transfer.createdAt)}, {clock.format(transfer.createdAt)}
          </Live>
        </p>
        <p className="pt-1 text-label text-on-field-2 wrap-anywhere">
          {[recipient === alias ? undefined : alias, transfer.message, transfer.reference].filter(Boolean).join(' · ')}
        </p>
        <div className="mt-auto grid gap-2 pt-8 panes:mt-0">
          <LinkButton full variant="accent" href={paths.home} onClick={() => clearSent(userId)}>
            <Trans>Done</Trans>
          </LinkButton>
          {deployed.people.claim && waits && <ShareLink url={transfer.url} />}
          {deployed.people.claim && (
            <LinkButton full variant="on-field" href={paths.assetTransfer(transfer.id)}>
              {waits ? <Trans>See it or recall it</Trans> : <Trans>View details</Trans>}
            </LinkButton>
          )}
        </div>
      </main>
    </FieldScreen>
  )
}

function Waits({ sent: { transfer, recipient } }: { sent: Sent }) {
  const who = <b>{recipient}</b>
  const day = <b className="whitespace-nowrap">{shortDate(transfer.expiresAt)}</b>
  if (isMobileAlias(transfer.recipient))
    return (
      <Trans>
        {who} gets a text with a link. If nobody claims it, it comes back on {day}.
      </Trans>
    )
  return (
    <Trans>
      {who} gets an email with a link. If nobody claims it, it comes back on {day}.
    </Trans>
  )
}

/** With the phone's own share sheet where there is one, otherwise copied. The button itself says so: a toast would cover it. */
function ShareLink({ url }: { url: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const canShare = typeof (navigator as Partial<Pick<Navigator, 'share'>>).share === 'function'
  const share = async () => {
    if (canShare) return await navigator.share({ url }).catch(() => undefined) // closed by the person
    await navigator.clipboard.writeText(url)
    return setIsCopied(true)
  }
  return (
    <Button full variant="on-field" icon={<Icon name={canShare ? 'share' : isCopied ? 'check' : 'copy'} size="s" />} onPress={() => void share()}>
      <span aria-live="polite">{canShare ? <Trans>Share the link yourself</Trans> : isCopied ? <Trans>Link copied</Trans> : <Trans>Copy the link</Trans>}</span>
    </Button>
  )
}
