/** Registers the service worker after the page has loaded; never in development. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void import('./update-prompt.tsx').then(({ registerWithUpdatePrompt }) => registerWithUpdatePrompt())
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
