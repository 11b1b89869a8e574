import type { Bank } from '../banks.ts'
import { html } from './html.ts'
import { page } from './layout.ts'

/** Replaces the redirect: the customer opens the link in another browser, or twice. */
export const returnPage = (bank: Bank, address: string, kind: 'elsewhere' | 'twice'): string =>
  page(
    bank,
    'Approved',
    kind === 'elsewhere'
      ? html`<section class="card">
          <h1>Approved. Carry on in another browser</h1>
          <p>Banking apps often open the way back in a different browser from the one that started. Copy this link and open it where you like.</p>
          <label class="field"><span>Return link</span><textarea readonly rows="6" id="return-link">${address}</textarea></label>
          <p><a class="button" data-return href="${address}">Open it here</a></p>
        </section>`
      : html`<section class="card">
          <h1>Approved. The answer goes back twice</h1>
          <p>The first link opens a new tab, the second comes back here. Both carry the same answer.</p>
          <div class="actions">
            <a class="button" data-return href="${address}">Return</a
            ><a class="button plain" data-return target="_blank" rel="noopener noreferrer" href="${address}">Return in a new tab first</a>
          </div>
        </section>`,
  ).markup
