/** What names look like, to find merchants that pass for a public body, a bank, Nikau itself or another business. */

/** Characters that look like a Latin letter, beside accented ones, which normalisation already turns into their base letter. */
const lookAlikes: Readonly<Record<string, string>> = {
  // Cyrillic
  ...pairs('авгеёзіїјкмнопрстухѕԁһԛԝьы', 'abreeeiijkmhonpctyxsdhqwbb'),
  // Greek
  ...pairs('αβγεηικλνορστυχω', 'abyenikavopotuxw'),
  // Latin letters without decomposition
  ...pairs('ıɩłøđðþɡɑßſʀɴʜʟ', 'iilodopgabsrnhl'),
  // Digits and signs for letters
  ...pairs('01345678$@!|€£', 'oleasgtbsaiiel'),
}

function pairs(from: string, to: string): Record<string, string> {
  const letters = Array.from(to)
  return Object.fromEntries(Array.from(from, (character, place) => [character, letters[place]!]))
}

/** Capital I, small l and 1 look the same, and so do rn and m, vv and w, cl and d. */
const strokes = (letters: string) => letters.replaceAll('l', 'i').replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('ci', 'd')

function words(name: string): string[] {
  const plain = Array.from(
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}|\p{Cf}/gu, '')
      .toLowerCase(),
    (character) => lookAlikes[character] ?? character,
  ).join('')
  return plain.split(/[^a-z]+/).filter((word) => word !== '')
}

/** The same for names that look the same: case, accents, spaces, punctuation and look-alike characters do not count. */
export function nameSkeleton(name: string): string {
  return strokes(words(name).join(''))
}

/** Long names are found anywhere in a name, also with one letter wrong; short ones only as words, also spelled with spaces. */
const shortLength = 5

const publicBodies = [
  ['Inland Revenue', 'IRD', 'Te Tari Taake', 'Police', 'Pirihimana', 'Ministry of', 'Manatū', 'NZ Post', 'New Zealand Post', 'ACC', 'Accident Compensation'],
  ['Work and Income', 'Te Hiranga Tangata', 'StudyLink', 'MSD', 'Waka Kotahi', 'NZTA', 'Transport Agency', 'NZ Customs', 'Customs Service', 'Immigration NZ'],
  ['Immigration New Zealand', 'Department of', 'Te Tari', 'Health NZ', 'Te Whatu Ora', 'Kāinga Ora', 'Companies Office', 'Fire and Emergency', 'NZ Courts'],
  [
    'Courts of New Zealand',
    'New Zealand Government',
    'NZ Government',
    'Parliament',
    'City Council',
    'District Council',
    'Regional Council',
    'Auckland Council',
  ],
  ['CERT NZ', 'Netsafe', 'Electoral Commission', 'Financial Markets Authority', 'Commerce Commission', 'Reserve Bank'],
].flat()
const banks = [
  ['ANZ', 'ASB', 'BNZ', 'Bank of New Zealand', 'Westpac', 'Kiwibank', 'TSB', 'SBS Bank', 'Co-operative Bank', 'Heartland Bank', 'Rabobank', 'HSBC', 'Citibank'],
  ['ICBC', 'Bank of China', 'China Construction Bank', 'Mastercard', 'Payments NZ', 'Nikau'],
].flat()

const protectedNames = [...publicBodies, ...banks].map((name) => ({ name, skeleton: nameSkeleton(name) }))

/** The protected name that a name passes for, if any. */
export function protectedNameIn(name: string): string | undefined {
  const parts = words(name).map(strokes)
  const whole = nameSkeleton(name)
  return protectedNames.find(({ skeleton }) =>
    skeleton.length > shortLength ? whole.includes(skeleton) || isOneEditFrom(whole, skeleton) : hasRun(parts, skeleton),
  )?.name
}

/** Whether consecutive words join to the given letters: "I R D" and "IRD" in "The IRD". */
function hasRun(parts: readonly string[], letters: string): boolean {
  return parts.some((_, start) => {
    let joined = ''
    for (const part of parts.slice(start)) {
      joined += part
      if (strokes(joined) === letters) return true
      if (joined.length >= letters.length) return false
    }
    return false
  })
}

/** One letter added, left out or replaced. */
function isOneEditFrom(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 1
}
