/** The service worker's cache of opened screens, as in vite.config.ts. */
const cacheName = 'screens'

/** Makes sure that this page starts without signal: files that were loaded before the service worker ran are not in its cache yet. */
export async function keepPageFiles(): Promise<void> {
  const { serviceWorker }: Partial<Pick<Navigator, 'serviceWorker'>> = navigator
  if (!serviceWorker || typeof caches === 'undefined' || !(await serviceWorker.getRegistration())) return
  const cache = await caches.open(cacheName)
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const file of new Set(files.filter((url) => /\/deimos\/assets\/[^/]+\.(?:js|css|woff2)$/.test(url))))
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined) // one file less than needed is found out without signal only
}
