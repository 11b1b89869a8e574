import { parseRecipient } from '../../lib/recipient.ts'

/** The aliases of pasted text, one each by line, comma or semicolon, without repetitions, and what is none. */
export function parseRecipients(text: string): { aliases: string[]; wrong: string[] } {
  const typed = text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const parsed = typed.map((part) => ({ part, found: parseRecipient(part, { emails: true }) }))
  const aliases = parsed.flatMap(({ found }) => ('alias' in found ? [found.alias] : []))
  return { aliases: [...new Set(aliases)], wrong: parsed.flatMap(({ part, found }) => ('alias' in found ? [] : [part])) }
}
