import { fileURLToPath } from 'node:url'
import { headlessLaunch } from '@nikau/testing/chromium'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  interface ProvidedContext {
    scannerEngine: string
  }
}

export default defineConfig({
  // Listed up front: a dependency that Vite discovers later would get a second copy of React.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'], include: ['react/jsx-dev-runtime', 'vitest-browser-react'] },
  test: {
    name: 'browser-ui',
    // The scanner's WASM file; by default it would be fetched from another host.
    provide: { scannerEngine: `/@fs${fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))}` },
    include: ['src/**/*.browser.test.tsx'],
    // Tests check behaviour, not speed: screens load lazily, and a busy machine takes more than the default second.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      viewport: { width: 390, height: 844 },
      screenshotFailures: false,
      provider: playwright({
        launchOptions: headlessLaunch,
        contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
