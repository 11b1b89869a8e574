/** Drawings of tokens. Neutral stand-ins: no logos and no trademarked shapes. */
export const Cola = () => (
  <svg className="n-art" viewBox="0 0 40 64" aria-hidden>
    <path d="M15 7h10v11c0 5 7 8 7 16v23a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V34c0-8 7-11 7-16z" fill="var(--art-bottle)" />
    <path d="M8 38h24v13H8z" fill="var(--art-label)" />
    <path d="M12 44.5h16" stroke="var(--art-bottle-2)" strokeWidth="3" strokeLinecap="round" />
    <rect x="13.5" y="3" width="13" height="6" rx="2" fill="var(--art-bottle-2)" />
    <path d="M12.5 35c.4-6 5-8 5.4-14" fill="none" stroke="var(--art-bottle-3)" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

export const Coffee = () => (
  <svg className="n-art" viewBox="0 0 60 64" aria-hidden>
    <path d="M20 6c-3 4 3 6 0 10M31 4c-3 4 3 7 0 12" fill="none" stroke="var(--art-steam)" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M43 29h5.5a6.5 6.5 0 0 1 0 13H42" fill="none" stroke="var(--art-cup)" strokeWidth="4.5" />
    <path d="M8 24h36v16a14 14 0 0 1-14 14h-8A14 14 0 0 1 8 40z" fill="var(--art-cup)" />
    <ellipse cx="26" cy="24.5" rx="18" ry="4.5" fill="var(--art-coffee)" />
    <ellipse cx="26" cy="24.5" rx="10" ry="2.2" fill="var(--art-cream)" />
    <rect x="3" y="56" width="46" height="4.5" rx="2.25" fill="var(--art-cup)" />
  </svg>
)

export const Gift = () => (
  <svg className="n-art" viewBox="0 0 60 64" aria-hidden>
    <rect x="7" y="28" width="46" height="33" rx="4" fill="var(--art-box)" />
    <rect x="3" y="19" width="54" height="12" rx="3.5" fill="var(--art-lid)" />
    <path d="M26 19h8v42h-8z" fill="var(--art-ribbon)" />
    <path
      d="M30 19C18 20 14 15 16 9.5S28 7 30 19ZM30 19c12 1 16-4 14-9.5S32 7 30 19Z"
      fill="none"
      stroke="var(--art-ribbon)"
      strokeWidth="4"
      strokeLinejoin="round"
    />
  </svg>
)

export const Farm = () => (
  <svg className="n-art" viewBox="0 0 72 64" aria-hidden>
    <path d="M0 56c14-9 30-10 72-5v13H0z" fill="var(--art-hill)" />
    <circle cx="55" cy="15" r="7" fill="var(--art-sun)" />
    <path d="M12 20v40M60 20v40" stroke="var(--art-post)" strokeWidth="5" strokeLinecap="round" />
    <path d="M13 27h46M13 35h46M13 43h46M13 51h46M15 51 57 27" stroke="var(--art-rail)" strokeWidth="3.4" strokeLinecap="round" />
  </svg>
)
