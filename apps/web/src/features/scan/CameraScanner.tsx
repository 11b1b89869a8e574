import { Trans, useLingui } from '@lingui/react/macro'
import { CameraControl, CameraControls, CameraScreen, Icon, Page, PageBody, Sheet, Spinner, Title, Viewfinder } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { BarcodeScanTabs } from '../../lib/BarcodeScanTabs.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { hasTorch, setTorch, willPromptForCamera } from './camera.ts'
import { CodeForm } from './CodeForm.tsx'
import { CameraExplainer } from './CameraExplainer.tsx'
import { ScanFailure } from './ScanFailure.tsx'
import { scanPhoto } from './scan.ts'
import { type ScanError, toScanError } from './scan-errors.ts'
import { useCamera } from './useCamera.ts'
import { useOpenScannedCode } from './useOpenScannedCode.ts'

/** Once the person has turned the camera on, it starts automatically until the app is reloaded. */
let cameraEnabled = false

type Phase = { at: 'checking' | 'explaining' | 'scanning' | 'opening' } | { at: 'failed'; error: ScanError }

export function CameraScanner() {
  const { t } = useLingui()
  const { bar } = useScreen()
  const openScannedCode = useOpenScannedCode()
  const video = useRef<HTMLVideoElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [phase, setPhase] = useState<Phase>({ at: cameraEnabled ? 'scanning' : 'checking' })
  const [isTyping, setIsTyping] = useState(false)
  const [torchOn, setTorchOn] = useState(false)
  const fail = (error: ScanError) => setPhase({ at: 'failed', error })

  useEffect(() => {
    if (phase.at !== 'checking') return undefined
    let unmounted = false
    void willPromptForCamera().then((prompts) => unmounted || setPhase({ at: prompts ? 'explaining' : 'scanning' }))
    return () => void (unmounted = true)
  }, [phase.at])

  // Going back while the next screen's code is still loading leaves this screen mounted: scan again.
  useEffect(() => {
    if (phase.at !== 'opening') return undefined
    const restart = () => setPhase({ at: 'checking' })
    addEventListener('popstate', restart)
    return () => removeEventListener('popstate', restart)
  }, [phase.at])

  const handleCode = async (text: string) => {
    setPhase({ at: 'opening' })
    navigator.vibrate?.(10)
    const error = await openScannedCode(text)
    if (error) fail(error)
  }
  const handlePhoto = async (photo: Blob) => {
    setPhase({ at: 'opening' })
    try {
      const text = await scanPhoto(photo)
      await (text === undefined ? fail('no-code') : handleCode(text))
    } catch (error) {
      fail(toScanError(error))
    }
  }
  /** After an error, the focused button disappears: move the focus to the heading. */
  const start = () => {
    cameraEnabled = true
    setPhase({ at: 'scanning' })
    title.current?.focus()
  }
  const track = useCamera(video, { on: phase.at === 'scanning', onCode: (text) => void handleCode(text), onError: fail })
  const switchTorch = (on: boolean) => {
    if (!track) return
    setTorchOn(on)
    setTorch(track, on).catch(() => setTorchOn(false)) // some devices report a torch they cannot switch on
  }

  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera picture has no sound
    <CameraScreen feed={<video ref={video} muted playsInline aria-hidden data-running={track !== undefined || undefined} />}>
      <Page ground="none" bar={bar}>
        <PageBody>
          <Title hidden ref={title}>
            <Trans>Scan</Trans>
          </Title>
          <BarcodeScanTabs current="scan" />
          {phase.at === 'failed' ? (
            <ScanFailure error={phase.error} onRefresh={start} />
          ) : phase.at === 'explaining' ? (
            <CameraExplainer onStart={start} />
          ) : (
            <>
              <div className="my-auto py-8">
                <Viewfinder found={phase.at === 'opening'} />
              </div>
              <div className="relative min-h-12 pb-6 text-center font-semibold" aria-live="polite">
                {phase.at === 'opening' ? (
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
          {/* Not to be seen before it is known what is above them. */}
          <div className={phase.at === 'checking' ? 'invisible' : undefined}>
            <CameraControls>
              {track && hasTorch(track) && (
                <CameraControl icon={<Icon name="torch" />} on={torchOn} onPress={() => switchTorch(!torchOn)}>
                  <Trans>Torch</Trans>
                </CameraControl>
              )}
              <PhotoControl onPhoto={(photo) => void handlePhoto(photo)} />
              <CameraControl icon={<Icon name="keyboard" />} onPress={() => setIsTyping(true)}>
                <Trans>Type the code</Trans>
              </CameraControl>
            </CameraControls>
          </div>
          <Sheet isOpen={isTyping} onClose={() => setIsTyping(false)} title={<Trans>Type the code</Trans>} closeLabel={t`Close`}>
            <CodeForm
              label={t`Payment link`}
              hint={t`You’ll find it under the QR code, or in the shop’s message.`}
              onCode={(text) => {
                setIsTyping(false)
                void handleCode(text)
              }}
            />
          </Sheet>
        </PageBody>
      </Page>
    </CameraScreen>
  )
}

/** Reads a code from a photo, for example one received in a message. */
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
