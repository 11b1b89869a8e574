import type { FastifyReply } from 'fastify'

/** Safe markup. Any other value in a template is escaped. */
export type Html = { readonly markup: string }

type Value = Html | string | number | false | null | undefined | readonly (Html | string)[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!)

const render = (value: Value): string => {
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  if ('markup' in value) return value.markup
  return value.map(render).join('')
}

export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.reduce((text, piece, place) => text + piece + (place < values.length ? render(values[place]) : ''), ''),
})

/** Browsers check form-action on every redirect, so it lists the origins of the wallet too. */
export const contentPolicy = (formTargets: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const sendPage = (reply: FastifyReply, page: Html, formTargets: readonly string[] = []): FastifyReply =>
  reply
    .header('content-security-policy', contentPolicy(formTargets))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(page.markup)

const money = new Intl.NumberFormat('en-NZ', { style: 'currency', currency: 'NZD' })
export const showMoney = (cents: number): string => money.format(cents / 100)

const dayFormat = new Intl.DateTimeFormat('en-NZ', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
export const showDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

const timeFormat = new Intl.DateTimeFormat('en-NZ', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Pacific/Auckland',
})
export const showTime = (ms: number): string => timeFormat.format(ms).replace(',', '').replace(' am', '\u00a0am').replace(' pm', '\u00a0pm')
