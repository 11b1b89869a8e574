/** People choose the name that others read of them. One that could be a link or a number does not go into a text in our name. */
export function plainName(name: string): string {
  return /^[\p{L}\p{M} '’-]+\.?$/u.test(name) ? name : 'Someone'
}

/** The same for names of businesses, which have signs and short numbers: "Bean & Leaf 88 Ltd." */
export function plainBusinessName(name: string): string {
  const isPlain = /^(?:[\p{L}\p{M}\p{N} '’&,()+-]|\.(?=\s|$))+$/u.test(name)
  return isPlain && !/\p{N}(?:[^\p{L}]*\p{N}){4}/u.test(name) ? name : 'A business'
}
