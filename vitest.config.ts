import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: `.results/vitest-${process.env.RESULTS ?? 'node'}.json` }]],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'apps/{api,desk,identity,web}/src/**/*.test.ts',
            'apps/docs/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'sandboxes/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          // CI runs the tests that measure time on their own (tools/ci-steps.ts).
          exclude: ['**/node_modules/**', '**/*.browser.test.*', ...(process.env.WITHOUT_TIMING ? ['**/*.timing.test.ts'] : [])],
          globalSetup: ['packages/testing/src/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // Generous: these tests are not about speed, and CI runs them beside the browser tests.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vitest.browser.config.ts',
      './apps/desk/vitest.browser.config.ts',
      './packages/ui/vitest.browser.config.ts',
    ],
  },
})
