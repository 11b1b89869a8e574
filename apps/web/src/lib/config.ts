import type { WebConfig } from '@nikau/contract/web-config'

/** The server writes the configuration of the deployment into the page. */
const element = document.querySelector<HTMLMetaElement>('meta[name="nikau-config"]')

export const deployed: WebConfig = {
  apiBase: '',
  issuer: 'http://localhost:4001/oidc',
  flags: {},
  people: { guard: false, claim: false },
  teReo: false,
  business: false,
  links: {},
  cardApps: {},
  topUpBanks: { main: [], test: [] },
  supportEmail: 'support@nikau.example',
  farmlandsPhone: '0800 200 600',
  brandColorClasses: {},
  ...(JSON.parse(element?.content ?? '{}') as Partial<WebConfig>),
}
