import { type Language, languages } from '../texts.ts'
import { html } from './html.ts'
import { icon, logo, page } from './layout.ts'

/** Offers to create a passkey, once after a code, in browsers that support it. */
export function passkeyPage(options: { language: Language; uid: string; failed: boolean }): string {
  const { language, uid } = options
  const texts = languages[language]
  const body = html`<div class="sheet" data-page="passkey" data-interaction="${uid}">
    <header class="top">${logo}</header>
    <main class="body">
      <div class="leaf">${icon.passkey}</div>
      <h1 class="title">${texts.offerTitle}</h1>
      <p class="lede">${texts.offer}</p>
      <ul class="points">
        ${texts.offerPoints.map((point) => html`<li>${icon.tick}<span>${point}</span></li>`)}
      </ul>
      <p class="errm" role="alert" data-passkey-error ${options.failed ? '' : html`hidden`}>${icon.warning}<span>${texts.createFailed}</span></p>
    </main>
    <footer class="foot">
      <button class="btn full" type="button" data-create-passkey hidden><span class="lbl">${texts.createPasskey}</span></button>
      <form method="post" action="/interaction/${uid}/finish"><button class="btn full text" type="submit">${texts.notNow}</button></form>
      <form method="post" action="/interaction/${uid}/passkey/new" data-passkey-form hidden><input type="hidden" name="response" /></form>
    </footer>
  </div>`
  return page({ language, title: 'offerTitle', body, scripts: ['webauthn.js', 'sign-in.js'] })
}
