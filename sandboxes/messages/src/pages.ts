import type { Faults } from './faults.ts'
import type { Counts, Received } from './inbox.ts'

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function page(title: string, here: 'inbox' | 'faults', main: string): string {
  const link = (path: string, name: string, current: boolean) => `<a href="${path}"${current ? ' aria-current="page"' : ''}>${name}</a>`
  return `<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox.css">
<script src="/inbox.js" type="module"></script>
${here === 'inbox' ? '<noscript><meta http-equiv="refresh" content="5"></noscript>' : ''}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="name">Messages <span>sandbox</span></p>
<nav aria-label="Sandbox">${link('/', 'Inbox', here === 'inbox')}${link('/faults', 'Faults', here === 'faults')}</nav>
</header>
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`
}

export function inboxPage(messages: Received[], counts: Counts, faults: Faults, to?: string): string {
  const unusual = Object.values(faults).some(Boolean)
  const only = to ? `<p class="quiet">Only messages to <strong>${escapeHtml(to)}</strong>. <a href="/">Show all</a></p>` : ''
  const list = messages.length
    ? `<ol class="messages">${messages.map(card).join('\n')}</ol>`
    : `<div class="empty"><p>No messages yet.</p><p class="quiet">SMS and email sent to this sandbox appear here.</p></div>`
  return page(
    'Inbox',
    'inbox',
    `<div class="top"><h1>Inbox</h1><form method="post" action="/empty"><button class="plain">Empty the inbox</button></form></div>
${unusual ? '<p class="notice">Faults are active. <a href="/faults">Show faults</a></p>' : ''}
${only}
<p class="quiet" role="status" id="status"></p>
<section id="list" aria-label="Messages">
<p class="quiet">${counts.accepted} received, ${counts.duplicates} repeated and dropped, ${counts.refused} refused, ${counts.dropped} dropped without a response</p>
${list}
</section>`,
  )
}

function card(message: Received): string {
  const code = /(?<![\d-])\d{4,8}(?![\d-])/.exec(`${message.subject} ${message.text}`)?.[0]
  const kind = message.channel === 'sms' ? 'SMS' : 'Email'
  const time = new Date(message.receivedAt).toLocaleTimeString('en-NZ', { timeZone: 'Pacific/Auckland' })
  return `<li><article aria-labelledby="m${message.id}">
<div class="line"><h2 id="m${message.id}"><span class="kind ${message.channel}">${kind}</span> <a href="/?to=${encodeURIComponent(message.to)}">${escapeHtml(message.to)}</a></h2>
<time datetime="${escapeHtml(message.receivedAt)}">${escapeHtml(time)}</time></div>
${message.subject ? `<p class="subject">${escapeHtml(message.subject)}</p>` : ''}
<p class="text">${escapeHtml(message.text)}</p>
${code ? `<p class="code"><output id="c${message.id}">${code}</output> <button type="button" data-copy="${code}" hidden>Copy the code<span class="unseen"> ${code}</span></button></p>` : ''}
${message.duplicates ? `<p class="quiet">Delivered ${message.duplicates} more ${message.duplicates === 1 ? 'time' : 'times'}, and dropped</p>` : ''}
</article></li>`
}

export function faultsPage(faults: Faults, counts: Counts): string {
  const number = (name: keyof Faults, label: string, hint: string, step = 1) =>
    `<p class="field"><label for="${name}">${label}</label><span class="hint" id="${name}-hint">${hint}</span>
<input id="${name}" name="${name}" type="number" inputmode="numeric" min="0" max="600000" step="${step}" value="${Number(faults[name])}" aria-describedby="${name}-hint"></p>`
  return page(
    'Faults',
    'faults',
    `<h1>Faults</h1>
<p class="quiet">${counts.refused} refused and ${counts.dropped} dropped without a response so far.</p>
<form method="post" action="/faults" class="faults">
${number('slowBefore', 'Delay before accepting a message', 'Milliseconds until the message is received.')}
${number('slowAfter', 'Delay before responding', 'Milliseconds. The message is received; the sender waits.')}
${number('refuseNext', 'Refuse the next messages', 'How many, as a busy server does: 503 for SMS, 451 for email.')}
${number('rejectNext', 'Reject the next messages', 'How many: 422 for SMS, 550 for email.')}
${number('dropNext', 'Drop the response to the next messages', 'How many. The message is received, then the connection is dropped.')}
<p class="tick"><input id="down" name="down" type="checkbox" value="true"${faults.down ? ' checked' : ''}><label for="down">Down: drop every connection</label></p>
<p class="buttons"><button>Save</button></p>
</form>
<form method="post" action="/faults"><button class="plain">Clear all faults</button></form>`,
  )
}
