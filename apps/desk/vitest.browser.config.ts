import { headlessLaunch } from '@nikau/testing/chromium'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { plugins } from './vite.config.ts'

export default defineConfig({
  plugins,
  // Listed up front: a dependency that Vite discovers later would reload the page during a test.
  optimizeDeps: {
    entries: ['src/app/main.tsx', 'src/**/*.browser.test.tsx'],
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-router',
      '@lingui/core',
      '@lingui/react',
      '@simplewebauthn/browser',
      '@tanstack/react-query',
      'vitest-browser-react',
      'zod/mini',
      'axe-core',
    ],
  },
  test: {
    name: 'browser-desk',
    include: ['src/**/*.browser.test.{ts,tsx}'],
    setupFiles: ['src/testing/test-clock.ts'],
    // Tests check behaviour, not speed: screens load lazily, and a busy machine takes more than the default second.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: headlessLaunch,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
