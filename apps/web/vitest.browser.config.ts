import { headlessLaunch } from '@nikau/testing/chromium'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type Plugin } from 'vitest/config'
import { plugins } from './vite.config.ts'

/** Tests register no service worker; in the build, the PWA plugin provides this module. */
const noServiceWorker: Plugin = {
  name: 'no-service-worker',
  resolveId: (id) => (id === 'virtual:pwa-register' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:pwa-register' ? 'export const registerSW = () => () => Promise.resolve()' : undefined),
}

export default defineConfig({
  plugins: [plugins, noServiceWorker],
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
      'react-hook-form',
      '@lingui/core',
      '@lingui/react',
      '@tanstack/react-query',
      'oidc-client-ts',
      'vitest-browser-react',
      'zod/mini',
      'axe-core',
    ],
  },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
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
