// The checkout in a window of its own. The shop's page waits for the word of that window, but believes only its own server.
const result = document.getElementById('result')
const wallet = result?.dataset.wallet
const words = {
  new: 'Waiting for payment. You can go on in the payment window.',
  paid: 'Paid. Thank you!',
  expired: 'The payment ran out of time. Nothing was charged.',
  cancelled: 'The payment was cancelled. Nothing was charged.',
  unknown: 'We could not find out what became of the payment.',
}

for (const button of document.querySelectorAll('button[name="window"]')) {
  button.hidden = false
  button.addEventListener('click', (event) => {
    event.preventDefault()
    void buy(button.form)
  })
}

async function buy(form) {
  if (!form.reportValidity()) return
  // Opened within the click, or the browser takes it for an unwanted pop-up; where it leads is known a moment later.
  const checkout = window.open('about:blank', 'nikau-checkout', 'popup,width=480,height=820')
  say('Opening the payment window…')
  const response = await fetch('/orders', { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(new FormData(form)) })
  const order = await response.json()
  if (!response.ok) {
    checkout?.close()
    return say(order.problem)
  }
  if (!checkout) return location.assign(order.url) // pop-ups are blocked: the same checkout, in this window
  checkout.location.replace(order.url)
  say(words.new, order.id)
  await settled(order, checkout)
  const status = await statusOf(order.id)
  if (status !== 'new') checkout.close()
  say(words[status], order.id)
  if (status === 'new') await paidElsewhere(order.id)
}

/** The window says that it is done, or it is gone. */
function settled(order, checkout) {
  return new Promise((resolve) => {
    const listen = ({ origin, data }) => {
      if (origin === wallet && data?.paymentRequestId === order.paymentRequestId) done()
    }
    const timer = setInterval(() => checkout.closed && done(), 500)
    const done = () => {
      clearInterval(timer)
      removeEventListener('message', listen)
      resolve()
    }
    addEventListener('message', listen)
  })
}

/** A closed window says nothing of the money: it may have been paid on another device, or come late from the bank. */
async function paidElsewhere(id) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const status = await statusOf(id)
    if (status !== 'new') return say(words[status], id)
  }
}

async function statusOf(id) {
  try {
    return (await (await fetch(`/api/orders/${id}`)).json()).status ?? 'unknown'
  } catch {
    return 'new' // no answer is no news
  }
}

function say(text, id) {
  result.hidden = false
  result.textContent = text
  if (!id) return
  const link = document.createElement('a')
  link.href = `/orders/${id}`
  link.textContent = 'See the order'
  result.append(' ', link)
}
