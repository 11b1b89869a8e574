export { DeliveryScreen } from './DeliveryScreen.tsx'
export { KeysScreen } from './KeysScreen.tsx'
export { RequestsScreen } from './RequestsScreen.tsx'
export { WebhooksScreen } from './WebhooksScreen.tsx'
