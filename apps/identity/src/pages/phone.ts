import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { frond, icon, logo, page, text } from './layout.ts'

/** The first page of a sign-in: the mobile number. In sign-up mode only the texts differ. */
export function phonePage(options: {
  language: Language
  uid: string
  signUp: boolean
  typed: string
  error?: string | undefined
  passkeyError?: boolean
  /** This browser has used a passkey before, so it is the primary button. */
  passkeyFirst: boolean
  /** No SMS can be sent now, but an email can. */
  byEmail?: boolean
  /** The web app, which has the help and the terms. */
  home: string | undefined
}): string {
  const { language, uid, signUp, typed, error, passkeyFirst, home } = options
  const texts = languages[language]
  const passkeyButton = html`<button class="btn full ${passkeyFirst ? '' : 'text'}" type="button" data-passkey hidden>
    ${icon.passkey}<span>${text(language, 'usePasskey')}</span>
  </button>`
  const body = html`<div class="entry" data-interaction="${uid}" data-page="phone">
    ${frond}
    <div class="entry-inner">
      <header class="entry-top">${logo}</header>
      <main class="entry-main">
        <div class="entry-intro"><h1 class="promise">${signUp ? texts.signUpTitle : texts.promise}</h1></div>
        <section class="panel" aria-label="${texts.title}">
          <p class="errm" role="alert" data-passkey-error ${options.passkeyError ? '' : html`hidden`}>${icon.warning}<span>${texts.passkeyFailed}</span></p>
          ${
            passkeyFirst &&
            html`<div class="passkey-first" data-needs-passkey hidden>
              ${passkeyButton}
              <p class="or"><span>or</span></p>
            </div>`
          }
          <form method="post" action="/interaction/${uid}" novalidate>
            <div class="fld">
              <label class="lb" for="phone">${texts.phone}</label>
              <div class="inp${error ? ' err' : ''}">
                <span class="pre" aria-hidden="true">+64</span
                ><input
                  id="phone"
                  name="phone"
                  type="tel"
                  inputmode="tel"
                  autocomplete="tel webauthn"
                  required
                  maxlength="40"
                  value="${typed}"
                  placeholder="21 123 4567"
                  ${error ? html` aria-invalid="true" aria-describedby="phone-error"` : ''}${typed || passkeyFirst ? '' : html` autofocus`}
                />
              </div>
              ${error && html`<p class="errm" id="phone-error" role="alert">${icon.warning}<span>${error}</span></p>`}
            </div>
            <button class="btn full ${passkeyFirst ? 'second' : ''}" type="submit"><span class="lbl">${texts.textMe}</span></button>
            ${options.byEmail && html`<button class="btn full second" name="channel" value="email" type="submit"><span class="lbl">${texts.byEmail}</span></button>`}
          </form>
          ${!passkeyFirst && passkeyButton}
          <form method="post" action="/interaction/${uid}/passkey" data-passkey-form hidden><input type="hidden" name="response" /></form>
          <p class="entry-note">${signUp ? texts.welcomeNew : texts.newHere}</p>
          ${
            home !== undefined &&
            html`<nav class="entry-links" aria-label="${texts.about}">
              <a class="link-btn" href="${home}help">${texts.help}</a><a class="link-btn" href="${home}terms">${texts.terms}</a
              ><a class="link-btn" href="${home}privacy">${texts.privacy}</a>
            </nav>`
          }
        </section>
      </main>
    </div>
  </div>`
  return page({ language, title: signUp ? 'signUpTitle' : 'title', body, scripts: ['webauthn.js', 'sign-in.js'] })
}
