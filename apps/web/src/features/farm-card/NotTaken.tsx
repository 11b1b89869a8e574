import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { Frame, type PageProps } from './Frame.tsx'

/** Someone came by an address of their own making, or the shop changed its mind: a form would only lead to a refusal. */
export function NotTaken({ known, merchant, flow }: PageProps) {
  const name = known.request.merchantName
  return (
    <Frame
      known={known}
      merchant={merchant}
      footer={
        <Button full onPress={() => flow.finish()}>
          <Trans>See other ways to pay</Trans>
        </Button>
      }
    >
      <div className="farm-title">
        <h1 className="n-title" tabIndex={-1}>
          <Trans>Not with a Farmlands Card</Trans>
        </h1>
      </div>
      <p className="n-lede">
        <Trans>{name} does not take the Farmlands Card for this payment.</Trans>
      </p>
    </Frame>
  )
}
