import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { Modal } from '../checkout/index.ts'

/** Shows where the card's details are printed. */
export function CardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title={<Trans>How to view Farmlands Card information</Trans>}
      onClose={onClose}
      actions={
        <Button full variant="outlined" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <figure className="farm-side">
        <Front />
        <figcaption>
          <Trans>Card number and expiry date are on the front.</Trans>
        </figcaption>
      </figure>
      <figure className="farm-side">
        <Back />
        <figcaption>
          <Trans>The CVC is on the back: the last 3 digits.</Trans>
        </figcaption>
      </figure>
    </Modal>
  )
}

/** A drawing, so that no real card appears on a page. */
function Front() {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours of the theme
    <svg className="farm-card" viewBox="0 0 320 202" role="img" aria-label={t`Front of the card`}>
      <rect className="farm-card-ground" width="320" height="202" rx="16" />
      <path className="farm-card-hill" d="M0 168c70-38 150-44 320-14v32a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16z" />
      <circle className="farm-card-sun" cx="270" cy="46" r="20" />
      <rect className="farm-card-chip" x="24" y="30" width="40" height="30" rx="6" />
      <rect className="farm-card-mark" x="16" y="82" width="250" height="38" rx="10" />
      <text className="farm-card-digits" x="26" y="108">
        6005 0912 3456 7890
      </text>
      <rect className="farm-card-mark" x="16" y="134" width="78" height="34" rx="10" />
      <text className="farm-card-digits" x="26" y="158">
        05/29
      </text>
    </svg>
  )
}

function Back() {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours of the theme
    <svg className="farm-card" viewBox="0 0 320 202" role="img" aria-label={t`Back of the card`}>
      <rect className="farm-card-ground" width="320" height="202" rx="16" />
      <rect className="farm-card-stripe" y="26" width="320" height="40" />
      <rect className="farm-card-paper" x="24" y="92" width="190" height="36" rx="6" />
      <path className="farm-card-hand" d="M38 114c14-16 20-14 18-2s16-16 22-6 12-8 20-2 16-6 24 2 20-8 32 0" />
      <rect className="farm-card-mark" x="226" y="88" width="72" height="44" rx="10" />
      <text className="farm-card-digits" x="242" y="117">
        412
      </text>
      <rect className="farm-card-line" x="24" y="152" width="150" height="8" rx="4" />
      <rect className="farm-card-line" x="24" y="168" width="104" height="8" rx="4" />
    </svg>
  )
}
