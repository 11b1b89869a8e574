/** Browsers that install an app from their menu and have no prompt for a page to show. */
export type InstallSteps = 'safari-ios' | 'chrome-ios' | 'firefox-android' | 'safari-mac'

/** The browser whose steps to show; none for one that installs nothing, or that would have offered its own prompt. */
export function installStepsOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): InstallSteps | undefined {
  // An iPad says that it is a Mac. No Mac has a touch screen.
  if (/iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)) {
    if (userAgent.includes('CriOS')) return 'chrome-ios'
    return /FxiOS|EdgiOS|OPiOS|DuckDuckGo|GSA|FBAN|Instagram/.test(userAgent) || !userAgent.includes('Safari') ? undefined : 'safari-ios'
  }
  if (userAgent.includes('Android')) return /Firefox\/\d/.test(userAgent) ? 'firefox-android' : undefined
  const [, safari] = /Macintosh.*Version\/(\d+).*Safari/.exec(userAgent) ?? []
  return safari !== undefined && Number(safari) >= 17 ? 'safari-mac' : undefined
}
