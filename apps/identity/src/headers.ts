import type { Config } from './config.ts'

/**
 * Security headers of every page: only our own script files (and one inline script with a nonce), no inline styles, no framing.
 * `form-action` includes the web app and the desk, because browsers apply it to redirects after a form as well.
 */
export function pageHeaders(config: Pick<Config, 'issuer' | 'webOrigins' | 'deskOrigin'>, nonce?: string): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `form-action ${["'self'", ...config.webOrigins, ...(config.deskOrigin ? [config.deskOrigin] : [])].join(' ')}`,
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
