/** Sixty redirect URIs that resemble the registered one. */
export function redirectVariants(good: string): string[] {
  const url = new URL(good)
  const { host, pathname, origin } = url
  const variants = [
    `${good}/`, `${good}?`, `${good}#`, `${good}?x=1`, `${good}#x`, `${good}/..`, `${good}/../oidc-callback`, `${good}/.`, `${good}//`, `${good};x`,
    `${good}%20`, `${good} `, ` ${good}`, `${good}%00`, `${good}%0a`, `${good}\n`, `${good}\t`, `${good}%2f`, `${good}.`, `${good}.evil.example`,
    good.toUpperCase(), good.replace('http', 'HTTP'), good.replace('http:', 'https:'), good.replace('localhost', 'LOCALHOST'), good.replace('localhost', 'localhost.'),
    good.replace('localhost', '127.0.0.1'), good.replace('localhost', '[::1]'), good.replace('localhost', '0.0.0.0'), good.replace('localhost', '2130706433'),
    good.replace('localhost', 'localhost.evil.example'), good.replace('localhost', 'ⓛocalhost'), good.replace('localhost', 'xn--localhost-abc'),
    good.replace(host, `evil.example`), good.replace(host, `${host}@evil.example`), good.replace(host, `evil.example#@${host}`), good.replace(host, `user:pass@${host}`),
    good.replace(host, `user@${host}`), good.replace(host, `evil.example\\@${host}`), good.replace(':4000', ''), good.replace(':4000', ':80'), good.replace(':4000', ':4001'),
    good.replace(':4000', ':04000'), good.replace(':4000', ':65536'), good.replace('/deimos', '//deimos'), good.replace('/deimos', '/Deimos'), good.replace('/deimos', '/./deimos'),
    good.replace('/deimos', '/x/../deimos'), good.replace('/deimos', '/%64eimos'), good.replace('/deimos', '\\deimos'), good.replace('callback', 'Callback'),
    good.replace('callback', 'callbac'), good.replace('callback', 'callback2'), good.replace('-', '%2d'), origin, `${origin}/`, `${origin}/deimos/logout/oidc-callback`,
    pathname, `//${host}${pathname}`, `javascript:alert(1)//${good}`, `data:text/html,${good}`,
  ] // prettier-ignore
  return [...new Set(variants)].filter((variant) => variant !== good)
}
