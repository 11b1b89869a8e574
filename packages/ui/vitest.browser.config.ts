import { fileURLToPath } from 'node:url'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  interface ProvidedContext {
    scannerEngine: string
  }
}

export default defineConfig({
  // Every dependency is found before the first test: one met later would be prepared apart, with a second copy of React.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'], include: ['react/jsx-dev-runtime', 'vitest-browser-react'] },
  test: {
    name: 'browser-ui',
    // The scanner that reads our codes back fetches its engine from here; by itself it would ask another host.
    provide: { scannerEngine: `/@fs${fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))}` },
    include: ['src/**/*.browser.test.tsx'],
    // What is looked at is what happens, not how fast: screens are fetched, and a busy machine takes more than the usual second.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      viewport: { width: 390, height: 844 },
      screenshotFailures: false,
      provider: playwright({
        launchOptions: chromiumLaunch,
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
