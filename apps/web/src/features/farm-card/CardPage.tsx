import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { AssetMedia, Button } from '@nikau/ui'
import { useId, useState } from 'react'
import { CardForm } from './CardForm.tsx'
import { CardHelp } from './CardHelp.tsx'
import { ErrorCard } from './ErrorCard.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import { FormNotice, finalWords } from './words.tsx'

/** The card's details; or, when they led nowhere, why. */
export function CardPage({ known, merchant, flow }: PageProps) {
  const { t } = useLingui()
  const formId = useId()
  const [ready, setReady] = useState(false)
  const [help, setHelp] = useState(false)
  const { trouble, card } = flow.verification
  const end = trouble && finalWords(trouble)
  if (trouble && end)
    return (
      <Frame known={known} merchant={merchant}>
        <ErrorCard
          words={end}
          onCancel={() => flow.finish()}
          {...(trouble !== 'too-many' && { onAnother: flow.anotherCard })}
          {...(trouble === 'card' && { onChange: flow.changeCard })}
        />
      </Frame>
    )
  const amount = format(known.request.due)
  const doing = flow.work === 'paying' ? t`Paying ${amount}…` : t`Checking your card…`
  return (
    <Frame
      known={known}
      merchant={merchant}
      footer={
        <>
          <Button full type="submit" form={formId} isDisabled={!ready} busy={flow.work !== undefined} busyLabel={doing}>
            <Trans>Submit</Trans>
          </Button>
          {flow.work === undefined ? (
            <Button full variant="outlined" onPress={() => flow.finish()}>
              <Trans>Cancel</Trans>
            </Button>
          ) : (
            <p className="farm-doing">{doing}</p>
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
      {trouble && (
        <div className="farm-notice">
          <FormNotice trouble={trouble} />
        </div>
      )}
      <CardForm id={formId} initial={card} ahead={known.ahead} onReady={setReady} onSubmit={flow.submit} />
      <p className="farm-help">
        <button type="button" className="n-link" onClick={() => setHelp(true)}>
          <Trans>How to view card information</Trans>
        </button>
      </p>
      {help && <CardHelp onClose={() => setHelp(false)} />}
    </Frame>
  )
}
