import { join } from 'node:path'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { defineConfig } from '@playwright/test'
import { base, web } from './where.ts'

const root = join(import.meta.dirname, '..')

/** Journeys in a real browser against everything that there is, started anew on ports of its own. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  outputDir: join(root, '.results/playwright'),
  reporter: [['list'], ['json', { outputFile: join(root, `.results/${process.env.RESULTS ?? 'playwright'}.json`) }]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // What is looked at is what happens, not how fast: on a busy machine a page comes after ten seconds, and is no worse for it.
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002, threshold: 0.15, animations: 'disabled', caret: 'hide' } },
  use: {
    baseURL: `${web}/deimos/`,
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    serviceWorkers: 'block', // a service worker would hide missing headers
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false }, // a film of every journey costs a fifth of the machine
    launchOptions: chromiumLaunch,
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
    // Moves the clock of the whole world, so nobody else may be under way.
    { name: 'clock', use: { viewport: { width: 390, height: 844 } }, testMatch: '**/*.clock.spec.ts', dependencies: ['phone', 'desktop'] },
  ],
  webServer: {
    command: `node tools/dev.ts --built --fresh --base ${base} --data .data/e2e-${base}`,
    cwd: root,
    // Every journey comes from the one address of this machine, which is more than one address may ask.
    env: { ...(process.env as Record<string, string>), DEMO_MOVEMENTS: '400', RATE_LIMIT_SCALE: '10' },
    url: `${web}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
})
