import { join } from 'node:path'
import { defineConfig } from 'vite'
import { base, basePath, checkoutBase, chunkFileNames, plugins, precompress, pwa, sourceInPlace, withoutDisplayNames } from './vite.config.ts'

// The merchant portal and the till, into the same folder as the wallet and the checkout, and after them. In one build they would share
// chunks, and each screen of the portal would cut what a customer's first page loads into more files.

const cwd = import.meta.dirname

/** Where the service worker is, which the wallet's build makes: the till starts without signal by it. */
const registration = pwa.filter(({ name }) => name === 'vite-plugin-pwa')

export default defineConfig({
  root: cwd,
  base: basePath,
  plugins: [plugins, sourceInPlace(), withoutDisplayNames(), registration, precompress()],
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/manifest-business.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { business: join(cwd, 'business.html'), till: join(cwd, 'till.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'business-base', test: checkoutBase },
            { name: 'business-frame', test: base },
          ],
        },
        chunkFileNames,
      },
    },
  },
})
