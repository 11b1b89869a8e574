import { assetPath, fontPath } from '../assets.ts'
import { isMaori, type Language, languages, type Texts } from '../texts.ts'
import { type Html, html } from './html.ts'

/** A complete page. It must work without scripts, which are deferred files of our own. */
export function page(options: { language: Language; title: keyof Texts; body: Html; scripts?: ('webauthn.js' | 'sign-in.js')[]; nonceScript?: Html }): string {
  const titleText = languages[options.language][options.title]
  return `<!doctype html>\n${
    html`<html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>${String(titleText)} - Nikau</title>
        <link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml" />
        <link rel="preload" href="${fontPath()}" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${assetPath('identity.css')}" />
        ${(options.scripts ?? []).map((name) => html`<script src="${assetPath(name)}" defer></script> `)}
      </head>
      <body>
        ${options.body} ${options.nonceScript}
      </body>
    </html> `.markup
  }`
}

/** A text of the page, with a `lang` attribute if it is te reo Māori. */
export function text(language: Language, key: keyof Texts): Html {
  const value = languages[language][key]
  if (typeof value !== 'string') throw new Error(`${key} is not a plain text`)
  return isMaori(language, key) ? html`<span lang="mi">${value}</span>` : html`${value}`
}

/** A time in New Zealand: 4:10 pm. */
export function timeOfDay(at: Date): string {
  return new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', timeZone: 'Pacific/Auckland' }).format(at).replace(' ', ' ')
}

export const logo = html`<span class="logo"
  ><svg viewBox="2 0 187 48" role="img" aria-label="Nikau">
    <g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round">
      <path stroke-width="5" transform="translate(0 -2) scale(.8)" d="M7 57C8 28 28 5 58 12M18.5 24.4V55M28.5 15.8V56M38.5 11.8V49.5M48.5 10.7V38" />
      <path
        stroke-width="4.6"
        transform="translate(61 0)"
        d="M4 18V40M4 28a9.5 9.5 0 0 1 19 0V40M35 18V40M35 8.2v.1M47 6V40M61.5 18.5 47.5 30.6M52.6 26.6 62.5 40M93.5 18.5V40M72.5 29.2a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1-21 0M105.5 18v12.2a9.5 9.5 0 0 0 19 0V18M124.5 30V40"
      />
    </g></svg
></span>`

export const icon = {
  lock: html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 11h12v9.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" /></svg>`,
  back: html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="m15 5-7 7 7 7" /></svg>`,
  warning: html`<svg class="i s" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4 2.5 20.5h19zM12 10v5M12 17.8v.1" /></svg>`,
  tick: html`<svg class="i s" viewBox="0 0 24 24" aria-hidden="true"><path d="m5 12.5 4.5 4.5L19 7.5" /></svg>`,
  passkey: html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true">
    <path
      d="M12 11.5v3.2c0 2.3-.5 4.3-1.4 6M8.6 11.8a3.4 3.4 0 0 1 6.8 0v2.6c0 1.9-.3 3.8-.9 5.6M5.2 16.5c.3-1 .4-2.2.4-3.4v-1.3a6.4 6.4 0 0 1 9.8-5.4M18 9.6c.3.7.4 1.4.4 2.2v2.5c0 1.4-.1 2.7-.4 4M3.4 9.5A9 9 0 0 1 18 5"
    />
  </svg>`,
  phone: html`<svg class="i s" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M7.5 2.8h9a1 1 0 0 1 1 1v16.4a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V3.8a1 1 0 0 1 1-1zM11 18h2" />
  </svg>`,
}

const leaflets =
  'M20 392C30 170 150 20 424 58M34.0 289.1q8.6 45.3 9.1 141.4M42.6 258.5q9.2 49.4 9.7 154.3M51.2 234.7q9.8 53.2 10.3 166.1M59.8 215.0q10.4 56.7 11.0 177.1M68.4 198.1q11.0 59.9 11.6 187.1M77.0 183.4q11.7 62.8 12.3 196.3M85.6 170.4q12.3 65.5 12.9 204.7M94.2 158.8q12.9 67.9 13.6 212.3M102.8 148.4q13.5 70.1 14.2 219.2M111.4 138.9q14.1 72.1 14.9 225.2M120.0 130.3q14.7 73.8 15.5 230.6M128.6 122.5q15.3 75.2 16.1 235.1M137.2 115.3q16.0 76.5 16.8 239.0M145.8 108.7q16.6 77.5 17.4 242.2M154.4 102.7q17.2 78.3 18.1 244.6M163.0 97.2q17.8 78.8 18.7 246.3M171.6 92.1q18.4 79.2 19.4 247.4M180.2 87.5q19.0 79.3 20.0 247.8M188.8 83.3q19.6 79.2 20.7 247.5M197.4 79.4q20.2 78.9 21.3 246.6M206.0 75.8q20.9 78.4 21.9 245.1M214.6 72.6q21.5 77.7 22.6 242.9M223.2 69.6q22.1 76.8 23.2 240.1M231.8 66.9q22.7 75.8 23.9 236.8M240.4 64.5q23.3 74.5 24.5 232.8M249.0 62.4q23.9 73.1 25.2 228.4M257.6 60.5q24.5 71.5 25.8 223.3M266.2 58.8q25.1 69.7 26.5 217.8M274.8 57.3q25.8 67.7 27.1 211.7M283.4 56.0q26.4 65.6 27.8 205.1M292.0 54.9q27.0 63.4 28.4 198.1M300.6 54.0q27.6 61.0 29.0 190.6M309.2 53.3q28.2 58.5 29.7 182.7M317.8 52.8q28.8 55.8 30.3 174.3M326.4 52.4q29.4 53.0 31.0 165.5M335.0 52.2q30.0 50.0 31.6 156.3M343.6 52.1q30.7 46.9 32.3 146.7M352.2 52.2q31.3 43.7 32.9 136.6M360.8 52.4q31.9 40.4 33.6 126.2M369.4 52.8q32.5 36.9 34.2 115.3M378.0 53.3q33.1 33.3 34.9 103.9M386.6 53.9q33.7 29.4 35.5 92.0M395.2 54.6q34.3 25.4 36.1 79.3M403.8 55.5q34.9 21.0 36.8 65.6M412.4 56.5q35.6 16.0 37.4 50.0'

export const frond = html`<svg class="frond" viewBox="0 0 440 400" aria-hidden="true"><path d="${leaflets}" /></svg>`

/** A page with a message and at most one action. */
export function notice(heading: Html, text: Html, more?: Html): Html {
  return html`<div class="sheet">
    <header class="top">${logo}</header>
    <main class="body">
      <h1 class="title">${heading}</h1>
      <p class="lede">${text}</p>
      ${more}
    </main>
  </div>`
}
