import { Trans } from '@lingui/react/macro'
import { Avatar, Button, Icon, Notice, OptionButton, OptionLink, Section, TileGrid } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { BankTile } from './BankTile.tsx'
import { FarmAppSteps } from './FarmAppSteps.tsx'
import type { Methods } from './methods.ts'
import { Modal } from './Modal.tsx'
import type { BankPayment } from './useBankPayment.ts'

export interface OtherMethodsProps {
  methods: Methods
  farmCardHref: string
  bankPayment: BankPayment
  qr: ReactNode
  showQrButton: boolean
}

/** The methods that need no Nikau wallet: banks, the farm-supplies card, apps and another device. */
export function OtherMethods({ methods, farmCardHref, bankPayment, qr, showQrButton }: OtherMethodsProps) {
  const [open, setOpen] = useState<'qr' | 'farm'>()
  const farmMark = (
    <Avatar tone="plain" shape="leaf">
      <Icon name="card" />
    </Avatar>
  )
  return (
    <>
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
      {(methods.farmApp || methods.farmCard || methods.cardApp || showQrButton) && (
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
            <OptionLink href={farmCardHref} media={farmMark} detail={<Trans>Card number and a code</Trans>}>
              <Trans>Farmlands Card</Trans>
            </OptionLink>
          )}
          {methods.cardApp && (
            <OptionLink href={methods.cardApp.url} media={farmMark} detail={<Trans>Opens on this phone</Trans>}>
              {methods.cardApp.name}
            </OptionLink>
          )}
          {showQrButton && (
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
    </>
  )
}

export function BankError({ bank, code }: { bank: string; code: string }) {
  const name = bank === 'westpac' ? 'Westpac' : bank.toUpperCase()
  if (code === 'PAUSED')
    return (
      <Notice tone="negative" live="assertive" title={<Trans>Payments from {name} are paused</Trans>}>
        <Trans>We’ve paused them for everyone. You have not been charged. Choose another way to pay.</Trans>
      </Notice>
    )
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
