import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { notice, page, timeOfDay } from './layout.ts'

/** The provider rejected a request. The reason is the OAuth error code, for bug reports. */
export function errorPage(options: { language: Language; reason: string; home?: string | undefined }): string {
  const texts = languages[options.language]
  const reference = html`<p class="cap">${options.reason}</p>`
  const body = notice(html`${texts.errorTitle}`, html`${texts.error}`, html`${homeLink(options.home, texts.toNikau)}${reference}`)
  return page({ language: options.language, title: 'errorTitle', body })
}

export function failurePage(options: { language: Language; home?: string | undefined }): string {
  const texts = languages[options.language]
  const body = notice(html`${texts.failTitle}`, html`${texts.fail}`, homeLink(options.home, texts.toNikau))
  return page({ language: options.language, title: 'failTitle', body })
}

/** Too many requests from one source. */
export function busyPage(options: { language: Language; until: Date }): string {
  const texts = languages[options.language]
  return page({ language: options.language, title: 'busyTitle', body: notice(html`${texts.busyTitle}`, html`${texts.busy(timeOfDay(options.until))}`) })
}

/** The sign-in of this page has expired or was finished in another tab. */
export function expiredPage(options: { language: Language; home: string | undefined }): string {
  const texts = languages[options.language]
  const body = notice(html`${texts.expiredTitle}`, html`${texts.expired}`, homeLink(options.home, texts.toNikau))
  return page({ language: options.language, title: 'expiredTitle', body })
}

function homeLink(home: string | undefined, label: string) {
  return home === undefined ? html`` : html`<a class="btn full" href="${home}">${label}</a>`
}
