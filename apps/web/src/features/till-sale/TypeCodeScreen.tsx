import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Button, Header, TextField, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { useCounter } from './counter.ts'
import { codeLength, digitsOf, groupsOfFour, readCode } from './customer-code.ts'
import { useSale } from './engine-instance.ts'
import { MisreadNote } from './MisreadNote.tsx'
import { amountToAsk } from './sale.ts'

/** The digits under the customer's barcode. A slip of the finger is said without a call. */
export function TypeCodeScreen() {
  const { t } = useLingui()
  const { go, charge, misread, clearMisread } = useCounter()
  const { sale, request, isBusy, problem } = useSale()
  const [digits, setDigits] = useState('')
  const [isWrong, setWrong] = useState(false)
  const amount = format(amountToAsk(sale, request))
  const submit = () => {
    const read = readCode(digits)
    setWrong(read.kind !== 'code')
    if (read.kind === 'code') charge(read.barcode)
  }
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'scan' })} backLabel={t`Back to the camera`} title={amount} />
      <form
        className="flex flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TillMiddle>
          <h1 className="n-till-title">
            <Trans>Type the 16 digits</Trans>
          </h1>
          <p className="n-till-say">
            <Trans>They stand under the barcode on the customer’s phone.</Trans>
          </p>
          <div className="mt-6">
            <TextField
              label={t`Customer’s code`}
              value={groupsOfFour(digits)}
              onChange={(text) => {
                setDigits(digitsOf(text).replaceAll(/\D/g, '').slice(0, codeLength))
                setWrong(false)
                clearMisread()
              }}
              inputMode="numeric"
              autoComplete="off"
              error={isWrong || misread || problem ? <MisreadNote wrong={isWrong ? 'wrong-check-digit' : undefined} /> : undefined}
            />
          </div>
        </TillMiddle>
        <TillFooter>
          <Button type="submit" size="l" full busy={isBusy} busyLabel={t`Asking`} isDisabled={digits.length < codeLength}>
            <Trans>Charge {amount}</Trans>
          </Button>
        </TillFooter>
      </form>
    </TillScreen>
  )
}
