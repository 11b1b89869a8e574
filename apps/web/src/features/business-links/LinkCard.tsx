import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentLink } from '@nikau/contract/payment-links'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, Icon, LinkButton, PortalCard, QrCode } from '@nikau/ui'
import { useState } from 'react'
import { businessPaths } from '../../lib/business-paths.ts'
import { CloseLink } from './CloseLink.tsx'
import { LinkStatusChip } from './texts.tsx'

/** One link, to be shown, copied, shared, printed and closed. */
export function LinkCard({ link }: { link: PaymentLink }) {
  const { t } = useLingui()
  const { name, url, status } = link
  const isOpen = status === 'open'
  return (
    <PortalCard title={name} end={<LinkStatusChip status={status} />}>
      {isOpen ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-4 dialog:grid-cols-[11rem_minmax(0,1fr)]">
          <div className="w-44 max-w-full">
            <QrCode text={url} label={t`QR code of ${name}`} />
          </div>
          <div className="grid justify-items-start gap-2">
            <p className="font-mono text-label wrap-anywhere">{url.replace(/^https?:\/\//, '')}</p>
            <CopyLink url={url} />
            <ShareLink url={url} name={name} />
            <LinkButton variant="tonal" size="s" icon={<Icon name="document" size="s" />} href={businessPaths.poster(link.id)}>
              <Trans>Sticker and poster</Trans>
            </LinkButton>
            <CloseLink link={link} />
          </div>
        </div>
      ) : (
        <p className="text-ink-2">
          {status === 'used' ? (
            <Trans>This link was paid. Customers who open it see that.</Trans>
          ) : (
            <Trans>Customers who open it see that it’s no longer used. Its code leads nowhere else.</Trans>
          )}
        </p>
      )}
      <LinkTerms link={link} />
    </PortalCard>
  )
}

function LinkTerms({ link: { kind, uses, lastDay, partialAllowed, asksNote } }: { link: PaymentLink }) {
  const { t, i18n } = useLingui()
  const day = lastDay === undefined ? undefined : shortDate(lastDay)
  const terms = [
    kind === 'till' ? t`shows what the till asks for` : uses === 'once' ? t`can be paid once` : t`can be paid many times`,
    ...(day === undefined ? [] : [t`until ${day}`]),
    ...(partialAllowed ? [t`part payments`] : []),
    ...(asksNote ? [t`asks for a note`] : []),
  ].join(', ')
  return <p className="mt-4 text-label text-ink-2 first-letter:uppercase">{terms.charAt(0).toLocaleUpperCase(i18n.locale) + terms.slice(1)}</p>
}

function CopyLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <Button variant="tonal" size="s" icon={<Icon name={isCopied ? 'check' : 'copy'} size="s" />} onPress={() => void copy()}>
      <span aria-live="polite">{isCopied ? <Trans>Link copied</Trans> : <Trans>Copy link</Trans>}</span>
    </Button>
  )
}

/** With the share sheet of the device, where there is one. */
function ShareLink({ url, name }: { url: string; name: string }) {
  if (typeof (navigator as Partial<Pick<Navigator, 'share'>>).share !== 'function') return undefined
  const share = () => navigator.share({ url, title: name }).catch(() => undefined) // closed by the person
  return (
    <Button variant="tonal" size="s" icon={<Icon name="share" size="s" />} onPress={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  )
}
