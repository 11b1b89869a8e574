/** Small line drawings with one tinted area. */
export const drawings = {
  receipt: (
    <>
      <path d="M28 8h40v56l-6.7-4-6.7 4-6.6-4-6.7 4-6.6-4-6.7 4z" fill="var(--brand-tint)" />
      <path d="M38 24h20M38 34h20M38 44h10" />
    </>
  ),
  bank: (
    <>
      <path d="M20 30 48 12l28 18z" fill="var(--brand-tint)" />
      <path d="M27 30v22M41 30v22M55 30v22M69 30v22M20 60h56M23 52h50" />
    </>
  ),
  gift: (
    <>
      <path d="M26 30h44v30H26z" fill="var(--flower-tint)" />
      <path d="M22 20h52v10H22zM48 20v40M48 20c-10 0-14-4-12-9s10-3 12 9ZM48 20c10 0 14-4 12-9s-10-3-12 9Z" />
    </>
  ),
  search: (
    <>
      <circle cx="42" cy="32" r="20" fill="var(--sunken)" />
      <path d="M57 47l16 16M34 32h16" />
    </>
  ),
  barcode: (
    <>
      <path d="M24 14h48a4 4 0 0 1 4 4v36a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4Z" fill="var(--negative-tint)" />
      <path d="M30 24v24M38 24v24M58 24v24M66 24v24M48 24v14M48 46v.1" />
    </>
  ),
  frond: (
    <>
      <path d="M14 64C18 40 40 18 84 20" />
      <path d="M30 42v20M44 30v28M58 23v22M72 20v12" strokeDasharray="2 5" />
    </>
  ),
  place: (
    <>
      <path d="M16 60l14-12h36l14 12z" fill="var(--brand-tint)" />
      <path d="M48 52C38 40 33 33 33 25a15 15 0 0 1 30 0c0 8-5 15-15 27Z" fill="var(--surface)" />
      <path d="M48 20.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10" />
    </>
  ),
  people: (
    <>
      <circle cx="38" cy="24" r="10" fill="var(--flower-tint)" />
      <path d="M20 58c1.5-12 8-18 18-18s16.5 6 18 18M60 16a9 9 0 0 1 0 17.5M64 42c8 1.5 12 7 13 16" />
    </>
  ),
  offline: (
    <>
      <path d="M28 52a12 12 0 0 1-1-24 19 19 0 0 1 36-4 14 14 0 0 1 5 28z" fill="var(--sunken)" />
      <path d="M22 12l52 50" />
    </>
  ),
  lock: (
    <>
      <path d="M30 32h36v28H30z" fill="var(--brand-tint)" />
      <path d="M37 32v-8a11 11 0 0 1 22 0v8M48 43v6" />
    </>
  ),
} as const
