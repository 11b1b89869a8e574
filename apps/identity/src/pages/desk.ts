import { languages } from '../texts.ts'
import { type Html, html } from './html.ts'
import { frond, icon, logo, notice, page } from './layout.ts'

// The pages of operators. The desk is in English.

const language = 'en-NZ'
const texts = languages[language]

export function deskSignInPage(options: { uid: string; failed: boolean }): string {
  const path = `/interaction/${options.uid}`
  const main = html`<h1>${texts.deskTitle}</h1>
    <p class="desk-lede">${texts.deskLede}</p>
    ${failure(options.failed, texts.deskFailed)}
    <button class="btn full" type="button" data-passkey hidden>${icon.passkey}<span>${texts.deskUsePasskey}</span></button>
    <form method="post" action="${path}/passkey" data-passkey-form hidden><input type="hidden" name="response" /></form>
    ${noPasskeys}
    <p class="desk-note">${texts.deskNoCode}</p>
    <hr />
    <p class="desk-note">${texts.deskNotCustomers}</p>`
  return deskPage('deskTitle', html`data-page="desk-sign-in" data-options="${path}/passkey/options"`, main)
}

/** Adds a passkey for the desk, for the person whose link this is. */
export function deskEnrolmentPage(options: { code: string; givenName: string | null; failed: boolean }): string {
  const path = `/desk-passkey/${options.code}`
  const main = html`<h1>${texts.deskEnrolTitle}</h1>
    <p class="desk-lede">${options.givenName === null ? texts.deskEnrolLede : texts.deskEnrolFor(options.givenName)}</p>
    ${failure(options.failed, texts.deskEnrolFailed)}
    <button class="btn full" type="button" data-create-passkey hidden>${icon.passkey}<span>${texts.deskEnrolButton}</span></button>
    <form method="post" action="${path}" data-passkey-form hidden><input type="hidden" name="response" /></form>
    ${noPasskeys}
    <p class="desk-note">${texts.deskEnrolOnce}</p>`
  return deskPage('deskEnrolTitle', html`data-page="passkey" data-options="${path}/options"`, main)
}

export function deskEnrolledPage(options: { desk: string }): string {
  const main = html`<h1>${texts.deskEnrolledTitle}</h1>
    <p class="desk-lede">${texts.deskEnrolled}</p>
    <a class="btn full" href="${options.desk}">${texts.deskTitle}</a>`
  return deskPage('deskEnrolledTitle', html`data-page="desk-enrolled"`, main)
}

/** The link has expired, was used or never existed: all look the same. */
export function deskLinkSpentPage(): string {
  return page({ language, title: 'deskSpentTitle', body: notice(html`${texts.deskSpentTitle}`, html`${texts.deskSpent}`) })
}

const noPasskeys = html`<p class="errm" data-no-passkeys>${icon.warning}<span>${texts.deskNoPasskeys}</span></p>`

function failure(failed: boolean, text: string): Html {
  return html`<p class="errm" role="alert" data-passkey-error ${failed ? '' : html`hidden`}>${icon.warning}<span>${text}</span></p>`
}

function deskPage(title: 'deskTitle' | 'deskEnrolTitle' | 'deskEnrolledTitle', attributes: Html, main: Html): string {
  const body = html`<div class="desk" ${attributes}>
    <header class="desk-side">
      ${frond}${logo}
      <div>
        <p class="desk-promise">${texts.deskPromise}</p>
        <p>${texts.deskPromiseMore}</p>
      </div>
    </header>
    <main class="desk-main"><div>${main}</div></main>
  </div>`
  return page({ language, title, body, scripts: ['webauthn.js', 'sign-in.js'] })
}
