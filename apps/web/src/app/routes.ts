import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { returnBanks } from '@nikau/contract/return-banks'
import { deployed } from '../lib/config.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { componentPages, paths } from '../lib/paths.ts'
import { AuthorisationRequest } from './BankReturn.tsx'
import { createPayEntry } from './PayEntry.tsx'

/** One row per screen: its path, title, access and lazily loaded code. */
export interface RouteRow {
  name: string
  path: string
  /** The document title is this, followed by the product's name. */
  title: MessageDescriptor
  access: 'public' | 'login'
  Screen: ComponentType & { preload?: () => Promise<void> }
  /** Target of the back arrow; may contain parameters of the path. */
  back?: string
  /** Shows the bottom bar, or the rail on desktop. */
  bar?: true
  /** Guides can open over this screen, at its path followed by `/guides`. */
  guides?: true
  /** Without it, or when it answers true, the screen exists; otherwise its path is Not Found. */
  isEnabled?: () => boolean
  /** Allowed values of parameters; other values are Not Found. */
  values?: Readonly<Record<string, readonly string[]>>
}

const hasGuard = () => deployed.people.guard

export const routes: RouteRow[] = [
  {
    name: 'dashboard',
    path: paths.home,
    title: msg`Dashboard`,
    access: 'login',
    bar: true,
    guides: true,
    Screen: lazyScreen(async () => (await import('../features/dashboard/index.ts')).DashboardScreen),
  },
  {
    name: 'activity',
    path: paths.activity,
    title: msg`Activity`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/activity/index.ts')).ActivityScreen),
  },
  {
    name: 'receipt',
    path: '/activity/:activityKey',
    title: msg`Receipt`,
    access: 'login',
    back: paths.activity,
    Screen: lazyScreen(async () => (await import('../features/activity/index.ts')).ReceiptScreen),
  },
  {
    name: 'topup',
    path: paths.topup,
    title: msg`Topup`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/topup/index.ts')).TopupScreen),
  },
  {
    name: 'scan',
    path: paths.scan,
    title: msg`Scan`,
    access: 'login',
    bar: true,
    guides: true,
    Screen: lazyScreen(async () => (await import('../features/scan/index.ts')).ScanScreen),
  },
  {
    name: 'pay',
    path: '/pay/:paymentRequestId',
    title: msg`Pay`,
    access: 'public',
    back: paths.home,
    Screen: createPayEntry(lazyScreen(async () => (await import('../features/pay/index.ts')).PayScreen)),
  },
  {
    name: 'payment-summary',
    path: '/pay/:paymentRequestId/summary',
    title: msg`Payment Summary`,
    access: 'login',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/pay/index.ts')).SummaryScreen),
  },
  {
    name: 'pay-with-wallet',
    path: '/nikau/pay/:paymentRequestId',
    title: msg`Pay With Wallet`,
    access: 'login',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/pay/index.ts')).PayScreen),
  },
  {
    name: 'farm-card',
    path: '/farmlands/pay/:paymentRequestId',
    title: msg`Pay By Farmlands Card`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('./FarmCardRoutes.tsx')).FarmCardRoute),
  },
  {
    name: 'farm-card-verify',
    path: '/farmlands/pay/:paymentRequestId/verify',
    title: msg`Verify card`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('./FarmCardRoutes.tsx')).FarmCardVerifyRoute),
  },
  {
    name: 'test',
    path: paths.paymentTest,
    title: msg`Test Payment`,
    access: 'public',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/payment-test/index.ts')).PaymentTestScreen),
  },
  {
    name: 'asset',
    path: '/assets/:assetId',
    title: msg`Asset Details`,
    access: 'login',
    back: paths.home,
    bar: true,
    guides: true,
    Screen: lazyScreen(async () => (await import('../features/assets/index.ts')).AssetScreen),
  },
  {
    name: 'issuer-tokens',
    path: '/token-issuer/:issuerSlug',
    title: msg`Issuer Tokens`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/issuers/index.ts')).IssuerTokensScreen),
  },
  {
    name: 'issuer-details',
    path: '/token-issuer/:issuerSlug/details',
    title: msg`Issuer Details`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/issuers/index.ts')).IssuerDetailsScreen),
  },
  {
    name: 'limits',
    path: paths.limits,
    title: msg`Limits`,
    access: 'login',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/quotas/index.ts')).LimitsScreen),
  },
  {
    name: 'giftstation',
    path: paths.giftStation,
    title: msg`GiftStation`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/giftstation/index.ts')).GiftStationScreen),
  },
  {
    name: 'signing-in',
    path: paths.signingIn,
    title: msg`Signing In`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/session/index.ts')).SigningInScreen),
  },
  {
    name: 'signed-out',
    path: paths.signedOut,
    title: msg`Signed Out`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/session/index.ts')).SignedOutScreen),
  },
  {
    name: 'auth-test',
    path: paths.authTest,
    title: msg`Auth test`,
    access: 'login',
    Screen: lazyScreen(async () => (await import('../features/session/index.ts')).AuthTestScreen),
  },
  {
    name: 'safety',
    path: paths.safety,
    title: msg`Safety`,
    access: 'login',
    back: paths.home,
    bar: true,
    isEnabled: hasGuard,
    Screen: lazyScreen(async () => (await import('../features/safety/index.ts')).SafetyScreen),
  },
  {
    name: 'freeze',
    path: paths.freeze,
    title: msg`Freeze wallet`,
    access: 'login',
    back: paths.safety,
    isEnabled: hasGuard,
    Screen: lazyScreen(async () => (await import('../features/safety/index.ts')).FreezeScreen),
  },
  {
    name: 'devices',
    path: paths.devices,
    title: msg`Devices`,
    access: 'login',
    back: paths.safety,
    isEnabled: hasGuard,
    Screen: lazyScreen(async () => (await import('../features/safety/index.ts')).DevicesScreen),
  },
  {
    name: 'security-activity',
    path: paths.securityActivity,
    title: msg`Recent security activity`,
    access: 'login',
    back: paths.safety,
    isEnabled: hasGuard,
    Screen: lazyScreen(async () => (await import('../features/safety/index.ts')).SecurityActivityScreen),
  },
  {
    name: 'passkeys',
    path: paths.passkeys,
    title: msg`Passkeys`,
    access: 'login',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/safety/index.ts')).PasskeysScreen),
  },
  {
    name: 'sign-up',
    path: paths.signUp,
    title: msg`Sign Up`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/session/index.ts')).SignUpScreen),
  },
  {
    name: 'profile-basics',
    path: paths.profileBasics,
    title: msg`Link Bank Account`,
    access: 'login',
    back: paths.bankAccounts,
    Screen: lazyScreen(async () => (await import('../features/profile/index.ts')).ProfileBasicsScreen),
  },
  {
    name: 'profile-email',
    path: paths.profileEmail,
    title: msg`Link Bank Account`,
    access: 'login',
    back: paths.bankAccounts,
    Screen: lazyScreen(async () => (await import('../features/profile/index.ts')).EmailScreen),
  },
  {
    name: 'bank-accounts',
    path: paths.bankAccounts,
    title: msg`Bank Accounts`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/bank-accounts/index.ts')).BankAccountsScreen),
  },
  {
    name: 'link-bank-account',
    path: paths.linkBankAccount,
    title: msg`Link Bank Account`,
    access: 'login',
    back: paths.bankAccounts,
    Screen: lazyScreen(async () => (await import('../features/bank-accounts/index.ts')).LinkBankScreen),
  },
  {
    name: 'authorize-bank',
    path: '/link-bank-account/:bankAuthorityId/authorize',
    title: msg`Authorise Direct Debit`,
    access: 'login',
    back: paths.bankAccounts,
    Screen: lazyScreen(async () => (await import('../features/bank-accounts/index.ts')).AuthorizeScreen),
  },
  {
    name: 'bank-topup',
    path: '/bank-accounts/:id/topup',
    title: msg`Top up to Verify`,
    access: 'login',
    back: paths.bankAccounts,
    Screen: lazyScreen(async () => (await import('../features/topup/index.ts')).BankTopupScreen),
  },
  {
    name: 'withdraw',
    path: paths.withdraw,
    title: msg`Select Withdrawal Method`,
    access: 'login',
    back: paths.home,
    bar: true,
    Screen: lazyScreen(async () => (await import('../features/withdraw/index.ts')).WithdrawScreen),
  },
  {
    name: 'withdraw-link',
    path: paths.withdrawLink,
    title: msg`Link Bank Account`,
    access: 'login',
    back: paths.withdraw,
    Screen: lazyScreen(async () => (await import('../features/bank-accounts/index.ts')).LinkForWithdrawScreen),
  },
  {
    name: 'withdraw-amount',
    path: '/withdraw/bank-accounts/:bankAuthorityId',
    title: msg`Select Withdrawal Amount`,
    access: 'login',
    back: paths.withdraw,
    Screen: lazyScreen(async () => (await import('../features/withdraw/index.ts')).WithdrawAmountScreen),
  },
  {
    name: 'transfer',
    path: '/transfers/:transferId',
    title: msg`Transfer`,
    access: 'login',
    back: paths.activity,
    Screen: lazyScreen(async () => (await import('../features/transfers/index.ts')).TransferScreen),
  },
  {
    name: 'confirm-email',
    path: paths.confirmEmail,
    title: msg`Confirm Email`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/profile/index.ts')).ConfirmEmailScreen),
  },
  {
    name: 'undo-email',
    path: paths.undoEmail,
    title: msg`Undo email change`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/profile/index.ts')).UndoEmailScreen),
  },
  {
    name: 'locations',
    path: paths.locations,
    title: msg`Locations`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/merchants/index.ts')).LocationsScreen),
  },
  {
    name: 'config',
    path: paths.config,
    title: msg`Configs`,
    access: 'public',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/developer/index.ts')).ConfigScreen),
  },
  {
    name: 'components',
    path: paths.components,
    title: msg`Components`,
    access: 'public',
    back: paths.home,
    Screen: lazyScreen(async () => (await import('../features/components/index.ts')).ComponentsScreen),
  },
  {
    name: 'component',
    path: '/components/:name',
    title: msg`Components`,
    access: 'public',
    back: paths.components,
    values: { name: componentPages },
    Screen: lazyScreen(async () => (await import('../features/components/index.ts')).ComponentScreen),
  },
  {
    name: 'bank-return',
    path: '/:bank/oidc-callback',
    title: msg`Pay processing`,
    access: 'public',
    values: { bank: returnBanks },
    Screen: AuthorisationRequest,
  },
  {
    name: 'not-found',
    path: '*',
    title: msg`Not Found`,
    access: 'public',
    Screen: lazyScreen(async () => (await import('../features/not-found/index.ts')).NotFoundScreen),
  },
]
