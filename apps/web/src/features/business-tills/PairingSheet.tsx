import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import { createPairingCode } from '@nikau/contract/tills'
import { Button, Notice, Sheet, TextLink } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { TillAddress } from './TillAddress.tsx'
import { reloadTills, useTills } from '../../lib/useTills.ts'

type WithCode = AnswerOf<typeof createPairingCode>

const checkMs = 3000

/** The code of a till, once, until a device has used it. */
export function PairingSheet({ made, onClose }: { made: WithCode; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const [{ till, pairing }, show] = useState(made)
  const renew = useEndpointMutation(createPairingCode)
  const isOver = useSecondsUntil(pairing.expiresAt) <= 0
  const current = useTills().data?.find(({ id }) => id === till.id)
  const isPaired = current?.status === 'paired' && current.pairedAt?.getTime() !== till.pairedAt?.getTime()
  const { name } = current ?? till
  useEffect(() => {
    if (isPaired || isOver) return undefined
    const timer = setInterval(() => void reloadTills(), checkMs)
    return () => clearInterval(timer)
  }, [isPaired, isOver])
  const again = async () => {
    const next = await renew.mutateAsync({ params: { accountId, tillId: till.id } }).catch(() => undefined) // shown below
    if (next) show(next)
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isPaired ? <Trans>{name} is paired</Trans> : <Trans>Pair {name}</Trans>}
      closeLabel={t`Close`}
      actions={
        isOver && !isPaired ? (
          <Button full onPress={() => void again()} busy={renew.isPending} busyLabel={t`Making a code`}>
            <Trans>Make a new code</Trans>
          </Button>
        ) : (
          <Button full variant={isPaired ? 'filled' : 'outlined'} onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        )
      }
    >
      <p className="n-hidden" role="status">
        {isPaired ? t`${name} is paired` : isOver ? t`The code is over` : ''}
      </p>
      {isPaired ? <Paired /> : isOver ? <Over /> : <Code made={{ till, pairing }} />}
      {renew.error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>No code was made</Trans>}>
          <CallProblem error={renew.error} />
        </Notice>
      )}
    </Sheet>
  )
}

function Code({ made: { pairing } }: { made: WithCode }) {
  const { t } = useLingui()
  const minutes = Math.ceil(useSecondsUntil(pairing.expiresAt) / 60)
  const groups = [pairing.code.slice(0, 4), pairing.code.slice(4)]
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-center gap-1 rounded-l bg-sunken p-5">
        <output aria-label={t`Pairing code`} className="font-mono text-title font-semibold tracking-widest">
          {groups.join(' ')}
        </output>
        <p className="text-label text-ink-2">
          <Plural value={minutes} one="Good for # more minute, once" other="Good for # more minutes, once" />
        </p>
      </div>
      <p>
        <Trans>On the phone or tablet that becomes the till, scan this or open the address, and type the code there.</Trans>
      </p>
      <TillAddress />
      <p className="text-label text-ink-2">
        <Trans>The code isn’t shown again. Give it to nobody who doesn’t set up this till.</Trans>
      </p>
    </div>
  )
}

const Over = () => (
  <p>
    <Trans>The code is over: nobody used it within 10 minutes. Nothing was paired.</Trans>
  </p>
)

function Paired() {
  return (
    <p>
      <Trans>
        Whoever takes payments starts at it with a code of their own. You set yours under{' '}
        <TextLink href={businessPaths.takeTill}>Take a payment, Till</TextLink>.
      </Trans>
    </p>
  )
}

/** By the server’s clock, in whole seconds. */
function useSecondsUntil(end: Date): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000))
}
