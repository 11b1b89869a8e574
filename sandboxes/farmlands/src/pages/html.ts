import type { FastifyReply } from 'fastify'

/** Safe markup. Any other value in a template is escaped. */
export type Html = { readonly markup: string }

type Value = Html | string | number | false | null | undefined | readonly (Html | string)[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const render = (value: Value): string => {
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value).replace(/[&<>"']/g, (sign) => entities[sign]!)
  if ('markup' in value) return value.markup
  return value.map(render).join('')
}

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.map((piece, place) => piece + (place < values.length ? render(values[place]) : '')).join(''),
})

/** `formTarget`: another origin at which a form of the page ends. */
export const sendPage = (reply: FastifyReply, page: Html, formTarget = ''): FastifyReply =>
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(page.markup)

const money = new Intl.NumberFormat('en-NZ', { style: 'currency', currency: 'NZD' })
export const showMoney = (cents: number): string => money.format(cents / 100)

const time = new Intl.DateTimeFormat('en-NZ', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZone: 'Pacific/Auckland' })
export const showTime = (iso: string): string => time.format(new Date(iso))

export const showNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')
