import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { plugins } from './vite.config.ts'

export default defineConfig({
  plugins,
  // Found before the first test runs: a dependency met in the middle of one would load the page anew under it.
  optimizeDeps: { entries: ['src/app/main.tsx', 'src/**/*.browser.test.tsx'] },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    passWithNoTests: true,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: {
          executablePath: '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
