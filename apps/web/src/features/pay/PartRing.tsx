import type { Cents } from '@nikau/money'

const circumference = 270

/** The part of an order that is paid. */
export function PartRing({ part, whole, label }: { part: Cents; whole: Cents; label: string }) {
  const length = whole === 0n ? 0 : Number((part * BigInt(circumference)) / whole)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not use the theme's colours
    <svg width="96" height="96" viewBox="0 0 100 100" role="img" aria-label={label} fill="none" strokeWidth="12">
      <circle cx="50" cy="50" r="43" stroke="var(--field-2)" />
      <circle cx="50" cy="50" r="43" stroke="var(--flower-solid)" transform="rotate(-90 50 50)" strokeDasharray={`${length} ${circumference}`} />
    </svg>
  )
}
