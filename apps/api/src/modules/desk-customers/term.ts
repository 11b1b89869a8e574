import type { termKinds } from '@nikau/contract/desk/customers'

export interface Term {
  by: (typeof termKinds)[number]
  term: string
}

const macrons: Readonly<Record<string, string>> = { ā: 'a', ē: 'e', ī: 'i', ō: 'o', ū: 'u' }

/** What an operator searches by, in the form of the database; undefined for too little. */
export function readTerm(text: string): Term | undefined {
  const given = text.trim()
  if (/^[0-9a-f]{8}(?:-[0-9a-f-]{27})?$/i.test(given)) return { by: 'number', term: given.slice(0, 8).toLowerCase() }
  if (given.includes('@')) return { by: 'email', term: given.toLowerCase() }
  if (/^[+0][\d ()-]{7,}$/.test(given)) return { by: 'phone', term: given.replaceAll(/[ ()-]/g, '').replace(/^0/, '+64') }
  if (/^(?=.*\d)[A-Z\d]{8,18}$/i.test(given)) return { by: 'reference', term: given.toUpperCase() }
  return nameOf(given)
}

/** The longest word first, which the index finds. */
function nameOf(given: string): Term | undefined {
  const folded = given.toLowerCase().replaceAll(/[āēīōū]/g, (letter) => macrons[letter]!)
  const words = folded.replaceAll(/[^\p{L}'’ -]/gu, '').split(/ +/)
  const term = words.filter(Boolean).toSorted((a, b) => b.length - a.length)
  return term[0] !== undefined && term[0].replaceAll(/[^\p{L}]/gu, '').length >= 3 ? { by: 'name', term: term.join(' ') } : undefined
}
