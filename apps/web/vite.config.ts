import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const cwd = import.meta.dirname
const base = '/deimos/'

/** Text files are compressed once, here, and not on every request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      const folder = join(cwd, 'dist')
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|json|geojson|wasm|webmanifest)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path)
        if (text.length < 1024) continue
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      }
    },
  }
}

/** A name for React's tools, set from outside, keeps a component in the bundle that nobody draws. Without it unused ones fall away. */
function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(?:react-router|lucide-react|react-aria-components)\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = [^;\n]*;$/gm, '')
          .replaceAll(/^((?:const|let|var) \w+ = )((?:\w|\$)+\.)?(forwardRef|createContext|memo)\(/gm, '$1/* @__PURE__ */ $2$3('),
    },
  }
}

/**
 * English stands where it is used, compiled, and not in one catalogue for all: a page loads the sentences that it says. The
 * macro leaves `id` and `message` side by side; the second becomes what a compiled catalogue would hold.
 */
function sourceInPlace(): Plugin {
  const inPlace = /id: ?"([^"]+)",(\s*)(?:context: ?"[^"]*",\s*)?message: ?("(?:[^"\\]|\\.)*")/g
  return {
    name: 'source-in-place',
    apply: 'build',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: inPlace },
      handler: (code) =>
        code.replaceAll(inPlace, (_, id: string, space: string, message: string) => {
          const { source } = createCompiledCatalog('en-NZ', { [id]: JSON.parse(message) as string }, { namespace: 'json' })
          const { messages } = JSON.parse(source) as { messages: Record<string, unknown> }
          return `id: "${id}",${space}message: ${JSON.stringify(messages[id])}`
        }),
    },
    renderChunk: (code) => {
      const left = /id: ?"([\w+/]{6})",\s*(?:context: ?"[^"]*",\s*)?message: ?["'`].*/.exec(code)
      if (left) throw new Error(`a message was left uncompiled: ${left[0].slice(0, 200)}`)
      return null
    },
  }
}

/** In development the page gets from here what the API writes into it elsewhere. */
function configInDevelopment(): Plugin {
  return {
    name: 'config-in-development',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('name="nikau-config" content="{}"', () => `name="nikau-config" content="${(process.env.WEB_CONFIG ?? '{}').replaceAll('"', '&quot;')}"`),
  }
}

/** The addresses of the public checkout, which the API answers with a page of its own. */
const checkoutPath = /^\/deimos\/(?:pay\/[^/?#]+|farmlands\/pay\/[^/?#]+(?:\/verify)?|(?:pnz|bnz|westpac|asb)\/oidc-callback)\/?(?:[?#]|$)/

function checkoutInDevelopment(): Plugin {
  return {
    name: 'checkout-in-development',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (checkoutPath.test(request.url ?? '')) request.url = `${base}checkout.html`
        next()
      })
    },
  }
}

/** What the entry imports at once. Screens are not among it: they are kept as they are opened. */
function shellFiles(): Set<string> {
  const manifest = JSON.parse(readFileSync(join(cwd, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[]; css?: string[]; assets?: string[] }
  >
  const files = new Set<string>()
  const take = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) take(imported)
  }
  take('index.html')
  return files
}

/** Installable, and able to start without a network. Only files of ours are ever kept: no answer of the API, nothing about money. */
const pwa = VitePWA({
  registerType: 'prompt',
  injectRegister: null,
  includeManifestIcons: false,
  manifest: {
    id: base,
    name: 'Nikau',
    short_name: 'Nikau',
    description: 'A wallet for New Zealand: pay, send and keep your tokens.',
    lang: 'en-NZ',
    start_url: base,
    scope: base,
    display: 'standalone',
    background_color: '#F4F6F2',
    theme_color: '#0A3428',
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
  workbox: {
    globPatterns: ['index.html', 'boot.js', 'icon.svg', 'assets/*.{js,css}', 'assets/inter-latin-{wght,opsz}-normal-*.woff2'],
    manifestTransforms: [
      (entries) => {
        const shell = shellFiles()
        return { manifest: entries.filter(({ url }) => !url.startsWith('assets/') || shell.has(url) || url.endsWith('.woff2')), warnings: [] }
      },
    ],
    navigateFallback: null,
    directoryIndex: null, // else the page would come from the cache, and with it yesterday's configuration
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    runtimeCaching: [
      {
        // Pages come from the network while there is one. The return from sign-in and from a bank is never answered from here.
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' &&
          url.pathname.startsWith('/deimos') &&
          !url.pathname.endsWith('/oidc-callback') &&
          !url.pathname.endsWith('/silent.html'),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
      {
        // Code and fonts carry a hash in their name: the same name is the same file. Scanner and map are too large to keep.
        urlPattern: /\/deimos\/assets\/[^/]+\.(?:js|css|woff2)$/,
        handler: 'CacheFirst',
        options: { cacheName: 'screens', expiration: { maxEntries: 80 }, cacheableResponse: { statuses: [200] } },
      },
    ],
  },
})

/** What the public checkout needs, and with it every page: React, words, and the parts of ours that both are drawn with. */
const light = new RegExp(
  [
    'rolldown/runtime',
    'node_modules/(react|react-dom|scheduler|@lingui/[\\w-]+)/',
    'packages/money/',
    'packages/contract/src/(asset-display|nz-time|flags)\\.ts$',
    'packages/ui/src/(button|header|link|logo|mark|money|notice|option|outcome|page|party|progress|section|stripe)/',
    'packages/ui/src/icon/(Icon|paths)\\.tsx?$',
    'apps/web/src/lib/(config|flags|i18n|lazy-screen|local-config|one-off-outcome|paths|reporting|session-held|useWide|Words)\\.tsx?$',
  ].join('|'),
)

/** What the checkout has in common with the home screen alone, in one file: on a slow line every file more is felt. */
const drawn = /packages\/(ui\/src\/(field-panel\/Frond|tile\/Tile)\.tsx|contract\/src\/payment-request-states\.ts)$/

/** What every page of the wallet needs beside that: the other libraries under it, and what the frame itself is made of. */
const everywhere = new RegExp(
  [
    'node_modules/(react-router|@tanstack/[\\w-]+|use-sync-external-store)/',
    'packages/ui/src/(empty-state|shell)/',
    'apps/web/src/lib/(call|hooks|screen|service-worker|toasts|useOnline)\\.tsx?$',
  ].join('|'),
)

/** What lists are read and drawn with: the shops, which are for anyone, and nearly every screen behind the sign-in. */
const lists = /node_modules\/zod\/|packages\/contract\/src\/(index|endpoint|wire)\.ts$|packages\/ui\/src\/(icon-button|list|skeleton)\//

/** What nearly every screen of somebody who is signed in is made of. No public page may need any of it. */
const signedIn = new RegExp(
  [
    'packages/ui/src/(chip|quota-bar|rail)/',
    'packages/ui/src/(field-panel/FieldPanel|tile/TokenTile)\\.tsx$',
    'packages/contract/src/(amounts|wallet-activity)\\.ts$',
    'apps/web/src/lib/(account-assets|amount-words|Failed|funds|profile)\\.tsx?$',
    'apps/web/src/features/activity/(ActivityRow|useActivities)\\.tsx?$',
    'apps/web/src/app/(Navigation|useFacts)\\.tsx?$',
  ].join('|'),
)

export const plugins = [
  react(),
  lingui({ cwd }),
  // The macro is found from here, wherever the server was started.
  babel({ cwd, presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }), descriptorFields: 'message' }, { cwd })] }),
  tailwindcss(),
]

export default defineConfig({
  root: cwd,
  base,
  plugins: [plugins, sourceInPlace(), withoutDisplayNames(), configInDevelopment(), checkoutInDevelopment(), pwa, compressed()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: join(cwd, 'index.html'), checkout: join(cwd, 'checkout.html'), silent: join(cwd, 'silent.html') },
      output: {
        // What every page needs, in one file: together it compresses better than in a dozen.
        codeSplitting: {
          groups: [
            { name: 'light', test: light },
            { name: 'drawn', test: drawn },
            { name: 'base', test: everywhere },
            { name: 'lists', test: lists },
            // The public page of the farm-supplies card shows one too.
            { name: 'asset-media', test: /packages\/ui\/src\/asset-media\// },
            { name: 'signed-in', test: signedIn },
          ],
        },
        // A feature's code is found by the feature's name.
        chunkFileNames: ({ facadeModuleId }) => {
          const feature = /\/features\/([\w-]+)\/index\.ts$/.exec(facadeModuleId ?? '')?.[1]
          return `assets/${feature ?? '[name]'}-[hash].js`
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 4002),
    strictPort: true,
    proxy: { '^/(api|payments|openapi.json)': { target: process.env.API_URL ?? 'http://127.0.0.1:4000' } },
  },
})
