import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { PageFrame, type PageProps } from './PageFrame.tsx'

/** The request does not accept the card: someone edited the URL, or the merchant changed the request. */
export function CardNotAccepted({ state, merchant, flow }: PageProps) {
  const name = state.request.merchantName
  return (
    <PageFrame
      state={state}
      merchant={merchant}
      footer={
        <Button full onPress={() => flow.finish()}>
          <Trans>See other ways to pay</Trans>
        </Button>
      }
    >
      <div className="farm-title">
        <h1 className="n-title" tabIndex={-1}>
          <Trans>Farmlands Card not accepted</Trans>
        </h1>
      </div>
      <p className="n-lede">
        <Trans>{name} doesn’t accept the Farmlands Card for this payment.</Trans>
      </p>
    </PageFrame>
  )
}
