import { Trans, useLingui } from '@lingui/react/macro'
import { CameraControl, CameraControls, CameraScreen, Icon, Page, PageBody, Sheet, Spinner, Title, Viewfinder } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { usePlace } from '../../lib/screen.ts'
import { hasTorch, setTorch, wouldAsk } from './camera.ts'
import { CodeForm } from './CodeForm.tsx'
import { Explanation } from './Explanation.tsx'
import { Failure } from './Failure.tsx'
import { scanPhoto } from './scan.ts'
import { Switcher } from './Switcher.tsx'
import { type Trouble, troubleOf } from './trouble.ts'
import { useCamera } from './useCamera.ts'
import { useFollow } from './useFollow.ts'

/** Once someone has turned the camera on it starts by itself, for as long as the app is open. */
let turnedOn = false

type Phase = { at: 'checking' | 'explaining' | 'scanning' | 'following' } | { at: 'failed'; trouble: Trouble }

export function CameraScanner() {
  const { t } = useLingui()
  const { bar } = usePlace()
  const follow = useFollow()
  const video = useRef<HTMLVideoElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [phase, setPhase] = useState<Phase>({ at: turnedOn ? 'scanning' : 'checking' })
  const [typing, setTyping] = useState(false)
  const [lit, setLit] = useState(false)
  const fail = (trouble: Trouble) => setPhase({ at: 'failed', trouble })

  useEffect(() => {
    if (phase.at !== 'checking') return undefined
    let gone = false
    void wouldAsk().then((asks) => gone || setPhase({ at: asks ? 'explaining' : 'scanning' }))
    return () => void (gone = true)
  }, [phase.at])

  // Back, pressed while the next screen is still being fetched: this one never went, and scans again.
  useEffect(() => {
    if (phase.at !== 'following') return undefined
    const again = () => setPhase({ at: 'checking' })
    addEventListener('popstate', again)
    return () => removeEventListener('popstate', again)
  }, [phase.at])

  const found = async (text: string) => {
    setPhase({ at: 'following' })
    navigator.vibrate?.(10)
    const trouble = await follow(text)
    if (trouble) fail(trouble)
  }
  const read = async (photo: Blob) => {
    setPhase({ at: 'following' })
    try {
      const text = await scanPhoto(photo)
      await (text === undefined ? fail('no-code') : found(text))
    } catch (error) {
      fail(troubleOf(error))
    }
  }
  /** Also from a failure, whose button is gone with it: the focus goes back to the heading. */
  const start = () => {
    turnedOn = true
    setPhase({ at: 'scanning' })
    title.current?.focus()
  }
  const track = useCamera(video, { on: phase.at === 'scanning', onCode: (text) => void found(text), onTrouble: fail })
  const light = (on: boolean) => {
    if (!track) return
    setLit(on)
    setTorch(track, on).catch(() => setLit(false)) // some lamps are named and cannot be lit
  }

  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera picture has no sound
    <CameraScreen feed={<video ref={video} muted playsInline aria-hidden data-running={track !== undefined || undefined} />}>
      <Page ground="none" bar={bar}>
        <PageBody>
          <Title hidden ref={title}>
            <Trans>Scan</Trans>
          </Title>
          <Switcher />
          {phase.at === 'failed' ? (
            <Failure trouble={phase.trouble} onRefresh={start} />
          ) : phase.at === 'explaining' ? (
            <Explanation onStart={start} />
          ) : (
            <>
              <div className="my-auto py-8">
                <Viewfinder found={phase.at === 'following'} />
              </div>
              <div className="relative min-h-12 pb-6 text-center font-semibold" aria-live="polite">
                {phase.at === 'following' ? (
                  <Trans>Found it. One moment.</Trans>
                ) : track ? (
                  <Trans>Point at a payment QR code</Trans>
                ) : (
                  <Spinner>
                    <Trans>Starting the camera</Trans>
                  </Spinner>
                )}
              </div>
            </>
          )}
          <CameraControls>
            {track && hasTorch(track) && (
              <CameraControl icon={<Icon name="torch" />} on={lit} onPress={() => light(!lit)}>
                <Trans>Torch</Trans>
              </CameraControl>
            )}
            <PhotoControl onPhoto={(photo) => void read(photo)} />
            <CameraControl icon={<Icon name="keyboard" />} onPress={() => setTyping(true)}>
              <Trans>Type the code</Trans>
            </CameraControl>
          </CameraControls>
          <Sheet isOpen={typing} onClose={() => setTyping(false)} title={<Trans>Type the code</Trans>} closeLabel={t`Close`}>
            <CodeForm
              label={t`Payment link`}
              hint={t`It stands under the QR code, or in the message from the shop.`}
              onCode={(text) => {
                setTyping(false)
                void found(text)
              }}
            />
          </Sheet>
        </PageBody>
      </Page>
    </CameraScreen>
  )
}

/** A photo of a code, for example one that someone sent. */
function PhotoControl({ onPhoto }: { onPhoto: (photo: Blob) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CameraControl icon={<Icon name="image" />} onPress={() => input.current?.click()}>
        <Trans>Photo</Trans>
      </CameraControl>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Photo of a QR code`}
        onChange={({ target }) => {
          const [photo] = target.files ?? []
          target.value = ''
          if (photo) onPhoto(photo)
        }}
      />
    </>
  )
}
