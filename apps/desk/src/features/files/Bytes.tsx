import { Trans, useLingui } from '@lingui/react/macro'
import { revealBankFile } from '@nikau/contract/desk/bank-files'
import { timeOfDay } from '@nikau/nz/nz-time'
import { Button, Icon, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { Hash } from '../../parts/Hash.tsx'
import { Refusal } from '../../parts/Refusal.tsx'

const minReason = 3

/** Opens the bytes for a reason. They go with the page, and are hidden again after ten minutes. */
export function Bytes({ id }: { id: string }) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const now = useNow(1000)
  const [isAsking, setIsAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const reveal = useDeskMutation(revealBankFile)
  const opened = reveal.data
  const hide = () => {
    reveal.reset()
    setIsAsking(false)
    setReason('')
  }
  if (opened && now < opened.until) {
    const [until, entry] = [timeOfDay(opened.until), opened.entry]
    return (
      <section className="dk-bytes" aria-label={t`Bytes of the file`}>
        <p className="dk-bytes-head">
          <Icon name="eye" size="s" />
          <span>
            <Trans>
              Shown until {until}, audit entry {entry}.
            </Trans>
          </span>
        </p>
        {/* Scrolled by the keyboard, too. */}
        <pre {...{ tabIndex: 0, role: 'region', 'aria-label': t`Content` }}>{opened.content}</pre>
        <p className="dk-sub">
          <Hash of={opened.digest} />{' '}
          {opened.isKept === undefined ? (
            <Trans>no digest was kept when it was built</Trans>
          ) : opened.isKept ? (
            <Trans>the digest that was kept when it was built</Trans>
          ) : (
            <b className="dk-bytes-differ">
              <Trans>not the digest that was kept</Trans>
            </b>
          )}
        </p>
        <Button size="s" variant="outlined" onPress={hide}>
          <Trans>Hide</Trans>
        </Button>
      </section>
    )
  }
  if (!isAsking || (opened && now >= opened.until))
    return (
      <>
        <Button
          size="s"
          variant="outlined"
          isDisabled={!canAct}
          onPress={() => {
            reveal.reset()
            setIsAsking(true)
          }}
        >
          <Icon name="eye" size="s" />
          <Trans>Read the bytes</Trans>
        </Button>
        <span className="dk-sub">
          <Trans>holds account numbers: asks for a reason</Trans>
        </span>
      </>
    )
  const open = () => {
    const isShort = reason.trim().length < minReason
    setIsWrong(isShort)
    if (!isShort) reveal.mutate({ params: { id }, body: { reason: reason.trim() } })
  }
  return (
    <div className="dk-bytes-form">
      <TextField
        label={<Trans>Why do you open it?</Trans>}
        hint={<Trans>The audit log keeps it. Your passkey is asked for.</Trans>}
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={isWrong && <Trans>Say why, in at least 3 characters.</Trans>}
      />
      {reveal.error && <Refusal error={reveal.error} title={<Trans>Not opened</Trans>} />}
      <div className="dk-bytes-buttons">
        <Button size="s" variant="outlined" onPress={hide}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="s" variant="filled" busy={reveal.isPending} busyLabel={t`Opening`} needsSignal={false} isDisabled={!canAct} onPress={open}>
          <Trans>Open the bytes</Trans>
        </Button>
      </div>
    </div>
  )
}
