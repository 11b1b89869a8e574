import { formatMobileInternational } from '@nikau/nz/phone'
import type { SignIn } from '../sign-in/store.ts'
import { resendAfterMs, maxSendsPerSignIn } from '../sign-in/rules.ts'
import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { icon, page, timeOfDay, text } from './layout.ts'

/** Six boxes drawn over one field, so that pasting, autofill and screen readers work. */
export function codePage(options: { language: Language; uid: string; signIn: SignIn; now: Date; error?: string | undefined }): string {
  const { language, uid, signIn, error } = options
  const texts = languages[language]
  const [before, to, after] =
    signIn.requestedChannel === 'email'
      ? texts.codeMailed(formatMobileInternational(signIn.phone))
      : texts.codeTexted(formatMobileInternational(signIn.phone), timeOfDay(signIn.sentAt))
  const secondsLeft = Math.max(0, Math.ceil((signIn.sentAt.getTime() + resendAfterMs - options.now.getTime()) / 1000))
  const mayResend = signIn.sends < maxSendsPerSignIn
  const body = html`<div class="sheet" data-page="code">
    <header class="top"><a class="ib" href="/interaction/${uid}" aria-label="${texts.back}">${icon.back}</a></header>
    <main class="body">
      <h1 class="title">${texts.codeTitle}</h1>
      <p class="lede" id="code-sent">${before}<b>${to}</b>${after}</p>
      <form method="post" action="/interaction/${uid}/code" id="code-form" novalidate>
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
          html`<form method="post" action="/interaction/${uid}/resend" data-resend="${secondsLeft}">
            <span class="count" data-count hidden>${texts.resendIn} <span data-clock></span></span
            ><button class="link-btn" name="channel" value="sms" type="submit">${texts.resend}</button>
          </form>`
        }
        <a class="link-btn end" href="/interaction/${uid}">${texts.wrongNumber}</a>
        ${mayResend && signIn.sends > 1 && html`<form method="post" action="/interaction/${uid}/resend" data-resend="${secondsLeft}"><button class="link-btn" name="channel" value="email" type="submit">${texts.byEmail}</button></form>`}
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
