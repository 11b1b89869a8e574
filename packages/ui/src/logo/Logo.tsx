const rib = 'M7 57C8 28 28 5 58 12M18.5 24.4V55M28.5 15.8V56M38.5 11.8V49.5M48.5 10.7V38'
const letters =
  'M4 18V40M4 28a9.5 9.5 0 0 1 19 0V40M35 18V40M35 8.2v.1M47 6V40M61.5 18.5 47.5 30.6M52.6 26.6 62.5 40M93.5 18.5V40M72.5 29.2a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1-21 0M105.5 18v12.2a9.5 9.5 0 0 0 19 0V18M124.5 30V40'

/** The logo mark with the name. `label` is the accessible name. */
export function Logo({ label, size = 'm' }: { label: string; size?: 's' | 'm' | 'l' | undefined }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not use the text colour
    <svg className="n-logo" data-size={size} viewBox="2 0 187 48" role="img" aria-label={label}>
      <path strokeWidth="5" transform="translate(0 -2) scale(.8)" d={rib} />
      <path strokeWidth="4.6" transform="translate(61 0)" d={letters} />
    </svg>
  )
}

/** The logo mark alone. Decorative without a label. */
export function LogoMark({ label }: { label?: string | undefined }) {
  return (
    <svg className="n-logo-mark" viewBox="0 0 64 64" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <path strokeWidth="5" d={rib} />
    </svg>
  )
}
