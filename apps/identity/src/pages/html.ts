/** Safe markup, created by `html`, which escapes everything that is not markup already. */
export interface Html {
  readonly markup: string
}

type Piece = Html | string | number | false | undefined | readonly Piece[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { markup: strings.reduce((text, part, i) => text + part + (i < pieces.length ? rendered(pieces[i]) : ''), '') }
}

function rendered(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return String(piece).replaceAll(/[&<>"']/g, (character) => escapes[character]!)
  if ('markup' in piece) return piece.markup
  return piece.map(rendered).join('')
}

/** Markup from a trusted source, which is not escaped. */
export function trustedHtml(markup: string): Html {
  return { markup }
}
