import { deployed } from '../../lib/config.ts'

/** In single quotes nothing is special but the quote. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A call as a line for the terminal, with a placeholder for the key. */
export function curlOf({ method, path, body }: { method: string; path: string; body?: string | undefined }): string {
  const parts = [
    `curl -X ${method} ${quoted((deployed.apiBase || location.origin) + path)}`,
    `-H "X-Api-Key: $NIKAU_KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}
