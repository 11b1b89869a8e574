import { Trans, useLingui } from '@lingui/react/macro'
import { Icon, IconButton, Spinner } from '@nikau/ui'
import { useRef, useState } from 'react'
import { Message } from '../../lib/Message.tsx'
import { hasTorch, type ScanError, scanErrorMessages, setTorch, useCamera } from '../scan/index.ts'
import { useCounter } from './counter.ts'
import { readCode } from './customer-code.ts'
import { useSale } from './engine-instance.ts'
import { MisreadNote } from './MisreadNote.tsx'

/** The camera with its frame. Its code is fetched when it is first needed: a till with a hand scanner never loads it. */
export function CameraPart({ amount }: { amount: string }) {
  const { t } = useLingui()
  const { go, charge } = useCounter()
  const { isBusy } = useSale()
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<ScanError>()
  /** Each reading starts the camera anew. */
  const [round, setRound] = useState(0)
  const [wrong, setWrong] = useState<'wrong-check-digit' | 'unsupported'>()
  const [isLit, setLit] = useState(false)
  const track = useCamera(video, {
    on: failure === undefined && !isBusy && round % 2 === 0,
    kind: 'barcode',
    onError: setFailure,
    onCode: (text) => {
      const read = readCode(text)
      if (read.kind === 'code') return charge(read.barcode)
      setWrong(read.kind)
      setRound(round + 1)
      setTimeout(() => setRound(round + 2))
    },
  })
  const light = () => {
    if (!track) return
    setLit(!isLit)
    setTorch(track, !isLit).catch(() => setLit(false))
  }
  return (
    <div className="n-scan">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera picture has no sound */}
      <video ref={video} muted playsInline aria-hidden />
      <h1 className="n-hidden">
        <Trans>Scan the customer’s code</Trans>
      </h1>
      <div className="n-scan-bar">
        <IconButton label={t`Back to the amount`} icon={<Icon name="left" />} onPress={() => go({ at: 'sale' })} />
        <b>{amount}</b>
        {track && hasTorch(track) ? (
          <IconButton label={isLit ? t`Light off` : t`Light on`} icon={<Icon name="torch" />} onPress={light} />
        ) : (
          <span className="size-12" />
        )}
      </div>
      <div className="n-scan-frame" aria-hidden>
        <svg viewBox="0 0 340 200" preserveAspectRatio="none">
          <path d="M4 50V28Q4 4 28 4h26M286 4h26q24 0 24 24v22M336 150v22q0 24-24 24h-26M54 196H28q-24 0-24-24v-22" />
        </svg>
      </div>
      <div className="n-scan-say" aria-live="polite">
        {isBusy ? (
          <Spinner>
            <Trans>Asking</Trans>
          </Spinner>
        ) : (
          <MisreadNote wrong={wrong}>
            {failure ? <Message of={scanErrorMessages[failure]} /> : <Trans>Hold the customer’s barcode in the frame</Trans>}
          </MisreadNote>
        )}
      </div>
    </div>
  )
}
