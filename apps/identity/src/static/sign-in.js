// Enhances pages that also work without script: six boxes for the code, submit at the sixth digit, a countdown on the resend
// button, and passkeys. Not built; `SimpleWebAuthnBrowser` comes from webauthn.js on pages that load it.
;(() => {
  const page = document.querySelector('[data-page]')
  const find = (selector) => page?.querySelector(selector)
  const webauthn = globalThis.SimpleWebAuthnBrowser

  const postJson = async (path) => {
    const response = await fetch(path, { method: 'POST', headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
    return await response.json()
  }

  const submitPasskey = (response) => {
    const form = find('[data-passkey-form]')
    form.elements.response.value = JSON.stringify(response)
    form.submit()
  }

  const setBusy = (button, on) => (on ? button.setAttribute('aria-busy', 'true') : button.removeAttribute('aria-busy'))

  // Prevents a second submission while the first is in progress.
  document.addEventListener('submit', (event) => {
    if (event.target.dataset.submitted) return event.preventDefault()
    event.target.dataset.submitted = 'yes'
    const button = event.submitter ?? document.querySelector(`button[form="${event.target.id}"]`)
    if (button?.classList.contains('btn')) setBusy(button, true)
  })
  addEventListener('pageshow', () => {
    for (const form of document.forms) delete form.dataset.submitted
    for (const button of document.querySelectorAll('[aria-busy]')) setBusy(button, false)
  })

  const initCodeField = () => {
    const input = find('#code')
    const field = input.parentElement
    const button = document.querySelector('button[form="code-form"]')
    field.classList.add('boxed')
    const boxes = Array.from({ length: 6 }, () => Object.assign(document.createElement('i'), { ariaHidden: 'true' }))
    field.prepend(...boxes)
    const draw = () => {
      const digits = input.value.replaceAll(/\D/g, '').slice(0, 6)
      if (digits !== input.value) input.value = digits
      boxes.forEach((box, i) => {
        box.textContent = digits[i] ?? ''
        box.classList.toggle('cur', i === Math.min(digits.length, 5))
      })
      // It only looks disabled: submitting early shows the error at the field.
      if (digits.length === 6) button.removeAttribute('aria-disabled')
      else button.setAttribute('aria-disabled', 'true')
      return digits
    }
    // A pasted message may be longer than the code, so the length limit must not cut it before the digits are extracted.
    input.removeAttribute('maxlength')
    input.addEventListener('input', () => {
      if (draw().length === 6) input.form.requestSubmit()
    })
    draw()
  }

  const startResendCountdown = () => {
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

  const initPasskeySignIn = async () => {
    if (!webauthn?.browserSupportsWebAuthn()) return
    const path = page.dataset.options ?? `/interaction/${page.dataset.interaction}/passkey/options`
    // Autofill and the button share one challenge, so that neither invalidates the other's.
    let options = postJson(path)
    let requestedAt = Date.now()
    let pressed = false
    for (const hidden of page.querySelectorAll('[data-needs-passkey], [data-passkey]')) hidden.hidden = false
    const button = find('[data-passkey]')
    button.addEventListener('click', async () => {
      pressed = true
      setBusy(button, true)
      if (Date.now() - requestedAt > 20 * 60_000) {
        options = postJson(path)
        requestedAt = Date.now()
      }
      try {
        submitPasskey(await webauthn.startAuthentication({ optionsJSON: await options }))
      } catch {
        find('[data-passkey-error]').hidden = false
        setBusy(button, false)
        options = postJson(path)
      }
    })
    try {
      const supportsAutofill = await webauthn.browserSupportsWebAuthnAutofill()
      const optionsJSON = await options
      if (supportsAutofill && !pressed) submitPasskey(await webauthn.startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {
      // Autofill was not used, or the button was used instead.
    }
  }

  const initPasskeyRegistration = () => {
    const button = find('[data-create-passkey]')
    if (!webauthn?.browserSupportsWebAuthn()) return
    button.hidden = false
    button.addEventListener('click', async () => {
      setBusy(button, true)
      try {
        const path = page.dataset.options ?? `/interaction/${page.dataset.interaction}/passkey/new/options`
        submitPasskey(await webauthn.startRegistration({ optionsJSON: await postJson(path) }))
      } catch {
        find('[data-passkey-error]').hidden = false
        setBusy(button, false)
      }
    })
  }

  if (webauthn?.browserSupportsWebAuthn()) find('[data-no-passkeys]')?.remove()
  if (find('[data-passkey]')) void initPasskeySignIn()
  if (page?.dataset.page === 'passkey') initPasskeyRegistration()
  if (page?.dataset.page === 'code') {
    initCodeField()
    startResendCountdown()
    // Lets the server offer a passkey.
    if (globalThis.PublicKeyCredential) find('input[name="passkeys"]').value = 'yes'
  }
})()
