import type { Database } from '@nikau/runtime'
import type { RequestRow } from './rows.ts'
import { requestColumns } from './store.ts'

export interface Version {
  version: number
  configVersion: number
}

/** In the order asked; nothing where there is no such request. */
export async function selectVersions({ pool }: Database, ids: string[]): Promise<(Version | undefined)[]> {
  const { rows } = await pool.query<Version & { id: string }>({
    name: 'payment-requests.versions',
    text: `select r.id, r.version, c.version as "configVersion" from payment_request r join merchant_config c on c.id = r.config_id where r.id = any ($1::text[])`,
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

export async function selectForSummary(
  { pool }: Database,
  ids: string[],
): Promise<({ row: RequestRow; configVersion: number; allowedRedirectUrls: string[] } | undefined)[]> {
  const { rows } = await pool.query<RequestRow & { configVersion: number; allowedRedirectUrls: string[] }>({
    name: 'payment-requests.summaries',
    text: `select ${requestColumns}, c.version as "configVersion", c.allowed_redirect_urls as "allowedRedirectUrls"
             from payment_request r join merchant_config c on c.id = r.config_id where r.id = any ($1::text[])`,
    values: [ids],
  })
  const found = new Map(rows.map(({ configVersion, allowedRedirectUrls, ...row }) => [row.id, { row, configVersion, allowedRedirectUrls }]))
  return ids.map((id) => found.get(id))
}
