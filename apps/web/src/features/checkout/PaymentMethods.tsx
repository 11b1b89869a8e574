import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkout, Icon, LinkButton, LogoMark, Avatar, Notice, OptionButton, OptionLink, Section, TextLink, TileGrid } from '@nikau/ui'
import { useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'
import { urlOf, paths } from '../../lib/paths.ts'
import { useCheckoutWide, useHandheld } from '../../lib/useMediaQuery.ts'
import { BankTile } from './BankTile.tsx'
import { FarmAppSteps } from './FarmAppSteps.tsx'
import { methodsFor, providersFor } from './methods.ts'
import { Modal } from './Modal.tsx'
import { Providers } from './Providers.tsx'
import { QrPanel } from './QrPanel.tsx'
import { Summary } from './Summary.tsx'
import { useBankPayment } from './useBankPayment.ts'
import { useMerchant } from './useMerchant.ts'
import type { LoadedRequest } from './usePolledRequest.ts'

/** The payment methods of a new request, one button each. */
export function PaymentMethods({ state, cancelled, onDismiss }: { state: LoadedRequest; cancelled: boolean; onDismiss: () => void }) {
  const { t } = useLingui()
  const { request } = state
  const merchant = useMerchant(request.merchantId)
  const wide = useCheckoutWide()
  const methods = methodsFor(request, { config: deployed, flags: useFlags(), handheld: useHandheld() })
  const bankPayment = useBankPayment(request.id)
  const [open, setOpen] = useState<'qr' | 'farm'>()
  const qr = <QrPanel url={request.url} merchantName={request.merchantName} />
  const farmMark = (
    <Avatar tone="plain" shape="leaf">
      <Icon name="card" />
    </Avatar>
  )
  return (
    <Checkout summary={<Summary state={state} merchant={merchant} />} aside={wide ? qr : undefined}>
      {cancelled && (
        <Notice tone="warning" live="polite" title={<Trans>Payment has been cancelled</Trans>} onDismiss={onDismiss} dismissLabel={t`Dismiss`}>
          <Trans>You have not been charged. You can still pay below.</Trans>
        </Notice>
      )}
      {bankPayment.error && <BankError {...bankPayment.error} />}
      {methods.wallet && (
        <div className={cancelled || bankPayment.error ? 'pt-5' : undefined}>
          <LinkButton full size="l" href={urlOf(paths.payWithWallet(request.id))} icon={<LogoMark />}>
            <Trans>Pay with Nikau wallet</Trans>
          </LinkButton>
        </div>
      )}
      {methods.banks.length > 0 && (
        <Section size="s" title={<Trans>Pay by bank</Trans>}>
          <TileGrid>
            {methods.banks.map((bank) => (
              <BankTile key={bank.id} bank={bank} opening={bankPayment.opening === bank.id} onPress={() => bankPayment.open(bank.id)} />
            ))}
          </TileGrid>
          <p className="checkout-hint">
            <Trans>You’ll approve this in your bank app.</Trans>
          </p>
        </Section>
      )}
      {(methods.farmApp || methods.farmCard || methods.cardApp || !wide) && (
        <Section size="s" title={<Trans>Other ways to pay</Trans>}>
          {methods.farmApp?.kind === 'link' && (
            <OptionLink href={methods.farmApp.url} media={farmMark} detail={<Trans>Opens on this phone</Trans>}>
              <Trans>Farmlands app</Trans>
            </OptionLink>
          )}
          {methods.farmApp?.kind === 'steps' && (
            <OptionButton onPress={() => setOpen('farm')} media={farmMark} detail={<Trans>In three steps</Trans>}>
              <Trans>Farmlands app</Trans>
            </OptionButton>
          )}
          {methods.farmCard && (
            <OptionLink href={urlOf(paths.farmlandsPay(request.id))} media={farmMark} detail={<Trans>Card number and a code</Trans>}>
              <Trans>Farmlands Card</Trans>
            </OptionLink>
          )}
          {methods.cardApp && (
            <OptionLink href={methods.cardApp.url} media={farmMark} detail={<Trans>Opens on this phone</Trans>}>
              {methods.cardApp.name}
            </OptionLink>
          )}
          {!wide && (
            <OptionButton
              onPress={() => setOpen('qr')}
              media={
                <Avatar tone="plain">
                  <Icon name="qr" />
                </Avatar>
              }
              detail={<Trans>Show a QR code</Trans>}
            >
              <Trans>Pay on another device</Trans>
            </OptionButton>
          )}
        </Section>
      )}
      <Providers providers={providersFor(request, merchant.wallets)} />
      <p className="n-secure">
        <Icon name="lock" size="xs" />
        <Trans>Secured by Nikau</Trans>
        {request.returnUrl !== undefined && (
          <span className="checkout-back">
            <TextLink href={request.returnUrl}>
              <Trans>Cancel and go back</Trans>
            </TextLink>
          </span>
        )}
      </p>
      {open === 'farm' && <FarmAppSteps qr={qr} onClose={() => setOpen(undefined)} />}
      {open === 'qr' && (
        <Modal
          title={<Trans>Pay on another device</Trans>}
          onClose={() => setOpen(undefined)}
          actions={
            <Button full variant="outlined" onPress={() => setOpen(undefined)}>
              <Trans>Close</Trans>
            </Button>
          }
        >
          <div className="checkout-qr">{qr}</div>
        </Modal>
      )}
    </Checkout>
  )
}

function BankError({ bank, code }: { bank: string; code: string }) {
  const name = bank === 'westpac' ? 'Westpac' : bank.toUpperCase()
  return (
    <Notice tone="negative" live="assertive" title={<Trans>We couldn’t open {name}</Trans>}>
      {code === 'BANK_UNAVAILABLE' ? (
        <Trans>We can’t reach the bank right now. You have not been charged. Try again in a moment, or choose another way to pay.</Trans>
      ) : (
        <Trans>You have not been charged. Try again, or choose another way to pay.</Trans>
      )}
    </Notice>
  )
}
