import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { icon, logo, page, text } from './layout.ts'

/** Asks a person who has not signed in for a year for more than the number. */
export function secondProofPage(options: {
  language: Language
  uid: string
  passkey: boolean
  code: 'sms' | 'email' | undefined
  supportEmail: string
  passkeyError?: boolean
  error?: string | undefined
}): string {
  const { language, uid, error } = options
  const texts = languages[language]
  const body = html`<div class="sheet" data-page="second-proof" data-interaction="${uid}">
    <header class="top">${logo}</header>
    <main class="body">
      <div class="leaf">${icon.lock}</div>
      <h1 class="title">${texts.secondTitle}</h1>
      <p class="lede">${texts.second}</p>
      ${
        options.passkey &&
        html`<p class="errm" role="alert" data-passkey-error ${options.passkeyError ? '' : html`hidden`}>${icon.warning}<span>${texts.passkeyFailed}</span></p>`
      }
      ${error && html`<p class="errm" role="alert">${icon.warning}<span>${error}</span></p>`}
      <p class="cap">${texts.secondHelp} <a class="link-btn" href="mailto:${options.supportEmail}">${texts.contactUs}</a></p>
    </main>
    <footer class="foot">
      ${
        options.passkey &&
        html`<button class="btn full" type="button" data-passkey hidden>${icon.passkey}<span>${text(language, 'usePasskey')}</span></button>
          <form method="post" action="/interaction/${uid}/passkey" data-passkey-form hidden><input type="hidden" name="response" /></form>`
      }
      ${
        options.code &&
        html`<form method="post" action="/interaction/${uid}/second/send">
          <button class="btn full ${options.passkey ? 'text' : ''}" type="submit">
            <span class="lbl">${options.code === 'email' ? texts.secondEmail : texts.textMe}</span>
          </button>
        </form>`
      }
    </footer>
  </div>`
  return page({ language, title: 'secondTitle', body, scripts: options.passkey ? ['webauthn.js', 'sign-in.js'] : ['sign-in.js'] })
}

/** There is nothing that a dormant person could prove more with. */
export function dormantPage(options: { language: Language; supportEmail: string }): string {
  const { language, supportEmail } = options
  const texts = languages[language]
  const body = html`<div class="sheet" data-page="dormant">
    <header class="top">${logo}</header>
    <main class="body">
      <div class="leaf">${icon.lock}</div>
      <h1 class="title">${texts.dormantTitle}</h1>
      <p class="lede">${texts.dormant}</p>
      <p class="lede">${texts.dormantHelp}</p>
    </main>
    <footer class="foot">
      <a class="btn full" href="mailto:${supportEmail}">${texts.contactUs}</a>
      <p class="entry-note">${supportEmail}</p>
    </footer>
  </div>`
  return page({ language, title: 'dormantTitle', body })
}
