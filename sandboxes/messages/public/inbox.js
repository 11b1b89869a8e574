// Copies one-time codes, and fetches the list every two seconds. Replaces and announces it only when it changed, and keeps the
// focus on the same message.
const list = document.getElementById('list')
const status = document.getElementById('status')

function showButtons() {
  for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = false
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]')
  if (button) void copy(button.dataset.copy)
})

async function copy(code) {
  await navigator.clipboard.writeText(code)
  status.textContent = `Copied ${code}`
}

async function refresh() {
  if (document.hidden) return
  const response = await fetch(location.href)
  if (!response.ok) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('list')
  if (!fresh || fresh.textContent === shown) return
  const more = fresh.querySelectorAll('article').length - list.querySelectorAll('article').length
  const focused = list.contains(document.activeElement) ? document.activeElement : undefined
  const article = focused?.closest('article')?.getAttribute('aria-labelledby')
  list.replaceChildren(...fresh.childNodes)
  shown = textOf()
  showButtons()
  if (article) list.querySelector(`article[aria-labelledby="${article}"] ${focused.localName}`)?.focus()
  if (more > 0) status.textContent = more === 1 ? '1 new message' : `${more} new messages`
}

const textOf = () => list.textContent
let shown = list ? textOf() : ''
showButtons()
if (list) setInterval(() => void refresh().catch(() => (status.textContent = 'The sandbox does not respond.')), 2000)
