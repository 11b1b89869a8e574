/** The pictures that a business chooses from for its tokens. Free of zod, so that pages which only show them need not load it. */
const drawings = {
  cup: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 64"><path d="M20 6c-3 4 3 6 0 10M31 4c-3 4 3 7 0 12" fill="none" stroke="#A9825A" stroke-width="2.6" stroke-linecap="round"/><path d="M43 29h5.5a6.5 6.5 0 0 1 0 13H42" fill="none" stroke="#2F7D61" stroke-width="4.5"/><path d="M8 24h36v16a14 14 0 0 1-14 14h-8A14 14 0 0 1 8 40z" fill="#2F7D61"/><ellipse cx="26" cy="24.5" rx="18" ry="4.5" fill="#7A4A26"/><ellipse cx="26" cy="24.5" rx="10" ry="2.2" fill="#D9B48C"/><rect x="3" y="56" width="46" height="4.5" rx="2.25" fill="#2F7D61"/></svg>',
  gift: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 64"><rect x="7" y="28" width="46" height="33" rx="4" fill="#6B45A6"/><rect x="3" y="19" width="54" height="12" rx="3.5" fill="#8A63C7"/><path d="M26 19h8v42h-8z" fill="#F3D9A4"/><path d="M30 19C18 20 14 15 16 9.5S28 7 30 19ZM30 19c12 1 16-4 14-9.5S32 7 30 19Z" fill="none" stroke="#F3D9A4" stroke-width="4" stroke-linejoin="round"/></svg>',
  bottle:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 64"><path d="M15 7h10v11c0 5 7 8 7 16v23a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V34c0-8 7-11 7-16z" fill="#8C2F20"/><path d="M8 38h24v13H8z" fill="#F6EEE6"/><path d="M12 44.5h16" stroke="#D4523C" stroke-width="3" stroke-linecap="round"/><rect x="13.5" y="3" width="13" height="6" rx="2" fill="#D4523C"/><path d="M12.5 35c.4-6 5-8 5.4-14" fill="none" stroke="#D98B78" stroke-width="2" stroke-linecap="round"/></svg>',
  gate: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 64"><path d="M0 56c14-9 30-10 72-5v13H0z" fill="#9DBB72"/><circle cx="55" cy="15" r="7" fill="#E9B949"/><path d="M12 20v40M60 20v40" stroke="#8A6840" stroke-width="5" stroke-linecap="round"/><path d="M13 27h46M13 35h46M13 43h46M13 51h46M15 51 57 27" stroke="#B48D5C" stroke-width="3.4" stroke-linecap="round"/></svg>',
} as const

export type TokenPicture = keyof typeof drawings
export const tokenPictures = Object.keys(drawings) as [TokenPicture, ...TokenPicture[]]

/** As the address of an image. */
export function pictureUrl(picture: TokenPicture): string {
  return `data:image/svg+xml,${encodeURIComponent(drawings[picture])}`
}
