import { Trans, useLingui } from '@lingui/react/macro'
import { shortDate } from '@nikau/nz/nz-time'
import { Button, FieldScreen, Logo, Page, PageBody, PageFooter, Parcel, StatusChip } from '@nikau/ui'
import { useState } from 'react'
import { ClaimButton } from './ClaimButton.tsx'
import type { ClaimableProps } from './ClaimPage.tsx'
import { DeclineLinks } from './DeclineLinks.tsx'
import { useFocusedHeading } from './useFocusedHeading.ts'
import { TokenImage } from './TokenImage.tsx'
import './asset-transfers.css'

/** A wrapped token: the parcel with the sender's name, and what is in it once it is unwrapped. Unwrapping claims nothing. */
export function GiftPage(props: ClaimableProps) {
  const [isUnwrapped, setIsUnwrapped] = useState(false)
  return isUnwrapped ? <Unwrapped {...props} /> : <Wrapped {...props} onUnwrap={() => setIsUnwrapped(true)} />
}

function Wrapped({ summary, decline, onUnwrap }: ClaimableProps & { onUnwrap: () => void }) {
  const { t } = useLingui()
  const { senderName, wrap = 'lilac' } = summary
  const day = shortDate(summary.expiresAt)
  return (
    <div className="transfer-gift">
      <FieldScreen frond="below">
        <header className="flex justify-center pt-4">
          <Logo label={t`Nikau`} />
        </header>
        <main className="mx-auto flex w-full max-w-col flex-1 flex-col items-center justify-center gap-6 px-gutter py-6 text-center">
          <Parcel paper={wrap}>
            <Trans>For you</Trans>
            <small>
              <Trans>from {senderName}</Trans>
            </small>
          </Parcel>
          <div>
            <h1 className="n-title" tabIndex={-1}>
              <Trans>{senderName} sent you a gift</Trans>
            </h1>
            <p className="pt-2">
              <Trans>Waits for you until {day}</Trans>
            </p>
          </div>
        </main>
        <footer className="mx-auto w-full max-w-col px-gutter pb-6">
          <Button variant="accent" full onPress={onUnwrap}>
            <Trans>Unwrap</Trans>
          </Button>
          {decline && <DeclineLinks summary={summary} decline={decline} onField />}
        </footer>
      </FieldScreen>
    </div>
  )
}

function Unwrapped({ summary, claim, decline, linkKey }: ClaimableProps) {
  const { t } = useLingui()
  const { senderName, message, asset } = summary
  const title = useFocusedHeading()
  const ends = asset.expiresAt && shortDate(asset.expiresAt)
  const heading = t`${senderName} sent you ${asset.description}`
  return (
    <Page>
      <header className="flex justify-center pt-4">
        <Logo label={t`Nikau`} />
      </header>
      <PageBody>
        <div className="transfer-unwrapped pt-2">
          <TokenImage asset={asset} size="xl" />
          <div className="grid justify-items-center gap-1 pt-5 text-center">
            <h1 className="n-title" tabIndex={-1} ref={title}>
              <span className="n-hidden">{heading}</span>
              <span aria-hidden>{asset.description}</span>
            </h1>
            {asset.issuer !== undefined && <p className="text-label text-ink-2">{asset.issuer}</p>}
            {ends !== undefined && (
              <p className="pt-2">
                <StatusChip>
                  <Trans>Ends {ends}</Trans>
                </StatusChip>
              </p>
            )}
            {message !== undefined && (
              <p className="pt-5 text-lead text-pretty">
                <Trans>“{message}”</Trans>
              </p>
            )}
            <p className="pt-1 text-label text-ink-2">{senderName}</p>
          </div>
        </div>
      </PageBody>
      <PageFooter>
        <ClaimButton summary={summary} claim={claim} linkKey={linkKey} />
        {decline && <DeclineLinks summary={summary} decline={decline} />}
      </PageFooter>
    </Page>
  )
}
