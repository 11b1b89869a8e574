import { formatMobileInternational } from '@nikau/nz/phone'
import type { SignIn } from '../sign-in/store.ts'
import type { SecondCode } from '../sign-in/store-second-code.ts'
import { type Channel, resendAfterMs, maxSendsPerSignIn } from '../sign-in/rules.ts'
import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { icon, page, timeOfDay, text } from './layout.ts'

/** Which code the page asks for, and where its forms go. */
export interface CodeEntry {
  back: string
  action: string
  resendAction: string
  lede: readonly [string, string, string]
  sentAt: Date
  sends: number
  resendChannel: Channel
  /** The first code can also be sent by email, or the number corrected. */
  first: boolean
}

export function firstCode(language: Language, uid: string, signIn: SignIn): CodeEntry {
  const texts = languages[language]
  const { sentAt, sends } = signIn
  const to = formatMobileInternational(signIn.phone)
  const lede = signIn.requestedChannel === 'email' ? texts.codeMailed(to) : texts.codeTexted(to, timeOfDay(sentAt))
  const path = `/interaction/${uid}`
  return { back: path, action: `${path}/code`, resendAction: `${path}/resend`, lede, sentAt, sends, resendChannel: 'sms', first: true }
}

/** The address is not shown: the number may have a new owner. */
export function secondCode(language: Language, uid: string, signIn: SignIn, code: SecondCode): CodeEntry {
  const texts = languages[language]
  const { sentAt, sends, channel } = code
  const at = timeOfDay(sentAt)
  const lede = channel === 'email' ? texts.secondCodeMailed(at) : texts.codeTexted(formatMobileInternational(signIn.phone), at)
  const path = `/interaction/${uid}/second`
  return { back: path, action: `${path}/code`, resendAction: `${path}/send`, lede, sentAt, sends, resendChannel: channel, first: false }
}

/** Six boxes drawn over one field, so that pasting, autofill and screen readers work. */
export function codePage(options: { language: Language; entry: CodeEntry; now: Date; error?: string | undefined; byEmail?: boolean }): string {
  const { language, entry, error } = options
  const texts = languages[language]
  const [before, to, after] = entry.lede
  const secondsLeft = Math.max(0, Math.ceil((entry.sentAt.getTime() + resendAfterMs - options.now.getTime()) / 1000))
  const mayResend = entry.sends < maxSendsPerSignIn
  const offerEmail = entry.first && mayResend && (entry.sends > 1 || options.byEmail)
  const body = html`<div class="sheet" data-page="code">
    <header class="top"><a class="ib" href="${entry.back}" aria-label="${texts.back}">${icon.back}</a></header>
    <main class="body">
      <h1 class="title">${texts.codeTitle}</h1>
      <p class="lede" id="code-sent">${before}<b>${to}</b>${after}</p>
      <form method="post" action="${entry.action}" id="code-form" novalidate>
        <label class="vh" for="code">${texts.code}</label>
        <div class="code${error ? ' err' : ''}">
          <input
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            pattern="[0-9]*"
            autocomplete="one-time-code"
            required
            maxlength="6"
            autofocus
            aria-describedby="${error ? 'code-error ' : ''}code-sent"
            ${error ? html` aria-invalid="true"` : ''}
          />
        </div>
        <input type="hidden" name="passkeys" value="" />
        ${error && html`<p class="errm" id="code-error" role="alert">${icon.warning}<span>${error}</span></p>`}
      </form>
      <div class="after-code">
        ${
          mayResend &&
          html`<form method="post" action="${entry.resendAction}" data-resend="${secondsLeft}">
            <span class="count" data-count hidden>${texts.resendIn} <span data-clock></span></span
            ><button class="link-btn" name="channel" value="${entry.resendChannel}" type="submit">${texts.resend}</button>
          </form>`
        }
        ${entry.first && html`<a class="link-btn end" href="${entry.back}">${texts.wrongNumber}</a>`}
        ${offerEmail && html`<form method="post" action="${entry.resendAction}" data-resend="${secondsLeft}"><button class="link-btn" name="channel" value="email" type="submit">${texts.byEmail}</button></form>`}
      </div>
      <section class="note">
        ${icon.lock}
        <div>
          <h2>${texts.neverTitle}</h2>
          <p>${texts.never}</p>
        </div>
      </section>
    </main>
    <footer class="foot">
      <button class="btn full" type="submit" form="code-form"><span class="lbl">${text(language, 'continue')}</span></button>
    </footer>
  </div>`
  return page({ language, title: 'codeTitle', body, scripts: ['sign-in.js'] })
}
