import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { format, parseDollars, subtract, zero } from '@nikau/money'
import { Button, Card, Header, Money, Page, PageBody, PageFooter, Receipt, ReceiptRow, StatusChip, TextLink, Title } from '@nikau/ui'
import { AssetImage } from '../../lib/AssetImage.tsx'
import { deployed } from '../../lib/config.ts'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { availableOf } from './AmountStep.tsx'
import { useDraft } from './draft.ts'
import { wrapOf } from './GiftStep.tsx'
import { RecipientAvatar, recipientName } from './RecipientParty.tsx'
import { SendError } from './SendError.tsx'
import { useReturnDay } from './useReturnDay.ts'
import { useSend } from './useSend.ts'

/** Everything once more, before anything moves. The button repeats what is sent. */
export function CheckStep({ asset, alias, onSent }: { asset: Asset; alias: string; onSent: () => void }) {
  const { t } = useLingui()
  const { draft } = useDraft()
  const { send, isSending, error, dismissError, unknowns } = useSend({ asset, alias, onSent })
  const isMoney = asset.category === 'money'
  const amount = isMoney ? (parseDollars(draft.amountText) ?? zero) : undefined
  const what = amount === undefined ? displayOf(asset).paymentMethodTitle : format(amount)
  return (
    <Page>
      <Header
        backHref={draft.heldSendId === undefined ? paths.sendStep('amount') : paths.heldSend(draft.heldSendId)}
        backLabel={t`Back`}
        title={<Trans>Send</Trans>}
      />
      <PageBody tight>
        <Title>
          <Trans>Check and send</Trans>
        </Title>
        <Recipient alias={alias} asset={asset} />
        <Card>
          <Details asset={asset} />
        </Card>
        <Note alias={alias} />
        {error && <SendError error={error} asset={asset} amount={amount} unknowns={unknowns} onRetry={() => void send()} onClose={dismissError} />}
      </PageBody>
      <PageFooter>
        <Button full busy={isSending} busyLabel={t`Sending`} onPress={() => void send()}>
          <Trans>Send {what}</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}

function Recipient({ alias, asset }: { alias: string; asset: Asset }) {
  const { draft } = useDraft()
  const spoken = useSpokenAmount()
  const [name, number] = [recipientName(draft), formatAlias(alias)]
  const isFirst = draft.check?.known === false
  const amount = parseDollars(draft.amountText) ?? zero
  return (
    <div className="grid justify-items-center gap-2 pt-8 pb-6 text-center">
      <RecipientAvatar name={name} size="xl" />
      <p className="n-heading pt-2 wrap-anywhere">{name ?? number}</p>
      {(name !== undefined || isFirst) && (
        <p className="flex flex-wrap items-center justify-center gap-2">
          {name !== undefined && <span className="text-label text-ink-2">{number}</span>}
          {isFirst && (
            <StatusChip tone="accent">
              <Trans>First time</Trans>
            </StatusChip>
          )}
        </p>
      )}
      {asset.category === 'money' ? (
        <p className="pt-3">
          <Money size="xl" text={format(amount)} spoken={spoken(amount)} />
        </p>
      ) : (
        <div className="flex items-center gap-3 pt-3 text-start">
          <AssetImage type={asset.type} asset={asset} size="l" />
          <p className="text-head wrap-anywhere">{displayOf(asset).paymentMethodTitle}</p>
        </div>
      )}
    </div>
  )
}

function Details({ asset }: { asset: Asset }) {
  const { draft } = useDraft()
  const available = availableOf(asset)
  const amount = parseDollars(draft.amountText) ?? zero
  const left = format(subtract(available, amount))
  const message = draft.message.trim()
  const wrap = asset.category === 'money' ? undefined : wrapOf(draft)
  const canEdit = draft.heldSendId === undefined
  return (
    <Receipt>
      {(message !== '' || canEdit) && (
        <ReceiptRow
          name={<Trans>Message</Trans>}
          end={
            canEdit && (
              <>
                {' · '}
                <TextLink href={paths.sendStep('amount')}>{message === '' ? <Trans>Add</Trans> : <Trans>Edit</Trans>}</TextLink>
              </>
            )
          }
        >
          <span className="wrap-anywhere">{message === '' ? <Trans>None</Trans> : message}</span>
        </ReceiptRow>
      )}
      {wrap && (
        <ReceiptRow name={<Trans>Paper</Trans>}>
          {wrap === 'lilac' ? <Trans>Lilac</Trans> : wrap === 'green' ? <Trans>Green</Trans> : <Trans>Sand</Trans>}
        </ReceiptRow>
      )}
      {asset.category === 'money' && (
        <ReceiptRow name={<Trans>From</Trans>}>{available < amount ? <Trans>Wallet</Trans> : <Trans>Wallet, {left} left</Trans>}</ReceiptRow>
      )}
      <ReceiptRow name={<Trans>Fee</Trans>}>
        <Trans>Free</Trans>
      </ReceiptRow>
      {draft.check?.name !== undefined && (
        <ReceiptRow name={<Trans>Arrives</Trans>}>
          <Trans>Straight away</Trans>
        </ReceiptRow>
      )}
    </Receipt>
  )
}

/** What happens if the recipient has no account, unless the check has found one. */
function Note({ alias }: { alias: string }) {
  const { draft } = useDraft()
  const day = useReturnDay()
  if (draft.check?.name !== undefined) return undefined
  return (
    <p className="pt-4 text-label font-normal text-ink-2">
      {isMobileAlias(alias) ? (
        <Trans>Without a Nikau account, they get a text with a link. If nobody claims it, it comes back to you on {day}.</Trans>
      ) : (
        <Trans>Without a Nikau account, they get an email with a link. If nobody claims it, it comes back to you on {day}.</Trans>
      )}{' '}
      {deployed.people.claim && <Trans>You can recall it until it’s claimed.</Trans>}
    </p>
  )
}
