import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { deployed } from './config.ts'
import { base } from './paths.ts'

const appUrl = `${location.origin}${base}`

/** The OpenID Connect client, in its own file so that public pages do not load it. */
export const manager = new UserManager({
  authority: deployed.issuer,
  client_id: 'nikau-web',
  scope: 'openid',
  redirect_uri: `${appUrl}/oidc-callback`,
  silent_redirect_uri: `${appUrl}/silent.html`,
  post_logout_redirect_uri: `${appUrl}/logout/oidc-callback`,
  userStore: new WebStorageStateStore({ store: sessionStorage }),
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
  automaticSilentRenew: true,
  accessTokenExpiringNotificationTimeInSeconds: 60,
  silentRequestTimeoutInSeconds: 10,
  filterProtocolClaims: false,
  loadUserInfo: false,
  monitorSession: false,
})
