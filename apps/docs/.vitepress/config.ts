import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { pagesOf, root } from '../content.ts'

const order = ['quickstart', 'sdk', 'webhooks', 'refunds', 'links', 'testing', 'going-live', 'first-payout', 'errors']
const titles = new Map(pagesOf('guides').map((page) => [page.link.split('/').at(-1)!, page]))
const group = (text: string, folder: string) => [{ text, items: [{ text: 'Overview', link: `/${folder}/` }, ...pagesOf(folder)] }]
const guides = [{ text: 'Guides', items: order.map((name) => titles.get(name)!) }]

/** Each part has its own: one of all would be two hundred lines. */
const sidebar = {
  '/reference/': group('API reference', 'reference'),
  '/money/': group('Money', 'money'),
  '/operations/': [{ text: 'Operations', items: pagesOf('operations') }],
  '/decisions/': group('Decisions', 'decisions'),
  '/': guides,
}

export default defineConfig({
  lang: 'en-NZ',
  title: 'Nikau',
  titleTemplate: ':title | Nikau documentation',
  description: 'How to take payments with Nikau, and how it works inside',
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.vitepress/cache',
  cleanUrls: true,
  // Addresses of the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]],
  markdown: { html: false, theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    siteTitle: 'Nikau documentation',
    nav: [
      { text: 'Guides', link: '/guides/quickstart', activeMatch: '/guides/' },
      { text: 'API reference', link: '/reference/', activeMatch: '/reference/' },
      { text: 'Glossary', link: '/glossary' },
      { text: 'Money', link: '/money/', activeMatch: '/money/' },
      { text: 'Operations', link: '/operations/production', activeMatch: '/operations/' },
      { text: 'Decisions', link: '/decisions/', activeMatch: '/decisions/' },
    ],
    sidebar,
    outline: { level: [2, 2], label: 'On this page' },
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
    externalLinkIcon: true,
  },
  vite: {
    plugins: [
      {
        // The switch of the site sets a class, that of the product an attribute.
        name: 'nikau-tokens',
        enforce: 'pre',
        load(id) {
          if (!id.endsWith('virtual-tokens.css')) return undefined
          return readFileSync(`${root}/packages/ui/src/tokens.css`, 'utf8')
            .replace(':root:not([data-theme="light"])', ':root.unused')
            .replaceAll(':root[data-theme="dark"]', ':root.dark')
            .replaceAll(':root[data-theme="light"]', ':root:not(.dark)')
        },
        resolveId: (id) => (id === 'virtual:tokens.css' ? '/virtual-tokens.css' : undefined),
      },
    ],
    // The esbuild of this Vite does not know the target of our tsconfig.
    esbuild: { tsconfigRaw: {} },
    build: { chunkSizeWarningLimit: 4000 },
  },
})
