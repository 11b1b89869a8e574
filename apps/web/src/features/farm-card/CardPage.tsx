import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { AssetMedia, Button } from '@nikau/ui'
import { useId, useState } from 'react'
import { CardForm } from './CardForm.tsx'
import { CardHelp } from './CardHelp.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { CardErrorNotice, finalErrorText } from './messages.tsx'
import { PageFrame, type PageProps } from './PageFrame.tsx'

/** The form for the card's details, or the error that ended the flow with this card. */
export function CardPage({ state, merchant, flow }: PageProps) {
  const { t } = useLingui()
  const formId = useId()
  const [ready, setReady] = useState(false)
  const [help, setHelp] = useState(false)
  const { cardError, card } = flow.verification
  const finalError = cardError && finalErrorText(cardError)
  if (finalError)
    return (
      <PageFrame state={state} merchant={merchant}>
        <ErrorCard
          error={finalError}
          onCancel={() => flow.finish()}
          {...(cardError !== 'too-many-attempts' && cardError !== 'not-accepted' && cardError !== 'paused' && { onAnotherCard: flow.startOver })}
          {...(cardError === 'card-invalid' && { onEdit: flow.editCard })}
        />
      </PageFrame>
    )
  const amount = format(state.request.due)
  const progressText = flow.progress === 'paying' ? t`Paying ${amount}…` : t`Checking your card…`
  return (
    <PageFrame
      state={state}
      merchant={merchant}
      footer={
        <>
          <Button full type="submit" form={formId} isDisabled={!ready} busy={flow.progress !== undefined} busyLabel={progressText}>
            <Trans>Submit</Trans>
          </Button>
          {flow.progress === undefined ? (
            <Button full variant="outlined" onPress={() => flow.finish()}>
              <Trans>Cancel</Trans>
            </Button>
          ) : (
            <p className="farm-progress">{progressText}</p>
          )}
        </>
      }
    >
      <div className="farm-title">
        <h1 className="n-title" tabIndex={-1}>
          <Trans>Farmlands Card</Trans>
        </h1>
        <AssetMedia kind="farm" />
      </div>
      {cardError && (
        <div className="farm-notice">
          <CardErrorNotice error={cardError} />
        </div>
      )}
      <CardForm id={formId} initial={card} clockOffset={state.clockOffset} onReady={setReady} onSubmit={flow.submitCard} />
      <p className="farm-help">
        <button type="button" className="n-link" onClick={() => setHelp(true)}>
          <Trans>Where to find your card details</Trans>
        </button>
      </p>
      {help && <CardHelp onClose={() => setHelp(false)} />}
    </PageFrame>
  )
}
