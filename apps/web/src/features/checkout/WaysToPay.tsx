import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkout, Icon, LinkButton, LogoMark, Mark, Notice, OptionButton, OptionLink, Section, TextLink, TileGrid } from '@nikau/ui'
import { useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'
import { addressOf, paths } from '../../lib/paths.ts'
import { useCheckoutWide, useHandheld } from '../../lib/useWide.ts'
import { BankTile } from './BankTile.tsx'
import { FarmSteps } from './FarmSteps.tsx'
import { methodsFor, providersFor } from './methods.ts'
import { Modal } from './Modal.tsx'
import { Providers } from './Providers.tsx'
import { Scan } from './Scan.tsx'
import { Summary } from './Summary.tsx'
import { useBank } from './useBank.ts'
import { useMerchant } from './useMerchant.ts'
import type { Known } from './useRequest.ts'

/** While the request is new: how it can be paid, each way a button. */
export function WaysToPay({ known, cancelled, onDismiss }: { known: Known & { kind: 'known' }; cancelled: boolean; onDismiss: () => void }) {
  const { t } = useLingui()
  const { request } = known
  const merchant = useMerchant(request.merchantId)
  const wide = useCheckoutWide()
  const methods = methodsFor(request, { config: deployed, flags: useFlags(), handheld: useHandheld() })
  const bank = useBank(request.id)
  const [open, setOpen] = useState<'qr' | 'farm'>()
  const scan = <Scan url={request.url} merchantName={request.merchantName} />
  const farmMark = (
    <Mark tone="plain" shape="leaf">
      <Icon name="card" />
    </Mark>
  )
  return (
    <Checkout summary={<Summary known={known} merchant={merchant} />} aside={wide ? scan : undefined}>
      {cancelled && (
        <Notice tone="warning" live="polite" title={<Trans>Payment has been cancelled</Trans>} onDismiss={onDismiss} dismissLabel={t`Dismiss`}>
          <Trans>You have not been charged. You can still pay below.</Trans>
        </Notice>
      )}
      {bank.problem && <BankProblem {...bank.problem} />}
      {methods.wallet && (
        <div className={cancelled || bank.problem ? 'pt-5' : undefined}>
          <LinkButton full size="l" href={addressOf(paths.payWithWallet(request.id))} icon={<LogoMark />}>
            <Trans>Pay with Nikau wallet</Trans>
          </LinkButton>
        </div>
      )}
      {methods.banks.length > 0 && (
        <Section size="s" title={<Trans>Pay by bank</Trans>}>
          <TileGrid>
            {methods.banks.map((one) => (
              <BankTile key={one.id} bank={one} opening={bank.opening === one.id} onPress={() => bank.open(one.id)} />
            ))}
          </TileGrid>
          <p className="checkout-hint">
            <Trans>You’ll approve this in your bank app.</Trans>
          </p>
        </Section>
      )}
      {(methods.farmApp || methods.farmCard || methods.cardApp || !wide) && (
        <Section size="s" title={<Trans>Other ways</Trans>}>
          {methods.farmApp?.kind === 'link' && (
            <OptionLink href={methods.farmApp.address} media={farmMark} detail={<Trans>Opens on this phone</Trans>}>
              <Trans>Farmlands app</Trans>
            </OptionLink>
          )}
          {methods.farmApp?.kind === 'steps' && (
            <OptionButton onPress={() => setOpen('farm')} media={farmMark} detail={<Trans>In three steps</Trans>}>
              <Trans>Farmlands app</Trans>
            </OptionButton>
          )}
          {methods.farmCard && (
            <OptionLink href={addressOf(paths.farmlandsPay(request.id))} media={farmMark} detail={<Trans>Card number and a code</Trans>}>
              <Trans>Farmlands card</Trans>
            </OptionLink>
          )}
          {methods.cardApp && (
            <OptionLink href={methods.cardApp.address} media={farmMark} detail={<Trans>Opens on this phone</Trans>}>
              {methods.cardApp.name}
            </OptionLink>
          )}
          {!wide && (
            <OptionButton
              onPress={() => setOpen('qr')}
              media={
                <Mark tone="plain">
                  <Icon name="qr" />
                </Mark>
              }
              detail={<Trans>Show a QR code</Trans>}
            >
              <Trans>Pay on another device</Trans>
            </OptionButton>
          )}
        </Section>
      )}
      <Providers of={providersFor(request, merchant.wallets)} />
      <p className="n-secure">
        <Icon name="lock" size="xs" />
        <Trans>Secured by Nikau</Trans>
        {request.back !== undefined && (
          <span className="checkout-back">
            <TextLink href={request.back}>
              <Trans>Cancel and go back</Trans>
            </TextLink>
          </span>
        )}
      </p>
      {open === 'farm' && <FarmSteps scan={scan} onClose={() => setOpen(undefined)} />}
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
          <div className="checkout-qr">{scan}</div>
        </Modal>
      )}
    </Checkout>
  )
}

function BankProblem({ bank, code }: { bank: string; code: string }) {
  const name = bank === 'westpac' ? 'Westpac' : bank.toUpperCase()
  return (
    <Notice tone="negative" live="assertive" title={<Trans>{name} could not be opened</Trans>}>
      {code === 'BANK_UNAVAILABLE' ? (
        <Trans>The bank does not answer right now. You have not been charged. Try again in a moment, or choose another way.</Trans>
      ) : (
        <Trans>You have not been charged. Try again, or choose another way.</Trans>
      )}
    </Notice>
  )
}
