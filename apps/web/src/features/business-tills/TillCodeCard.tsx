import { Trans, useLingui } from '@lingui/react/macro'
import { getTillCode, setTillCode } from '@nikau/contract/tills'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Button, CodeField, Notice, PortalCard, Skeleton } from '@nikau/ui'
import { type FormEvent, useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'

const digits = 6

/** The code with which a member starts at the tills of the business. Only they set it, and nobody sees it again. */
export function TillCodeCard() {
  const { t } = useLingui()
  const { accountId, accountName } = useBusiness()
  const query = useEndpointQuery(getTillCode, { params: { accountId } })
  const state = toAsyncData(query.data, query)
  const [code, setCode] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const set = useEndpointMutation(setTillCode)
  const isTooSimple = set.error?.code === 'TILL_CODE_TOO_SIMPLE'
  const setAt = state.data?.setAt
  const [day, time] = [setAt && shortDate(setAt), setAt && timeOfDay(setAt)]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (code.length < digits || set.isPending) return
    const saved = await set.mutateAsync({ params: { accountId }, body: { code } }).catch(() => undefined) // shown below
    if (!saved) return
    queryClient.setQueryData([getTillCode.method, getTillCode.path, { params: { accountId } }], saved)
    setCode('')
    setChecked(false)
    setSaved(true)
  }
  return (
    <PortalCard title={<Trans>Your till code</Trans>}>
      {state.failed ? (
        <LoadFailed source={state}>
          <Trans>We couldn’t load your till code</Trans>
        </LoadFailed>
      ) : (
        <form className="grid gap-5" noValidate onSubmit={(event) => void submit(event)}>
          <p className="text-ink-2">
            <Trans>
              You start at every till of {accountName} with 6 digits of your own. Keep them to yourself: what is done with them is recorded as yours.
            </Trans>
          </p>
          <p role="status" aria-busy={state.data === undefined}>
            {state.data === undefined ? (
              <Skeleton width="l" />
            ) : setAt === undefined ? (
              <Trans>You have no code yet.</Trans>
            ) : isSaved ? (
              <Trans>Your code is set. You can start at the till with it.</Trans>
            ) : (
              <Trans>
                You set it on {day}, {time}.
              </Trans>
            )}
          </p>
          <CodeField
            label={t`New code`}
            hint={t`Not one digit six times, and not digits in a row`}
            length={digits}
            value={code}
            onChange={(text) => {
              setCode(text)
              setSaved(false)
              set.reset()
            }}
            error={isTooSimple ? t`That’s too easy to guess. Choose another one.` : isChecked && code.length < digits ? t`Enter 6 digits` : undefined}
          />
          {set.error && !isTooSimple && (
            <Notice tone="negative" live="assertive" level={3} title={<Trans>Your code wasn’t changed</Trans>}>
              <CallProblem error={set.error} />
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" busy={set.isPending} busyLabel={t`Saving`}>
              <Trans>Save the code</Trans>
            </Button>
            <p className="text-label text-ink-2">
              <Trans>A new code ends your turn at every till.</Trans>
            </p>
          </div>
        </form>
      )}
    </PortalCard>
  )
}
