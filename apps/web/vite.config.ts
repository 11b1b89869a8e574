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
import { firstPicture, homeParts } from './first-picture.ts'

const cwd = import.meta.dirname
export const basePath = '/deimos/'

/** Compresses text files at build time instead of on every request: those of both builds, so it is part of the last one. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
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

/** An assignment to `displayName` keeps unused components in the bundle; without it they are tree-shaken. */
export function withoutDisplayNames(): Plugin {
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
 * Compiles English messages in place instead of into one catalogue, so that a page loads only its own texts. The macro leaves
 * `id` and `message` next to each other; `message` is replaced by its compiled form.
 */
export function sourceInPlace(): Plugin {
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
      const uncompiled = /id: ?"([\w+/]{6})",\s*(?:context: ?"[^"]*",\s*)?message: ?["'`].*/.exec(code)
      if (uncompiled) throw new Error(`a message was not compiled: ${uncompiled[0].slice(0, 200)}`)
      return null
    },
  }
}

/** Writes the configuration into the page in development; in production the API does. */
function developmentConfig(): Plugin {
  return {
    name: 'development-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('name="nikau-config" content="{}"', () => `name="nikau-config" content="${(process.env.WEB_CONFIG ?? '{}').replaceAll('"', '&quot;')}"`),
  }
}

/** The paths of the public checkout, which the API serves with checkout.html. */
const checkoutPath = /^\/deimos\/(?:pay\/[^/?#]+|l\/[^/?#]+|farmlands\/pay\/[^/?#]+(?:\/verify)?|(?:pnz|bnz|westpac|asb)\/oidc-callback)\/?(?:[?#]|$)/

/** The paths of the merchant portal, which the API serves with business.html. */
const businessPath = /^\/deimos\/business(?:[/?#]|$)/

/** The path of the staff till, which the API serves with till.html. */
const tillPath = /^\/deimos\/till\/?(?:[?#]|$)/

function developmentPages(): Plugin {
  return {
    name: 'development-pages',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        // The address that a code shows, as the API leads it on.
        if (/^\/l\/pl_[\w-]+\/?$/.test(request.url ?? '')) request.url = `${basePath.slice(0, -1)}${request.url}`
        if (checkoutPath.test(request.url ?? '')) request.url = `${basePath}checkout.html`
        if (businessPath.test(request.url ?? '')) request.url = `${basePath}business.html`
        if (tillPath.test(request.url ?? '')) request.url = `${basePath}till.html`
        next()
      })
    },
  }
}

/**
 * What the app needs to start without signal: the entry, home and the menu, with what home needs then. Other screens are cached when they
 * are first opened.
 */
function shellFiles(): Set<string> {
  const manifest = JSON.parse(readFileSync(join(cwd, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[]; css?: string[]; assets?: string[] }
  >
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of [
    'index.html',
    ...homeParts,
    'src/lib/session-manager.ts',
    'src/app/later-screens.ts',
    'src/app/Menu.tsx',
    'src/app/Toasts.tsx',
    'src/features/dashboard/without-signal.ts',
  ]) {
    if (!manifest[key]) throw new Error(`${key} is not in the manifest of the build`)
    add(key)
  }
  return files
}

/** Installable, and starts offline. Caches static files only, never API responses. */
export const pwa = VitePWA({
  registerType: 'prompt',
  injectRegister: null,
  includeManifestIcons: false,
  manifest: {
    id: basePath,
    name: 'Nikau',
    short_name: 'Nikau',
    description: 'A wallet for New Zealand: pay in shops and online, and keep your tokens.',
    lang: 'en-NZ',
    start_url: basePath,
    scope: basePath,
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
    globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css}', 'assets/inter-{latin-opsz-normal,macrons}-*.woff2'],
    manifestTransforms: [
      (entries) => {
        const shell = shellFiles()
        return { manifest: entries.filter(({ url }) => !url.startsWith('assets/') || shell.has(url) || url.endsWith('.woff2')), warnings: [] }
      },
    ],
    navigateFallback: null,
    directoryIndex: null, // otherwise the page, and its configuration, would come from the cache
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    importScripts: ['sw-activate.js'],
    runtimeCaching: [
      {
        // The wallet's page as the server last sent it, with its configuration and policy, and for the next start as it sends it now; older
        // than a day, from the network. Every path of the wallet has the same page. Pages of payments, sign-in and banks are never kept:
        // docs/decisions/0153.
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' &&
          url.pathname.startsWith('/deimos') &&
          !/\/(?:pay|transfer|connect)\/|\/(?:oidc-callback|silent\.html|auth)$|^\/deimos\/(?:business|till)(?:\/|$)/.test(url.pathname),
        handler: 'StaleWhileRevalidate',
        options: {
          cacheName: 'page',
          cacheableResponse: { statuses: [200] },
          expiration: { maxEntries: 1, maxAgeSeconds: 86_400 },
          plugins: [{ cacheKeyWillBeUsed: async () => '/deimos/' }],
          precacheFallback: { fallbackURL: 'index.html' },
        },
      },
      {
        // The till has to start without signal and to have the limits and the policy of today: from the network, unless it is slow.
        urlPattern: ({ url }) => /^\/deimos\/till\/?$/.test(url.pathname),
        handler: 'NetworkFirst',
        options: {
          cacheName: 'till',
          networkTimeoutSeconds: 4,
          cacheableResponse: { statuses: [200] },
          expiration: { maxEntries: 1 },
          plugins: [{ cacheKeyWillBeUsed: async () => '/deimos/till' }],
        },
      },
      {
        // Without signal these, too, say so by themselves.
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' && url.pathname.startsWith('/deimos') && /\/(?:pay|transfer|connect)\//.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
      {
        // File names contain a hash, so a cached file never changes. Scanner and map are too large to cache.
        urlPattern: /\/deimos\/assets\/[^/]+\.(?:js|css|woff2)$/,
        handler: 'CacheFirst',
        options: {
          cacheName: 'screens',
          expiration: { maxEntries: 80 },
          cacheableResponse: { statuses: [200] },
          // The page can be newer than this worker: the next worker, which waits, has already stored its files.
          plugins: [{ cachedResponseWillBeUsed: async ({ request, cachedResponse }) => cachedResponse ?? (await caches.match(request)) }],
        },
      },
    ],
  },
})

/** Needed by the public checkout, and so by every page: React, Lingui and shared components. */
export const checkoutBase = new RegExp(
  [
    'rolldown/runtime',
    'node_modules/(react|react-dom|scheduler|@lingui/[\\w-]+)/',
    'packages/money/',
    'packages/contract/src/(asset-display|flags|return-banks)\\.ts$',
    'packages/nz/src/nz-time\\.ts$',
    'packages/ui/src/(avatar|banner|button|card|header|link|logo|money|notice|option|outcome|page|party|progress|section)/',
    'packages/ui/src/icon/(Icon|paths)\\.tsx?$',
    'apps/web/src/lib/(bank-answer|call-error|config|flags|i18n|lazy-screen|local-config|Message|mode|paths|payment-outcome|reporting|request|retry|server-clock|stored-session|useMediaQuery|useOnline)\\.tsx?$',
  ].join('|'),
)

/** Shared by the checkout, the farm card page and the home screen only, in one file: on a slow network every file counts. */
const checkoutHome = /packages\/(ui\/src\/(asset-media\/.*|field-panel\/Frond|tile\/Tile)\.tsx?|contract\/src\/payment-request-states\.ts)$/

/** Needed by every page of the wallet: the other libraries and the frame. */
export const base = new RegExp(
  [
    'node_modules/(react-router|@tanstack/[\\w-]+|use-sync-external-store)/',
    'packages/ui/src/(empty-state|shell)/',
    'apps/web/src/lib/(assets-resolved|call|endpoint-hooks|current-screen|service-worker|toasts)\\.tsx?$',
    'apps/web/src/app/(ErrorBoundary|WalletRouter|useFocusOnNavigate)\\.tsx?$',
    // Reads and renders lists: the public shops, the public page of a transfer and nearly all signed-in screens.
    'node_modules/zod/',
    'packages/contract/src/(amounts|endpoint|index|wire)\\.ts$',
    'packages/ui/src/(icon-button|list|skeleton)/',
    // What the outlined icons share, also those of the public shops.
    'node_modules/lucide-react/dist/esm/(Icon|context|createLucideIcon|defaultAttributes|shared)',
    'packages/ui/src/icon/more/OutlineIcon\\.tsx$',
  ].join('|'),
)

/** Needed by nearly all signed-in screens, and by no public page. */
const signedIn = new RegExp(
  [
    'packages/ui/src/(checklist|chip|quota-bar|rail)/',
    'packages/ui/src/(field-panel/FieldPanel|tile/TokenTile)\\.tsx$',
    'packages/ui/src/icon/more/(EyeOff|Pause)Icon\\.tsx$',
    'packages/contract/src/(quotas|quota-rules|wallet-activity)\\.ts$',
    'apps/web/src/lib/(account-assets|amount-input|async-data|localized-text|LoadFailed|funds|install-prompt|profile|quota-overview|code-progress|safety|token-issuers|wallet-activities)\\.tsx?$',
    // Home, and home without signal.
    'apps/web/src/features/dashboard/(Actions|Balance|RecentActivity)\\.tsx$',
    'apps/web/src/features/activity/(ActivityList|ActivityRow|ExportButton|index|lazy|useActivities)\\.tsx?$',
    'apps/web/src/features/quotas/(index|LimitsScreen|QuotaPanel|useQuotas)\\.tsx?$',
    'apps/web/src/app/(Navigation|useNavState)\\.tsx?$',
  ].join('|'),
)

/** Small parts that several screens behind the home screen share: a file for each would cost more than it holds. */
const details = new RegExp(
  ['packages/ui/src/timeline/', 'packages/ui/src/icon/more/(Fingerprint|Gauge|Info|Laptop|Mail|Message|Minus|Trash|Unlink|Users)Icon\\.tsx$'].join('|'),
)

export const plugins = [
  react(),
  lingui({ cwd }),
  // Resolves the macro from this folder, wherever the server was started.
  babel({ cwd, presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }), descriptorFields: 'message' }, { cwd })] }),
  tailwindcss(),
]

/** Names a feature's chunk after the feature. */
export function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const feature = /\/features\/([\w-]+)\/index\.ts$/.exec(facadeModuleId ?? '')?.[1]
  // Every page lists all files, and a hash does not compress: seven characters are enough to tell two builds of a file apart.
  return `assets/${feature ?? '[name]'}-[hash:7].js`
}

// The wallet and the checkout; in development all pages. The portal and the till are built on their own (vite.business.config.ts).
export default defineConfig({
  root: cwd,
  base: basePath,
  plugins: [plugins, sourceInPlace(), withoutDisplayNames(), firstPicture(), developmentConfig(), developmentPages(), pwa],
  build: {
    manifest: true,
    modulePreload: {
      polyfill: false,
      // What every page has loaded by then need not be listed for each of its screens.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((file) => !/\/(rolldown-runtime|checkout-base|base)-[\w-]+\.js$/.test(file)),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: {
        index: join(cwd, 'index.html'),
        checkout: join(cwd, 'checkout.html'),
        silent: join(cwd, 'silent.html'),
      },
      output: {
        // Few larger chunks compress better than many small ones.
        codeSplitting: {
          groups: [
            { name: 'checkout-base', test: checkoutBase },
            { name: 'checkout-home', test: checkoutHome },
            // Small parts of the checkout that screens of the wallet share.
            {
              name: 'checkout-parts',
              test: /packages\/ui\/src\/(checkout|disclosure|qr-code|receipt)\/|apps\/web\/src\/lib\/(just-paid|mode-of-request|OrderSummary)\.tsx?$/,
            },
            { name: 'base', test: base },
            // What narrows a list: also of the public shops.
            { name: 'list-filters', test: /packages\/ui\/src\/(filter-chips\/FilterChips|search-field\/SearchField|segmented\/SegmentedLinks)\.tsx$/ },
            // What the public list of shops and their map share.
            {
              name: 'shops',
              test: /apps\/web\/src\/features\/merchants\/(map\/)?clusters\.ts$|packages\/ui\/src\/icon\/more\/LocateIcon\.tsx$|packages\/contract\/src\/merchants\.ts$/,
            },
            // Also used by the public page of a transfer.
            { name: 'transfer-contract', test: /packages\/contract\/src\/asset-transfers\.ts$/ },
            { name: 'signed-in', test: signedIn },
            { name: 'details', test: details },
          ],
        },
        chunkFileNames,
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 4002),
    strictPort: true,
    proxy: { '^/(api|payments|openapi.json|c/)': { target: process.env.API_URL ?? 'http://127.0.0.1:4000' } },
  },
})
