import { Trans } from '@lingui/react/macro'
import { Button } from '@nikau/ui'
import { registerSW } from 'virtual:pwa-register'
import { toast } from './toasts.ts'

const hourMs = 3_600_000

/** A new version waits for the user to agree, so that nothing changes during a payment. Checked on every visit and every hour. */
export function registerWithUpdatePrompt(): void {
  const update = registerSW({
    onNeedRefresh: () => toast({ text: <Prompt onRefresh={refresh} />, persistent: true }),
    onRegisteredSW: (_, registration) => registration && setInterval(() => void registration.update(), hourMs),
  })
  const refresh = () => {
    // The plugin reloads only pages that had a service worker when they registered it, so not a first visit.
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    void update(true)
  }
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
