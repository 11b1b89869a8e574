import { existsSync } from 'node:fs'

// Launch options of the browser for tests, screenshots and benches: Debian's Chromium without network calls of its own.

/**
 * Chromium uses only the last --disable-features, so this repeats Playwright's list. The last two are the address bar's
 * suggestion lists, which render in every window although they are never visible.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export const chromiumLaunch = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
}

/**
 * The same engine without windows, tabs and camera, which takes less processor time (docs/decisions/0165): Debian's
 * chromium-headless-shell, where it is installed.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'
export const headlessLaunch = existsSync(headlessShell)
  ? { executablePath: headlessShell, args: [...chromiumLaunch.args, '--font-render-hinting=none'] }
  : chromiumLaunch
