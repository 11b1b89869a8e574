import { join } from 'node:path'
import { headlessLaunch } from '@nikau/testing/chromium'
import { defineConfig } from '@playwright/test'
import { base, web } from './addresses.ts'

const root = join(import.meta.dirname, '..')

/** End-to-end tests in a real browser against the whole product, started fresh on its own ports. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(root, '.results/playwright'),
  reporter: [['list'], ['json', { outputFile: join(root, `.results/${process.env.RESULTS ?? 'playwright'}.json`) }]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  // Generous: these tests are not about speed, and on a busy machine a page can take ten seconds.
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002, threshold: 0.15, animations: 'disabled', caret: 'hide' } },
  use: {
    baseURL: `${web}/deimos/`,
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    serviceWorkers: 'block', // a service worker would hide missing headers
    // A click that comes while a page transition takes its pictures is lost; no person is as fast.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs processor time; CI records one when it runs a failed test again.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: true, sources: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: headlessLaunch,
  },
  projects: [
    { name: 'people', testMatch: 'people.setup.ts' },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      testIgnore: ['**/*.desktop.spec.ts', '**/*.clock.spec.ts'],
      dependencies: ['people'],
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, testMatch: '**/*.desktop.spec.ts', dependencies: ['people'] },
    // These move the clock of the whole environment, so no other test may run, and not two of them at once.
    { name: 'clock', use: { viewport: { width: 390, height: 844 } }, testMatch: '**/*.clock.spec.ts', dependencies: ['phone', 'desktop'], workers: 1 },
  ],
  webServer: {
    command: `node tools/dev.ts --built --fresh --base ${base} --data .data/e2e-${base}`,
    cwd: root,
    // All tests share one client address, and together exceed its rate limits.
    env: { ...(process.env as Record<string, string>), SEED_MOVEMENTS: '400', RATE_LIMIT_SCALE: '10' },
    url: `${web}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
})
