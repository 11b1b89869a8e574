/** Registers the service worker once the page has settled, and tells of a newer version when one waits. Never in development. */
export function keepUpToDate(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void import('./update-prompt.tsx').then(({ registerWorker }) => registerWorker())
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
