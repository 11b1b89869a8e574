import { UserManager } from 'oidc-client-ts'

// Runs in the hidden frame of a silent renewal and passes the provider's response to the parent page.
await new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback()
