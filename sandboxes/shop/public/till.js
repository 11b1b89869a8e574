// The page of a sale. The sale is on the server; this page shows it, and polls it while a charge is open.
import { startCamera } from './till-camera.js'
import { createWedge, faultOf } from './till-codes.js'

const element = (id) => document.getElementById(id)
const dollars = new Intl.NumberFormat('en-NZ', { style: 'currency', currency: 'NZD' })
const money = (cents) => dollars.format(cents / 100)

let sale = JSON.parse(element('sale').textContent)
/** Cents on the keypad; digits push in from the right. */
let entered = 0
let stopCamera
let polling
/** Changes of the basket that the server has not confirmed yet. */
let changes = Promise.resolve()

async function call(action, body = {}) {
  if (action !== 'basket') await changes // a product that was just tapped must be charged
  try {
    const response = await fetch(`/api/till/${sale.id}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(String(response.status))
    show(await response.json())
  } catch {
    say('The till’s own server does not answer. Check the network and try again.')
  }
}

async function poll() {
  try {
    const response = await fetch(`/api/till/${sale.id}`)
    if (response.ok) show(await response.json())
  } catch {
    // The next poll tries again; the server goes on by itself.
  }
}

function say(text) {
  element('notice').hidden = text === ''
  setText('notice', text)
}

function show(next) {
  const isMoved = next.stage !== sale.stage
  sale = next
  document.querySelector('main').dataset.at = sale.stage
  for (const part of document.querySelectorAll('[data-stage]')) part.hidden = part.dataset.stage !== sale.stage
  showBasket()
  showAmount()
  showCharge()
  say(sale.notice)
  if (sale.stage !== 'take') endCamera()
  clearInterval(polling)
  polling = sale.stage === 'waiting' ? setInterval(poll, 1000) : undefined
  if (isMoved) focusOn(sale.stage)
}

/** Where the cashier goes on. A hand scanner works from anywhere. */
function focusOn(stage) {
  if (stage === 'take') {
    element('code').value = ''
    element('code-fault').textContent = ''
    element('code').focus()
  } else if (stage === 'waiting') element('cancel').focus()
  else if (stage === 'paid') document.querySelector('[data-stage="paid"] a').focus()
}

function showBasket() {
  element('empty').hidden = sale.lines.length > 0
  element('lines').replaceChildren(
    ...sale.lines.map((line) => {
      const item = document.createElement('li')
      const name = Object.assign(document.createElement('span'), { textContent: `${line.qty} × ${line.name}` })
      const price = Object.assign(document.createElement('strong'), { textContent: money(Number(line.price)) })
      item.append(name, price)
      if (sale.stage === 'basket') {
        const remove = Object.assign(document.createElement('button'), { type: 'button', textContent: '×', className: 'remove' })
        remove.setAttribute('aria-label', `Remove ${line.name}`)
        remove.addEventListener('click', () => changeBasket((entries) => without(entries, entryOf(line))))
        item.append(remove)
      }
      return item
    }),
  )
  element('close').disabled = sale.total === 0
}

const headlines = { basket: 'To pay', take: 'To pay', waiting: 'To pay', paid: 'Paid' }

function showAmount() {
  const isPart = sale.legs.length > 0 && sale.stage !== 'paid'
  element('headline').textContent = isPart ? 'Left to pay' : headlines[sale.stage]
  element('amount').textContent = money(sale.stage === 'paid' ? sale.total : sale.left)
  element('paid-so-far').hidden = sale.legs.length === 0
  element('paid-so-far').querySelector('h2').textContent = sale.stage === 'paid' ? 'Paid with' : 'Paid so far'
  element('legs').replaceChildren(
    ...sale.legs.map((leg) => {
      const row = document.createElement('div')
      row.append(
        Object.assign(document.createElement('dt'), { textContent: leg.by }),
        Object.assign(document.createElement('dd'), { textContent: money(leg.amount) }),
      )
      return row
    }),
  )
  element('reopen').hidden = sale.legs.length > 0
  element('abandon').textContent = sale.legs.length > 0 ? 'Cancel sale and refund' : 'Cancel sale'
}

function showCharge() {
  const { charge } = sale
  if (!charge) return
  setText('state', stateOf(charge))
  element('time-left').textContent = charge.secondsLeft === undefined ? '' : `${timeOf(charge.secondsLeft)} left`
  element('slip-link').hidden = charge.kind !== 'slip' || charge.secondsLeft === undefined
  element('condition').hidden = charge.condition === undefined
  setText('condition-text', charge.condition ?? '')
  element('cancel').disabled = charge.isCancelled
}

/** A status that stays the same is not announced again. */
function setText(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text
}

function stateOf({ kind, isCancelled, isSilent, paid }) {
  if (isCancelled) return 'Cancelling…'
  if (isSilent) return 'Nikau does not answer. Trying again…'
  if (kind === 'cash' || kind === 'eftpos') return 'Recording the payment…'
  if (kind === 'slip') return 'Waiting for someone to scan the code and pay.'
  return paid > 0 ? `Waiting for the customer. ${money(paid)} is paid so far.` : 'Waiting for the customer.'
}

function timeOf(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes}:${String(rest).padStart(2, '0')}`
}

/** A line as the server takes it: it has the prices. */
const entryOf = (line) => (line.sku === 'other' ? { amount: Number(line.price) } : { sku: line.sku, qty: Number(line.qty) })

/** One change after the other: each starts from the basket that the one before has left. */
function changeBasket(change) {
  changes = changes.then(() => call('basket', { entries: change(sale.lines.map(entryOf)) }))
}

function addProduct(sku) {
  changeBasket((entries) => {
    const known = entries.find((entry) => entry.sku === sku)
    return known ? entries.map((entry) => (entry === known ? { sku, qty: known.qty + 1 } : entry)) : [...entries, { sku, qty: 1 }]
  })
}

function without(entries, { sku, amount }) {
  const place = entries.findIndex((entry) => entry.sku === sku && entry.amount === amount)
  return entries.filter((_, other) => other !== place)
}

function press(key) {
  if (sale.stage !== 'basket') return
  const next = key === '⌫' ? Math.floor(entered / 10) : Number(`${entered}${key}`)
  if (next <= 9_999_999) setEntered(next)
}

function setEntered(cents) {
  entered = cents
  element('entered').textContent = money(cents)
}

function addAmount() {
  if (entered === 0) return
  const amount = entered
  setEntered(0)
  changeBasket((entries) => [...entries, { amount }])
}

function charge(text) {
  const code = text.replaceAll(/\s/g, '')
  const fault = code === '' ? 'Scan or type a code.' : faultOf(code)
  if (sale.stage === 'basket') return fault ? say(fault) : void call('charge', { kind: 'code', barcode: code })
  element('code-fault').textContent = fault ?? ''
  if (fault) return element('code').select()
  endCamera()
  element('code').value = '' // the next scan must not be added to it
  void call('charge', { kind: 'code', barcode: code })
}

async function beginCamera() {
  element('camera-view').hidden = false
  element('camera').textContent = 'Stop the camera'
  setText('camera-state', 'Hold the code in front of the camera.')
  let isWanted = true
  stopCamera = () => (isWanted = false)
  try {
    const stop = await startCamera(element('video'), (text) => {
      if (faultOf(text)) setText('camera-state', faultOf(text))
      else charge(text)
    })
    // It takes seconds to start, and the cashier may have gone on meanwhile.
    if (isWanted) stopCamera = stop
    else stop()
  } catch {
    if (!isWanted) return
    endCamera()
    element('code-fault').textContent = 'The camera cannot be used. Use the hand scanner or type the digits.'
  }
}

function endCamera() {
  stopCamera?.()
  stopCamera = undefined
  element('camera-view').hidden = true
  element('camera').textContent = 'Scan with the camera'
}

for (const button of document.querySelectorAll('[data-sku]')) button.addEventListener('click', () => addProduct(button.dataset.sku))
for (const button of document.querySelectorAll('[data-key]')) button.addEventListener('click', () => press(button.dataset.key))
for (const button of document.querySelectorAll('[data-kind]')) button.addEventListener('click', () => void call('charge', { kind: button.dataset.kind }))
for (const action of ['close', 'reopen', 'abandon', 'cancel']) element(action).addEventListener('click', () => void call(action))
element('add').addEventListener('click', addAmount)
element('accept').addEventListener('click', () => void call('condition', { accept: true }))
element('decline').addEventListener('click', () => void call('condition', { accept: false }))
element('camera').addEventListener('click', () => void (stopCamera ? endCamera() : beginCamera()))
element('code-form').addEventListener('submit', (event) => {
  event.preventDefault()
  charge(element('code').value)
})

// The hand scanner types into whatever has the focus; in the field the form takes it.
let beforeDigits = 0
const wedge = createWedge({
  onTyped(digit, isFirst) {
    if (isFirst) beforeDigits = entered
    press(digit)
  },
  onScan(digits) {
    setEntered(beforeDigits)
    if (sale.stage === 'take' || (sale.stage === 'basket' && sale.total > 0)) charge(digits)
  },
})
addEventListener('keydown', (event) => {
  if (event.target === element('code') || event.ctrlKey || event.metaKey || event.altKey) return
  // Enter would press the button that has the focus.
  if (wedge(event.key, event.timeStamp)) event.preventDefault()
})

show(sale)
