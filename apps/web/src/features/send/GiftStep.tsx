import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { Button, Header, Page, PageBody, PageFooter, PaperChoice, Parcel, Party, Switch, TextLink, Title } from '@nikau/ui'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { deployed } from '../../lib/config.ts'
import { Message } from '../../lib/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { useProfile } from '../../lib/profile.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { type SendDraft, useDraft } from './draft.ts'
import { MessageField } from './MessageField.tsx'
import { RecipientParty, recipientName } from './RecipientParty.tsx'
import { NotSentError } from './SendError.tsx'
import { useRecipientCheck } from './useRecipientCheck.ts'

const papers = [
  { paper: 'lilac' as const, name: <Message of={msg`Lilac`} /> },
  { paper: 'green' as const, name: <Message of={msg`Green`} /> },
  { paper: 'sand' as const, name: <Message of={msg`Sand`} /> },
]

/** The wrap of a draft, where this deployment can unwrap it. */
export const wrapOf = ({ wrap }: SendDraft) => (deployed.people.claim && wrap !== 'none' ? wrap : undefined)

/** A token has no amount: a message and, as a gift, its paper. */
export function GiftStep({ token, alias }: { token: Asset; alias: string }) {
  const { t } = useLingui()
  const { draft, change } = useDraft()
  const { givenName: sender } = useProfile()
  const { proceed, isChecking, error, dismissError } = useRecipientCheck({ asset: token, alias })
  const { paymentMethodTitle: title, longExpiryDate: expiry } = displayOf(token)
  const recipient = recipientName(draft) ?? formatAlias(alias)
  const wrap = wrapOf(draft)
  return (
    <Page>
      <Header backHref={paths.send} backLabel={t`Back`} title={wrap ? <Trans>Gift</Trans> : <Trans>Send</Trans>} />
      <PageBody tight>
        <Title hidden>
          <Trans>Send {title}</Trans>
        </Title>
        {!wrap && (
          <div className="pb-5">
            <RecipientParty draft={draft} alias={alias} />
          </div>
        )}
        <div className="grid justify-items-center">
          {wrap ? (
            <Parcel paper={wrap}>
              <Trans>For {recipient}</Trans>
              {sender !== undefined && (
                <small>
                  <Trans>from {sender}</Trans>
                </small>
              )}
            </Parcel>
          ) : (
            <AssetImage type={token.type} asset={token} size="xl" />
          )}
        </div>
        <div className="pt-5">
          <Party
            media={<AssetImage type={token.type} asset={token} />}
            name={title}
            detail={expiry && <Trans>Expires {expiry}</Trans>}
            end={
              <TextLink size="label" href={paths.sendAssetsSelect}>
                <Trans>Change</Trans>
              </TextLink>
            }
          />
        </div>
        <form id="gift" className="flex flex-col gap-5 pt-4" noValidate onSubmit={(event) => (event.preventDefault(), void proceed())}>
          <MessageField value={draft.message} onChange={(message) => change({ message })} />
          {wrap && <PaperChoice label={t`Paper`} papers={papers} value={wrap} onChange={(paper) => change({ wrap: paper })} />}
          {deployed.people.claim && (
            <Switch
              on={wrap !== undefined}
              onChange={(on) => change({ wrap: on ? 'lilac' : 'none' })}
              detail={<Trans>They unwrap it before they claim it</Trans>}
            >
              <Trans>Wrap it as a gift</Trans>
            </Switch>
          )}
        </form>
        {error && (
          <NotSentError error={error} asset={token} amount={undefined} onRetry={() => void proceed()} onClose={dismissError}>
            <Trans>We couldn’t check who this goes to, so nothing was sent.</Trans>
          </NotSentError>
        )}
      </PageBody>
      <PageFooter>
        <Button type="submit" form="gift" full busy={isChecking} busyLabel={t`Checking the number`}>
          <Trans>Continue</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
