/**
 * With https, names carry a prefix that browsers enforce: `__Host-` cookies belong to this host alone, so that no other host of the
 * domain can plant or overwrite one. The provider sets the cookies of a sign-in in progress on that sign-in's own path, which
 * `__Host-` forbids: two tabs would overwrite each other's. They are signed and have `__Secure-`.
 */
export function cookieName(name: string, options: { secure: boolean; scope?: 'host' | 'path' }): string {
  if (!options.secure) return name
  return `${options.scope === 'path' ? '__Secure-' : '__Host-'}${name}`
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  const pair = (header ?? '').split(';').find((cookie) => cookie.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}
