import { UserManager } from 'oidc-client-ts'

// Inside the hidden frame of a silent renewal: hands the provider's answer to the page around it.
await new UserManager({ authority: '', client_id: '', redirect_uri: '' }).signinSilentCallback()
