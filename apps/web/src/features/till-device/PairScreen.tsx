import { Trans, useLingui } from '@lingui/react/macro'
import { pairTill } from '@nikau/contract/tills'
import { Button, Logo, Notice, TextField, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { useOnline } from '../../lib/useOnline.ts'
import { pair, unpairedReason } from './device.ts'

const codeLength = 8

/** As it is read out: two groups of four. */
const grouped = (text: string) => {
  const plain = text
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
    .slice(0, codeLength)
  return plain.length > 4 ? `${plain.slice(0, 4)} ${plain.slice(4)}` : plain
}

/** Pairs the device with a till, by the code that an owner or manager makes in the portal. Nobody signs in here. */
export function PairScreen() {
  const { t } = useLingui()
  const isOnline = useOnline()
  const reason = useStoredValue(unpairedReason)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<CallError>()
  const [isBusy, setBusy] = useState(false)
  const isComplete = code.replace(' ', '').length === codeLength

  const submit = async () => {
    if (isBusy || !isComplete) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { key, till } = await call(pairTill, { body: { code: code.replace(' ', '') } })
      pair({ key, till })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <TillScreen>
      <form
        className="flex flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TillMiddle>
          <Logo label={t`Nikau`} />
          <h1 className="n-till-title mt-8">
            <Trans>Pair this till</Trans>
          </h1>
          <p className="n-till-say">
            <Trans>An owner or manager makes a code in Nikau for business, under Team. It works once, for 10 minutes.</Trans>
          </p>
          {reason !== undefined && (
            <div className="mt-5">
              <Notice
                tone="warning"
                title={reason === 'switched-off' ? <Trans>This till was switched off</Trans> : <Trans>This till has changed between test and live</Trans>}
              >
                <Trans>Pair it again to go on. Nothing that was noted here is lost.</Trans>
              </Notice>
            </div>
          )}
          <div className="mt-6">
            <TextField
              label={t`Pairing code`}
              value={code}
              onChange={(text) => {
                setCode(grouped(text))
                setProblem(undefined)
              }}
              autoComplete="off"
              hint={t`8 letters and digits`}
              error={problem && <PairProblem problem={problem} />}
            />
          </div>
        </TillMiddle>
        <TillFooter>
          <Button type="submit" size="l" full busy={isBusy} busyLabel={t`Pairing`} isDisabled={!isComplete || !isOnline}>
            <Trans>Pair</Trans>
          </Button>
        </TillFooter>
      </form>
    </TillScreen>
  )
}

function PairProblem({ problem }: { problem: CallError }) {
  if (problem.code === 'PAIRING_CODE_INVALID') return <Trans>That code doesn’t work. Codes work once, for 10 minutes. Ask for a new one.</Trans>
  if (problem.code === 'RATE_LIMIT_EXCEEDED') return <Trans>Too many codes. Wait a minute and try again.</Trans>
  if (problem.code === 'NETWORK' && problem.reason !== 'TimeoutError') return <Trans>There is no connection. Try again.</Trans>
  return <Trans>Something went wrong. Try again.</Trans>
}
