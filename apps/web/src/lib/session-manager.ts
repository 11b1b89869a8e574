import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { deployed } from './config.ts'
import { base } from './paths.ts'

const here = `${location.origin}${base}`

/** The OpenID client. In a file of its own, so that public pages do not load it. */
export const manager = new UserManager({
  authority: deployed.issuer,
  client_id: 'nikau-web',
  scope: 'openid',
  redirect_uri: `${here}/oidc-callback`,
  silent_redirect_uri: `${here}/silent.html`,
  post_logout_redirect_uri: `${here}/logout/oidc-callback`,
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  automaticSilentRenew: true,
  accessTokenExpiringNotificationTimeInSeconds: 60,
  silentRequestTimeoutInSeconds: 10,
  filterProtocolClaims: false,
  loadUserInfo: false,
  monitorSession: false,
})
