import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/contract/nz-time'
import { format } from '@nikau/money'
import { Button } from '@nikau/ui'
import { useId, useState } from 'react'
import { CodeForm } from './CodeForm.tsx'
import { Frame, type PageProps } from './Frame.tsx'
import type { Verification } from './memory.ts'
import { NoCodeHelp } from './NoCodeHelp.tsx'
import { useSecondsUntil } from './useSecondsUntil.ts'
import { CodeNotice } from './words.tsx'

type Sent = NonNullable<Verification['code']>

/** A code needs a while to arrive, and each one that is sent makes the one before it worthless. */
const patienceMs = 20_000

/** The code that went to the card's owner. */
export function VerifyPage({ known, merchant, flow, onBack }: PageProps & { onBack: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const [help, setHelp] = useState(false)
  const sent = flow.verification.code!
  const { codeTrouble } = flow.verification
  const working = flow.work === 'code' || flow.work === 'paying'
  const amount = format(known.request.due)
  const doing = flow.work === 'paying' ? t`Paying ${amount}…` : t`Checking your code…`
  return (
    <Frame
      known={known}
      merchant={merchant}
      onBack={onBack}
      footer={
        <>
          <Button full type="submit" form={formId} busy={working} busyLabel={doing} isDisabled={flow.work === 'resend'}>
            <Trans>Complete</Trans>
          </Button>
          {working ? (
            <p className="farm-doing">{doing}</p>
          ) : (
            <Button full variant="outlined" onPress={() => flow.finish()}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="farm-title">
        <h1 className="n-title" tabIndex={-1}>
          <Trans>Security verification</Trans>
        </h1>
      </div>
      <p className="n-lede">
        <Trans>Please enter the code to securely complete the payment.</Trans>
      </p>
      {codeTrouble && (
        <div className="farm-notice">
          <CodeNotice trouble={codeTrouble} />
        </div>
      )}
      {/* Another code is another form: what was typed for the one before is no good. */}
      <CodeForm key={sent.sentAt.getTime()} id={formId} refused={codeTrouble === 'code'} onSubmit={flow.complete} />
      <p className="farm-sent" role="status">
        <SentTo {...sent} />
      </p>
      <Resend sentAt={sent.sentAt} busy={flow.work === 'resend'} onPress={flow.resend} />
      <p className="farm-help">
        <button type="button" className="n-link" onClick={() => setHelp(true)}>
          <Trans>Didn't receive a verification code?</Trans>
        </button>
      </p>
      {help && <NoCodeHelp onClose={() => setHelp(false)} />}
    </Frame>
  )
}

function SentTo({ phoneNumber, email, sentAt }: Sent) {
  const time = timeOfDay(sentAt)
  if (phoneNumber !== undefined && email !== undefined)
    return (
      <Trans>
        Sent at {time} to <b>{phoneNumber}</b> and <b>{email}</b>
      </Trans>
    )
  const only = phoneNumber ?? email
  if (only === undefined) return <Trans>Sent at {time}</Trans>
  return (
    <Trans>
      Sent at {time} to <b>{only}</b>
    </Trans>
  )
}

function Resend({ sentAt, busy, onPress }: { sentAt: Date; busy: boolean; onPress: () => void }) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(sentAt.getTime() + patienceMs)
  const clock = `0:${String(seconds).padStart(2, '0')}`
  return (
    <Button size="s" variant="tonal" isDisabled={seconds > 0} busy={busy} busyLabel={t`Sending another code`} onPress={onPress}>
      {seconds > 0 ? <Trans>Resend in {clock}</Trans> : <Trans>Resend</Trans>}
    </Button>
  )
}
