/** What this deployment says of itself, written into the page by the server. Read once. */
export interface DeployedConfig {
  /** Every call path is relative to this. */
  apiBase: string
}

const element = document.querySelector<HTMLMetaElement>('meta[name="nikau-config"]')

export const deployed: DeployedConfig = { apiBase: '', ...(JSON.parse(element?.content ?? '{}') as Partial<DeployedConfig>) }
