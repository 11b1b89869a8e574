/** A hash by its ends, as it is compared at a glance; the whole of it is selected and copied. */
export function Hash({ of }: { of: string }) {
  return (
    <span className="dk-hash" title={of}>
      <b>{of.slice(0, 4)}</b>
      <span>{of.slice(4, -4)}</span>
      <b>{of.slice(-4)}</b>
    </span>
  )
}
