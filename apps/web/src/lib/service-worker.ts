/** Registers the service worker once the page has settled, and tells of a newer version when one waits. Never in development. */
export function keepUpToDate(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void import('./update-prompt.tsx').then(({ registerWorker }) => registerWorker()), { once: true })
}
