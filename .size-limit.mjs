// The total JavaScript that a browser loads before a route can be used: the page's scripts, their imports and the route's chunks.
import { readFileSync } from 'node:fs'

const read = (dist, name) => ({ dist, chunks: JSON.parse(readFileSync(`${dist}/.vite/${name}.json`, 'utf8')) })
/** The wallet with the checkout, the portal with the till, and the operators' console are three builds. */
const [wallet, business, desk] = [read('apps/web/dist', 'manifest'), read('apps/web/dist', 'manifest-business'), read('apps/desk/dist', 'manifest')]
const builds = { wallet, business, desk }

/** The lazy chunks that a route loads at once, by source file. */
const shell = ['src/app/signed-in-frame.ts']
const routes = [
  { route: '/locations', chunks: ['src/features/merchants/index.ts'], limit: '130 kB' },
  { route: '/pay/{id}, public', page: 'checkout.html', chunks: [], limit: '100 kB' },
  { route: '/farmlands/pay/{id}, public', page: 'checkout.html', chunks: ['src/features/farm-card/index.ts'], limit: '110 kB' },
  { route: '/transfer/{id}, public', chunks: ['src/features/asset-transfers/index.ts'], limit: '140 kB' },
  { route: '/business', page: 'business.html', build: 'business', chunks: ['src/features/business-home/index.ts'], limit: '200 kB' },
  { route: '/till', page: 'till.html', build: 'business', chunks: [], limit: '160 kB' },
  { route: '/desk', build: 'desk', chunks: ['src/features/approvals/index.ts'], limit: '175 kB' },
  { route: '/ signed in', chunks: ['src/features/dashboard/index.ts', ...shell], limit: '170 kB' },
]

function filesOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/** Scripts and preloads in a page's HTML; all of them must be in the manifest. */
function scriptsOf({ dist, chunks: manifest }, page) {
  const known = new Set(Object.values(manifest).map(({ file }) => file))
  const html = readFileSync(`${dist}/${page}`, 'utf8')
  const scripts = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="[^"]*?(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  for (const file of scripts) if (!known.has(file)) throw new Error(`${page} loads ${file}, which the manifest does not list`)
  return scripts
}

export default routes.map(({ route, page = 'index.html', build = 'wallet', chunks, limit }) => {
  const { dist, chunks: manifest } = builds[build]
  const keys = new Set()
  filesOf(manifest, page, keys)
  for (const chunk of chunks) filesOf(manifest, chunk, keys)
  const files = new Set([...scriptsOf(builds[build], page), ...[...keys].map((key) => manifest[key].file)])
  return { name: `first load of ${route}`, path: [...files].map((file) => `${dist}/${file}`), limit, gzip: true }
})
