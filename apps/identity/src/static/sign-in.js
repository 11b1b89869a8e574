// What script adds to pages that work without it: six boxes for the code, sending it at the sixth digit, a clock on the resend
// button, and passkeys. Plain script, no build; `SimpleWebAuthnBrowser` comes from webauthn.js where a page loads it.
;(() => {
  const page = document.querySelector('[data-page]')
  const find = (selector) => page?.querySelector(selector)
  const webauthn = globalThis.SimpleWebAuthnBrowser

  const ask = async (path) => {
    const answer = await fetch(path, { method: 'POST', headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return await answer.json()
  }

  const hand = (response) => {
    const form = find('[data-passkey-form]')
    form.elements.response.value = JSON.stringify(response)
    form.submit()
  }

  const busy = (button, on) => (on ? button.setAttribute('aria-busy', 'true') : button.removeAttribute('aria-busy'))

  // A second press while the first is on its way would only send another message.
  document.addEventListener('submit', (event) => {
    if (event.target.dataset.sent) return event.preventDefault()
    event.target.dataset.sent = 'yes'
    const button = event.submitter ?? document.querySelector(`button[form="${event.target.id}"]`)
    if (button?.classList.contains('btn')) busy(button, true)
  })
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.sent
    for (const button of document.querySelectorAll('[aria-busy]')) busy(button, false)
  })

  const drawCode = () => {
    const input = find('#code')
    const field = input.parentElement
    const button = document.querySelector('button[form="code-form"]')
    field.classList.add('drawn')
    const boxes = Array.from({ length: 6 }, () => Object.assign(document.createElement('i'), { ariaHidden: 'true' }))
    field.prepend(...boxes)
    const draw = () => {
      const digits = input.value.replaceAll(/\D/g, '').slice(0, 6)
      if (digits !== input.value) input.value = digits
      boxes.forEach((box, i) => {
        box.textContent = digits[i] ?? ''
        box.classList.toggle('cur', i === Math.min(digits.length, 5))
      })
      // Pressing it early still works and brings the sentence at the field; it only looks as if there were more to do first.
      if (digits.length === 6) button.removeAttribute('aria-disabled')
      else button.setAttribute('aria-disabled', 'true')
      return digits
    }
    // The field takes a whole pasted message line, so its own length limit must not cut it before the digits are picked out.
    input.removeAttribute('maxlength')
    input.addEventListener('input', () => {
      if (draw().length === 6) input.form.requestSubmit()
    })
    draw()
  }

  const countDown = () => {
    const forms = page.querySelectorAll('[data-resend]')
    const until = Date.now() + Math.max(0, ...[...forms].map((form) => Number(form.dataset.resend))) * 1000
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1000)
      for (const form of forms) {
        form.querySelector('button').hidden = left > 0
        const count = form.querySelector('[data-count]')
        if (count) {
          count.hidden = left <= 0
          count.querySelector('[data-clock]').textContent = `0:${String(Math.max(left, 0)).padStart(2, '0')}`
        }
      }
      if (left > 0) setTimeout(tick, 250)
    }
    if (forms.length > 0) tick()
  }

  const offerPasskeySignIn = async () => {
    if (!webauthn?.browserSupportsWebAuthn()) return
    const path = `/interaction/${page.dataset.interaction}/passkey/options`
    // The suggestion under the field and the button answer the same challenge, so that neither takes it away from the other.
    let options = ask(path)
    let askedAt = Date.now()
    let pressed = false
    for (const hidden of page.querySelectorAll('[data-needs-passkey], [data-passkey]')) hidden.hidden = false
    const button = find('[data-passkey]')
    button.addEventListener('click', async () => {
      pressed = true
      busy(button, true)
      if (Date.now() - askedAt > 20 * 60_000) {
        options = ask(path)
        askedAt = Date.now()
      }
      try {
        hand(await webauthn.startAuthentication({ optionsJSON: await options }))
      } catch {
        find('[data-passkey-error]').hidden = false
        busy(button, false)
        options = ask(path)
      }
    })
    try {
      const maySuggest = await webauthn.browserSupportsWebAuthnAutofill()
      const optionsJSON = await options
      if (maySuggest && !pressed) hand(await webauthn.startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {
      // The suggestion was not taken, or the button was pressed instead: the page stays as it is.
    }
  }

  const offerPasskeyMaking = () => {
    const button = find('[data-make-passkey]')
    if (!webauthn?.browserSupportsWebAuthn()) return
    button.hidden = false
    button.addEventListener('click', async () => {
      busy(button, true)
      try {
        hand(await webauthn.startRegistration({ optionsJSON: await ask(`/interaction/${page.dataset.interaction}/passkey/new/options`) }))
      } catch {
        find('[data-passkey-error]').hidden = false
        busy(button, false)
      }
    })
  }

  if (page?.dataset.page === 'number') void offerPasskeySignIn()
  if (page?.dataset.page === 'passkey') offerPasskeyMaking()
  if (page?.dataset.page === 'code') {
    drawCode()
    countDown()
    // Tells the server that offering a passkey makes sense in this browser.
    if (globalThis.PublicKeyCredential) find('input[name="passkeys"]').value = 'yes'
  }
})()
