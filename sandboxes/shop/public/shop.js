// Opens the checkout in a window. The page listens for a message of that window, but takes the status from its own server.
const result = document.getElementById('result')
const wallet = result?.dataset.wallet
const statusTexts = {
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
  // Opened during the click, or the browser would block it as a pop-up; the address is set later.
  const checkout = window.open('about:blank', 'nikau-checkout', 'popup,width=480,height=820')
  say('Opening the payment window…')
  const response = await fetch('/orders', { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(new FormData(form)) })
  const order = await response.json()
  if (!response.ok) {
    checkout?.close()
    return say(order.problem)
  }
  if (!checkout) return location.assign(order.url) // pop-ups are blocked: open the checkout here
  checkout.location.replace(order.url)
  say(statusTexts.new, order.id)
  await settled(order, checkout)
  const status = await statusOf(order.id)
  if (status !== 'new') checkout.close()
  say(statusTexts[status], order.id)
  if (status === 'new') await paidElsewhere(order.id)
}

/** The window reports its end, or is closed. */
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

/** A closed window does not mean unpaid: the customer may pay on another device, or the bank may confirm late. */
async function paidElsewhere(id) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const status = await statusOf(id)
    if (status !== 'new') return say(statusTexts[status], id)
  }
}

async function statusOf(id) {
  try {
    return (await (await fetch(`/api/orders/${id}`)).json()).status ?? 'unknown'
  } catch {
    return 'new' // unknown: try again
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
