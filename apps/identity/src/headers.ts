import type { Config } from './config.ts'

/**
 * The headers of every page here. No script but our own files (and the one with the nonce), no inline style, nobody may frame us.
 * `form-action` names the web app as well, because browsers hold a form to it through the redirects that follow.
 */
export function pageHeaders(config: Pick<Config, 'issuer' | 'webOrigins'>, nonce?: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action 'self' ${config.webOrigins.join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    ...(config.issuer.protocol === 'https:' ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
