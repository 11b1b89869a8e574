/** `m•••@example.nz`, for screens and notices that name the address without showing it. */
export function maskEmail(email: string): string {
  return `${String.fromCodePoint(email.codePointAt(0)!)}•••${email.slice(email.lastIndexOf('@'))}`
}
