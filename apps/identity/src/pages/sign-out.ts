import { type Language, languages } from '../texts.ts'
import { html, trustedHtml } from './html.ts'
import { notice, page, text } from './layout.ts'

/** With a nonce, submits itself, because the logout is certainly intended. Otherwise asks for confirmation. */
export function signOutPage(options: { language: Language; form: string; nonce: string | undefined }): string {
  const { language, nonce } = options
  const texts = languages[language]
  const buttons = html`${trustedHtml(options.form)}
    <div class="stack">
      <button class="btn full" type="submit" form="op.logoutForm" name="logout" value="yes">${text(language, 'signOutYes')}</button>
      ${nonce === undefined && html`<button class="btn full text" type="submit" form="op.logoutForm">${texts.stay}</button>`}
    </div>`
  const body = notice(html`${nonce ? texts.signingOut : texts.signOutTitle}`, html`${texts.signOut}`, buttons)
  const script =
    nonce &&
    html`<script nonce="${nonce}">
      const form = document.getElementById('op.logoutForm')
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'logout', value: 'yes' }))
      form.submit()
    </script>`
  return page({ language, title: 'signOutYes', body, ...(script ? { nonceScript: script } : {}) })
}

export function signedOutPage(options: { language: Language }): string {
  const texts = languages[options.language]
  return page({ language: options.language, title: 'signedOutTitle', body: notice(html`${texts.signedOutTitle}`, html`${texts.signedOut}`) })
}
