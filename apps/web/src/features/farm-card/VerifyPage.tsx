import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Button } from '@nikau/ui'
import { useId, useState } from 'react'
import { CodeForm } from './CodeForm.tsx'
import { CodeErrorNotice } from './messages.tsx'
import { NoCodeHelp } from './NoCodeHelp.tsx'
import { PageFrame, type PageProps } from './PageFrame.tsx'
import { useSecondsUntil } from './useSecondsUntil.ts'
import type { Verification } from './verification-state.ts'

type SentCode = NonNullable<Verification['code']>

/** A code takes a while to arrive, and a new one invalidates the previous one. */
const resendDelayMs = 20_000

/** The form for the code that was sent to the cardholder. */
export function VerifyPage({ state, merchant, flow, onBack }: PageProps & { onBack: () => void }) {
  const { t } = useLingui()
  const formId = useId()
  const [help, setHelp] = useState(false)
  const sent = flow.verification.code!
  const { codeError } = flow.verification
  const busy = flow.progress === 'code' || flow.progress === 'paying'
  const amount = format(state.request.due)
  const progressText = flow.progress === 'paying' ? t`Paying ${amount}…` : t`Checking your code…`
  return (
    <PageFrame
      state={state}
      merchant={merchant}
      onBack={onBack}
      footer={
        <>
          <Button full type="submit" form={formId} busy={busy} busyLabel={progressText} isDisabled={flow.progress === 'resend'}>
            <Trans>Complete</Trans>
          </Button>
          {busy ? (
            <p className="farm-progress">{progressText}</p>
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
      {codeError && (
        <div className="farm-notice">
          <CodeErrorNotice error={codeError} />
        </div>
      )}
      {/* A new code resets the form. */}
      <CodeForm key={sent.sentAt.getTime()} id={formId} refused={codeError === 'code-invalid'} onSubmit={flow.submitCode} />
      <p className="farm-sent" role="status">
        <SentTo {...sent} />
      </p>
      <Resend sentAt={sent.sentAt} busy={flow.progress === 'resend'} onPress={flow.resendCode} />
      <p className="farm-help">
        <button type="button" className="n-link" onClick={() => setHelp(true)}>
          <Trans>Didn't receive a verification code?</Trans>
        </button>
      </p>
      {help && <NoCodeHelp onClose={() => setHelp(false)} />}
    </PageFrame>
  )
}

function SentTo({ phoneNumber, email, sentAt }: SentCode) {
  const time = timeOfDay(sentAt)
  if (phoneNumber !== undefined && email !== undefined)
    return (
      <Trans>
        Sent at {time} to <b>{phoneNumber}</b> and <b>{email}</b>
      </Trans>
    )
  const contact = phoneNumber ?? email
  if (contact === undefined) return <Trans>Sent at {time}</Trans>
  return (
    <Trans>
      Sent at {time} to <b>{contact}</b>
    </Trans>
  )
}

function Resend({ sentAt, busy, onPress }: { sentAt: Date; busy: boolean; onPress: () => void }) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(sentAt.getTime() + resendDelayMs)
  const clock = `0:${String(seconds).padStart(2, '0')}`
  return (
    <Button size="s" variant="tonal" isDisabled={seconds > 0} busy={busy} busyLabel={t`Sending another code`} onPress={onPress}>
      {seconds > 0 ? <Trans>Resend in {clock}</Trans> : <Trans>Resend</Trans>}
    </Button>
  )
}
