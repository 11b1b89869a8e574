/**
 * The first visit loads the page and its files before the service worker is there to keep them. Once it is, they are fetched again, so
 * that the till starts without signal from then on.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || navigator.serviceWorker.controller) return
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      const ours = files.filter((address) => address.startsWith(`${location.origin}/deimos/assets/`))
      for (const address of [location.href, ...new Set(ours)]) void fetch(address).catch(() => {})
    },
    { once: true },
  )
}
