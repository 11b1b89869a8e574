import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { notice, page } from './layout.ts'

/** The provider refused a request, or the request was cut short. The reason is the protocol's word for it, for whoever reports it. */
export function errorPage(options: { language: Language; reason: string; home?: string | undefined }): string {
  const texts = languages[options.language]
  const reference = html`<p class="cap">${options.reason}</p>`
  const body = notice(html`${texts.errorTitle}`, html`${texts.error}`, html`${wayHome(options.home, texts.toNikau)}${reference}`)
  return page({ language: options.language, title: 'errorTitle', body })
}

export function failurePage(options: { language: Language; home?: string | undefined }): string {
  const texts = languages[options.language]
  const body = notice(html`${texts.failTitle}`, html`${texts.fail}`, wayHome(options.home, texts.toNikau))
  return page({ language: options.language, title: 'failTitle', body })
}

/** The sign-in that this page belonged to is over: too old, or finished elsewhere. */
export function gonePage(options: { language: Language; home: string | undefined }): string {
  const texts = languages[options.language]
  const body = notice(html`${texts.goneTitle}`, html`${texts.gone}`, wayHome(options.home, texts.toNikau))
  return page({ language: options.language, title: 'goneTitle', body })
}

function wayHome(home: string | undefined, label: string) {
  return home === undefined ? html`` : html`<a class="btn full" href="${home}">${label}</a>`
}
