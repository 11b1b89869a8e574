// Copies one-time codes, and fetches the list again every two seconds. It is replaced and its news said aloud only when
// something changed, and the focus stays on the message where it was.
const list = document.getElementById('list')
const news = document.getElementById('news')

function showButtons() {
  for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = false
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy]')
  if (button) void copy(button.dataset.copy)
})

async function copy(code) {
  await navigator.clipboard.writeText(code)
  news.textContent = `Copied ${code}`
}

async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list')
  if (!fresh || fresh.textContent === shown) return
  const more = fresh.querySelectorAll('article').length - list.querySelectorAll('article').length
  const focused = list.contains(document.activeElement) ? document.activeElement : undefined
  const article = focused?.closest('article')?.getAttribute('aria-labelledby')
  list.replaceChildren(...fresh.childNodes)
  shown = textOf()
  showButtons()
  if (article) list.querySelector(`article[aria-labelledby="${article}"] ${focused.localName}`)?.focus()
  if (more > 0) news.textContent = more === 1 ? '1 new message' : `${more} new messages`
}

const textOf = () => list.textContent
let shown = list ? textOf() : ''
showButtons()
if (list) setInterval(() => void refresh().catch(() => (news.textContent = 'The sandbox does not answer.')), 2000)
