/** It fills its caches when it is registered, on the line that the first screen is loading on. */
const delayMs = 10_000

/** Registers the service worker some time after the page has loaded; never in development. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void import('./update-prompt.tsx').then(({ registerWithUpdatePrompt }) => registerWithUpdatePrompt())
  // Where it is registered already, it is asked for a new version at once.
  const delay = navigator.serviceWorker.controller ? 0 : delayMs
  if (document.readyState === 'complete') setTimeout(register, delay)
  else addEventListener('load', () => setTimeout(register, delay), { once: true })
}
