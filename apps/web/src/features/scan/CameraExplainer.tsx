import { Trans } from '@lingui/react/macro'
import { Button, CameraIcon } from '@nikau/ui'

/** Explains the camera before the browser's permission prompt: people deny unexpected prompts. */
export function CameraExplainer({ onStart }: { onStart: () => void }) {
  return (
    <div className="my-auto flex flex-col items-center gap-4 py-8 text-center">
      <span className="n-camera-disc">
        <CameraIcon />
      </span>
      <h2 className="n-heading">
        <Trans>Scan to pay</Trans>
      </h2>
      <p className="max-w-72 text-balance">
        <Trans>We use the camera to read the QR code at the till. The picture stays on this device.</Trans>
      </p>
      <Button variant="accent" onPress={onStart}>
        <Trans>Turn on the camera</Trans>
      </Button>
    </div>
  )
}
