import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CodeField, Notice } from '@nikau/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type CodeChannel, confirmWithCode, type SentCode, sendCode, sentBefore, type StepUpMethods } from './step-up-calls.ts'
import { StepUpProblem } from './StepUpProblem.tsx'

const codeLength = 6

interface CodeStepProps {
  methods: StepUpMethods
  /** By text and by email, for a person who has a passkey and doesn't use it. */
  twoCodes: boolean
  onConfirmed: () => void
}

/** A code by text or email; with `twoCodes` one by text, then one by email. */
export function CodeStep({ methods, twoCodes, onConfirmed }: CodeStepProps) {
  const { t } = useLingui()
  const [channel, setChannel] = useState<CodeChannel>('sms')
  const [sent, setSent] = useState(() => sentBefore('sms'))
  const [code, setCode] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Neither is retried by itself: each send is a message, and each attempt with a code counts.
  const send = useMutation<SentCode, CallError, CodeChannel>({
    mutationKey: ['POST', '/step-up/code/send'],
    mutationFn: sendCode,
    retry: false,
    onMutate: setChannel,
    onSuccess: setSent,
    onError: ({ code: problem }, to) => {
      // The code by text was right before the sheet was closed.
      if (twoCodes && to === 'sms' && problem === 'CHANNEL_NOT_AVAILABLE') sendTo('email')
    },
  })
  const confirm = useMutation<{ next?: 'email' }, CallError, string>({
    mutationKey: ['POST', '/step-up/code'],
    mutationFn: confirmWithCode,
    retry: false,
    onError: () => field.current?.select(),
    onSuccess: ({ next }) => {
      if (next === undefined) onConfirmed()
      else sendTo(next)
    },
  })
  const sendTo = (to: CodeChannel) => {
    confirm.reset()
    setIsIncomplete(false)
    setCode('')
    send.mutate(to)
    field.current?.focus()
  }
  const { mutate: sendFirst } = send
  const opened = useRef(false)
  useEffect(() => {
    field.current?.focus()
    if (!opened.current && !sentBefore('sms')) sendFirst('sms')
    opened.current = true
  }, [sendFirst])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsIncomplete(code.length < codeLength)
    if (code.length < codeLength) field.current?.focus()
    else if (!confirm.isPending) confirm.mutate(code)
  }
  const problem = confirm.error ? <StepUpProblem error={confirm.error} /> : isIncomplete ? <Trans>Enter all 6 digits</Trans> : undefined
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      {twoCodes && (
        <p className="text-label font-normal text-ink-2">
          <Trans>Without your passkey we need two codes: one by text, then one by email.</Trans>
        </p>
      )}
      <p role="status">
        {send.isPending ? (
          <Trans>Sending a code…</Trans>
        ) : sent && sent.channel === channel ? (
          channel === 'sms' ? (
            <Trans>
              We texted a code to <b className="whitespace-nowrap tabular-nums">{methods.phone}</b>
            </Trans>
          ) : (
            <Trans>
              We emailed a code to <b>{methods.email}</b>
            </Trans>
          )
        ) : undefined}
      </p>
      {send.error && (
        <Notice tone="warning" live="assertive" level={3} title={<Trans>We couldn’t send a code</Trans>}>
          <StepUpProblem error={send.error} />
        </Notice>
      )}
      <CodeField
        label={twoCodes ? channel === 'sms' ? <Trans>Code from the text</Trans> : <Trans>Code from the email</Trans> : <Trans>6-digit code</Trans>}
        ref={field}
        value={code}
        onChange={(value) => {
          setCode(value)
          setIsIncomplete(false)
          if (confirm.isError) confirm.reset()
        }}
        onComplete={(complete) => confirm.mutate(complete)}
        error={problem && <span role="alert">{problem}</span>}
      />
      <Button type="submit" full busy={confirm.isPending} busyLabel={t`Checking`}>
        <Trans>Confirm</Trans>
      </Button>
      <div className="flex flex-wrap justify-center gap-x-2">
        <ResendButton key={sent?.resendAt} resendAt={sent?.resendAt} busy={send.isPending} onPress={() => sendTo(channel)} />
        {methods.email !== undefined && !twoCodes && (
          <Button variant="quiet" size="s" onPress={() => sendTo(channel === 'sms' ? 'email' : 'sms')}>
            {channel === 'sms' ? <Trans>Send by email</Trans> : <Trans>Send by text</Trans>}
          </Button>
        )}
      </div>
    </form>
  )
}

function ResendButton({ resendAt, busy, onPress }: { resendAt: string | undefined; busy: boolean; onPress: () => void }) {
  const secondsLeft = () => (resendAt === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(resendAt) - serverNow().getTime()) / 1000)))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  })
  return (
    <Button variant="quiet" size="s" isDisabled={left > 0 || busy} onPress={onPress}>
      {left > 0 ? <Trans>New code in {left} s</Trans> : <Trans>Send a new code</Trans>}
    </Button>
  )
}
