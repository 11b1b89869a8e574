import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { registerSW } from 'virtual:pwa-register'
import { toast } from './toasts.ts'

const hourMs = 3_600_000

/** A new version waits until the person agrees: nothing changes under a payment. It is looked for on every visit and every hour. */
export function registerWorker(): void {
  const update = registerSW({
    onNeedRefresh: () => toast({ text: <Prompt onRefresh={() => void update(true)} />, stays: true }),
    onRegisteredSW: (_, registration) => registration && setInterval(() => void registration.update(), hourMs),
  })
}

function Prompt({ onRefresh }: { onRefresh: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Trans>A new version is ready.</Trans>
      <Button variant="quiet" size="s" onPress={onRefresh}>
        <Trans>Refresh</Trans>
      </Button>
    </span>
  )
}
