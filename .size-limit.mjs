// What a browser really fetches before a route can be used, summed: the scripts of its page, everything those import,
// and the chunks that the route itself asks for. One file's size alone would hide what it drags along.
import { readFileSync } from 'node:fs'

const dist = 'apps/web/dist'
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'))

/** The lazy chunks that a route loads at once, by source file. */
const shell = ['src/app/Navigation.tsx', 'src/lib/session.tsx', 'src/lib/session-manager.ts']
const routes = [
  { route: '/locations', chunks: ['src/features/merchants/index.ts'], limit: '130 kB' },
  { route: '/pay/{id}, anyone', page: 'checkout.html', chunks: [], limit: '100 kB' },
  { route: '/farmlands/pay/{id}, anyone', page: 'checkout.html', chunks: ['src/features/farm-card/index.ts'], limit: '110 kB' },
  { route: '/ signed in', chunks: ['src/features/dashboard/index.ts', ...shell], limit: '170 kB' },
]

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the manifest of the build`)
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

const known = new Set(Object.values(manifest).map(({ file }) => file))

/** Scripts and preloads that a page names; they must all be known to the manifest, or something else crept in. */
function namedBy(page) {
  const html = readFileSync(`${dist}/${page}`, 'utf8')
  const named = [...html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="[^"]*?(assets\/[^"]+\.js)"/g)].map(([, file]) => file)
  for (const file of named) if (!known.has(file)) throw new Error(`${page} loads ${file}, which the manifest does not list`)
  return named
}

export default routes.map(({ route, page = 'index.html', chunks, limit }) => {
  const keys = new Set()
  filesOf(page, keys)
  for (const chunk of chunks) filesOf(chunk, keys)
  const files = new Set([...namedBy(page), ...[...keys].map((key) => manifest[key].file)])
  return { name: `first load of ${route}`, path: [...files].map((file) => `${dist}/${file}`), limit, gzip: true }
})
