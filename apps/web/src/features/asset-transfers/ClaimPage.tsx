import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { shortDate } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Avatar, BanIcon, Bullets, Checkout, Icon, initials, Logo, Money, Party, Section } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { useScreenPath } from '../../lib/current-screen.ts'
import { ClaimButton } from './ClaimButton.tsx'
import type { Decline } from './decline.ts'
import { DeclineLinks } from './DeclineLinks.tsx'
import type { ClaimAction } from './useClaimAction.ts'
import { useAssetText } from './useAssetText.ts'
import { TokenImage } from './TokenImage.tsx'

export interface ClaimableProps {
  summary: AssetTransferSummary
  claim: ClaimAction | undefined
  decline: Decline | undefined
  /** Of the recipient's link, or of one that the issuer handed out. */
  linkKey: string | undefined
}

/** A transfer that waits: who sent what, and what to do with it. */
export function ClaimPage({ summary, claim, decline, linkKey }: ClaimableProps) {
  return (
    <Checkout besideRail summary={<Summary summary={summary} />}>
      <ClaimButton summary={summary} claim={claim} linkKey={linkKey} />
      {deployed.people.claim && summary.asset.category === 'money' && <Uses />}
      {deployed.people.claim && <IsThisReal senderName={summary.senderName} canReport={decline !== undefined} />}
      {decline && <DeclineLinks summary={summary} decline={decline} />}
    </Checkout>
  )
}

function Summary({ summary }: { summary: AssetTransferSummary }) {
  const { t } = useLingui()
  const assetText = useAssetText(summary)
  const { senderName, recipient, value, message, asset } = summary
  const day = shortDate(summary.expiresAt)
  const heading = t`${senderName} sent you ${assetText}`
  return (
    <>
      <div className="mb-5 flex min-h-10 items-center">
        <Logo label={t`Nikau`} size="s" />
      </div>
      <Party
        media={
          <Avatar tone="paper" size="l">
            {initials(senderName)}
          </Avatar>
        }
        name={senderName}
        detail={recipient === undefined ? undefined : <Trans>to {recipient}</Trans>}
      />
      <h1 className="pt-5" tabIndex={-1}>
        <span className="n-hidden">{heading}</span>
        <span aria-hidden>
          <span className="block text-label text-on-field-2">
            <Trans>sent you</Trans>
          </span>
          {value === undefined ? <span className="n-title">{assetText}</span> : <Money size="xl" text={format(value)} />}
        </span>
      </h1>
      {asset.category === 'token' && (
        <div className="flex items-center gap-3 pt-3">
          <TokenImage asset={asset} size="l" />
          {asset.issuer !== undefined && <p className="text-on-field-2">{asset.issuer}</p>}
        </div>
      )}
      {message !== undefined && (
        <p className="pt-4 text-lead text-pretty">
          <Trans>“{message}”</Trans>
        </p>
      )}
      {deployed.people.claim && (
        <p className="n-balance-line pt-2">
          <Icon name="clock" size="s" />
          <span>
            <Trans>
              Waits for you until <b>{day}</b>
            </Trans>
          </span>
        </p>
      )}
    </>
  )
}

function Uses() {
  const send = useScreenPath('send')
  return (
    <Section title={<Trans>Then it’s yours</Trans>}>
      <Bullets
        items={[
          { key: 'pay', icon: <Icon name="pay" size="s" />, text: <Trans>Pay at shops with your phone</Trans> },
          ...(send === undefined ? [] : [{ key: 'send', icon: <Icon name="send" size="s" />, text: <Trans>Send it on</Trans> }]),
          { key: 'withdraw', icon: <Icon name="bank" size="s" />, text: <Trans>Withdraw to your bank, usually in two business days</Trans> },
        ]}
      />
    </Section>
  )
}

function IsThisReal({ senderName, canReport }: { senderName: string; canReport: boolean }) {
  const { host } = location
  return (
    <details className="group pt-4">
      <summary className="n-disclosure-head">
        <Trans>Is this real?</Trans>
        <span className="text-ink-2 group-open:rotate-180">
          <Icon name="down" />
        </span>
      </summary>
      <Bullets
        items={[
          { key: 'address', icon: <Icon name="lock" size="s" />, text: <Trans>The address above starts with {host}.</Trans> },
          { key: 'secrets', icon: <BanIcon size="s" />, text: <Trans>We never ask for a card number or a bank password to claim.</Trans> },
          {
            key: 'unknown',
            icon: <Icon name="phone" size="s" />,
            text: canReport ? <Trans>Don’t know {senderName}? Leave it, or report it.</Trans> : <Trans>Don’t know {senderName}? Leave it.</Trans>,
          },
        ]}
      />
    </details>
  )
}
