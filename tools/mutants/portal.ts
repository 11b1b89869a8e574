import type { Mutant } from './mutant.ts'

const modules = 'apps/api/src/modules'
const web = 'apps/web/src'
const payouts = `${modules}/payouts/payouts.test.ts`
const members = `${modules}/accounts/members.test.ts`
const opening = `${web}/features/business-open/business-open.browser.test.tsx`
const portal = `${web}/business/portal.browser.test.tsx`

export const mutants: Mutant[] = [
  { item: 'BIZ-02', file: `${web}/business/Portal.tsx`, find: '  useShopInAddress(current.data ?? undefined)\n', replace: '', test: portal },
  {
    item: 'BIZ-14',
    file: `${modules}/bank-accounts/store.ts`,
    find: "and o.purpose = 'account-check' and o.sent_at >= ${codesSince} and o.status <> 'returned')",
    replace: 'or ${codesSince}::timestamptz is not null)',
    test: `${modules}/portal-events/portal-events.test.ts`,
  },
  {
    item: 'BIZ-14',
    file: `${modules}/bank-accounts/store.ts`,
    find: '       and b.failed_attempts < ${maxVerificationAttempts}\n',
    replace: '',
    test: `${modules}/portal-events/portal-events.test.ts`,
  },
  { item: 'BIZ-47', file: `${modules}/payouts/store-read.ts`, find: 'and not m.test and m.gst_number', replace: 'and m.gst_number', test: payouts },
  {
    item: 'BIZ-49',
    file: `${modules}/payouts/rules.ts`,
    find: 'accountWaitDays + 1))',
    replace: 'accountWaitDays))',
    test: `${modules}/payouts/rules.test.ts`,
  },
  {
    item: 'BIZ-55',
    file: `${web}/features/business-team/ShopChoice.tsx`,
    find: 'onChange(on ? [...(chosen ?? []), id] :',
    replace: 'onChange(on ? [id] :',
    test: `${web}/features/business-team/team.browser.test.tsx`,
  },
  {
    item: 'BIZ-56',
    file: `${modules}/accounts/invitations.ts`,
    find: 'invitation.expiresAt <= at && (await isFull(tx, key.accountId, person, at))',
    replace: 'false as boolean',
    test: members,
  },
  {
    item: 'BIZ-59',
    file: `${modules}/merchants/create.ts`,
    find: "    if (source) await recordAudit(tx, body.accountId, { action: 'shop-added', actor, source, at: clock.now(), subject: row.id, after })\n",
    replace: '',
    test: members,
  },
  {
    item: 'BIZ-59',
    file: `${modules}/businesses/go-live.ts`,
    find: "      await recordAudit(tx, accountId, { action: 'fees-accepted', ...audited, after })\n",
    replace: '',
    test: `${modules}/businesses/businesses.test.ts`,
  },
  {
    item: 'BIZ-59',
    file: `${web}/features/business-settings/ChangesScreen.tsx`,
    find: '[entry.device, entry.address]',
    replace: '[entry.device]',
    test: `${web}/features/business-settings/settings.browser.test.tsx`,
  },
  {
    item: 'BIZ-68',
    file: `${web}/features/business-open/useDraft.ts`,
    find: "nikau.business-open.${personId}.${accountId ?? 'new'}.${step}",
    replace: 'nikau.business-open.${step}',
    test: opening,
  },
  { item: 'BIZ-68', file: `${web}/features/business-open/MethodsStep.tsx`, find: '    draft.keep({ chosen: next })\n', replace: '', test: opening },
  {
    item: 'BIZ-72',
    file: `${modules}/payouts/cut.ts`,
    find: '  if (wallet.bankAccountId === null && wallet.lastPayout === null) return []\n',
    replace: '',
    test: payouts,
  },
  {
    item: 'BIZ-73',
    file: `${web}/features/business-home/HomeScreen.tsx`,
    find: '      <NewBusinessLimits />\n',
    replace: '',
    test: `${web}/features/business-home/home.browser.test.tsx`,
  },
]
