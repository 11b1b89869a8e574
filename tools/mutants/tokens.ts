import type { Mutant } from './mutant.ts'

const collections = 'apps/api/src/modules/collections'
const transfers = 'apps/api/src/modules/asset-transfers'
const screens = 'apps/web/src/features/business-tokens'
const rules = `${collections}/collections.test.ts`
const redemptions = 'apps/api/src/token-redemptions.test.ts'
const byLink = 'apps/api/src/tokens-by-link.test.ts'
const portal = `${screens}/tokens.browser.test.tsx`
const claims = 'apps/web/src/features/asset-transfers/claim.browser.test.tsx'

export const mutants: Mutant[] = [
  {
    item: 'BIZ-76',
    file: `${collections}/create.ts`,
    find: "if (body.pictureId !== undefined && !(await isPictureOf(tx, accountId, body.pictureId))) return refuse('MEDIA_UPLOAD_NOT_FOUND')\n",
    replace: '',
    test: rules,
  },
  {
    item: 'BIZ-76',
    file: `${collections}/create.ts`,
    find: 'beginsAt: firstDay === undefined ? null : instantAt(firstDay)',
    replace: 'beginsAt: null',
    test: redemptions,
  },
  { item: 'BIZ-76', file: `${screens}/draft.ts`, find: "if (picture === 'own' && pictureId !== undefined) return { pictureId }\n", replace: '', test: portal },
  { item: 'BIZ-77', file: `${collections}/create.ts`, find: "body.kind === 'gift' && !lastsLongEnough(body, at)", replace: 'false as boolean', test: rules },
  {
    item: 'BIZ-77',
    file: `${collections}/issue.ts`,
    find: "kindOf(row) === 'gift' && lastDay !== undefined && !lastsLongEnough({ lastDay }, at)",
    replace: 'false as boolean',
    test: rules,
  },
  {
    item: 'BIZ-77',
    file: 'apps/api/src/modules/payment-requests/request/store.ts',
    find: "case when p.method = 'token' then (select t.expires_at from asset t where t.id = p.asset_id) end",
    replace: 'null::text',
    test: redemptions,
  },
  {
    item: 'BIZ-77',
    file: 'apps/web/src/features/pay/Summary.tsx',
    find: '...(expires === undefined ? [] : [t`Expires ${expires}`])',
    replace: '',
    test: 'apps/web/src/features/pay/SummaryScreen.browser.test.tsx',
  },
  {
    item: 'BIZ-77',
    file: 'apps/web/src/features/activity/Receipt.tsx',
    find: '{activity.value < 0n && tokens.map((token, index) => <TokenRow key={String(index)} token={token} />)}',
    replace: '',
    test: 'apps/web/src/features/activity/code-payment.browser.test.tsx',
  },
  { item: 'BIZ-77', file: `${screens}/PosterScreen.tsx`, find: '<Ends collection={collection} />', replace: '', test: portal },
  {
    item: 'BIZ-78',
    file: `${collections}/issue.ts`,
    find: '(await countGivenOut(tx, id)) + count > limit',
    replace: '(await countGivenOut(tx, id)) + recipients.length > limit',
    test: byLink,
  },
  { item: 'BIZ-78', file: `${collections}/issue.ts`, find: 'hashOf(recipients, links)', replace: 'hashOf(recipients, 0)', test: byLink },
  {
    item: 'BIZ-78',
    file: `${transfers}/claim.ts`,
    find: "if (!isLinkKey(deps.linkSecret, id, linkKey)) return refuse('FORBIDDEN')\n",
    replace: '',
    test: byLink,
  },
  {
    item: 'BIZ-78',
    file: `${transfers}/claim.ts`,
    find: 'transfer.recipientPersonId !== null || transfer.byLink',
    replace: 'transfer.recipientPersonId !== null',
    test: byLink,
  },
  {
    item: 'BIZ-78',
    file: `${transfers}/claim.ts`,
    find: "if (!transfer?.byLink || !isWaiting(transfer, at)) return refuse('FORBIDDEN')",
    replace: "if (!transfer?.byLink) return refuse('FORBIDDEN')",
    test: byLink,
  },
  { item: 'BIZ-78', file: `${transfers}/store.ts`, find: 't.reminded_at is null and not t.by_link', replace: 't.reminded_at is null', test: byLink },
  { item: 'BIZ-78', file: `${screens}/GiveOutSheet.tsx`, find: 'if (done.links) return setLinks(done.links)', replace: '', test: portal },
  { item: 'BIZ-78', file: 'apps/web/src/features/asset-transfers/TransferScreen.tsx', find: ' ?? linkKeyIn(state)', replace: '', test: claims },
  {
    item: 'BIZ-79',
    file: `${collections}/create.ts`,
    find: "if (merchant?.accountId !== row.accountId) return refuse('FORBIDDEN')\n",
    replace: "if (!merchant) return refuse('FORBIDDEN')\n",
    test: rules,
  },
  {
    item: 'BIZ-79',
    file: `${collections}/create.ts`,
    find: "if (!itemsFit(row.type, items)) return refuse('COLLECTION_INVALID_TYPE')\n",
    replace: '',
    test: rules,
  },
  { item: 'BIZ-79', file: `${screens}/AllowSheet.tsx`, find: '...(hasItems && { items: itemsOf(items) })', replace: '', test: portal },
  { item: 'BIZ-80', file: `${collections}/rules.ts`, find: 'issued - redeemed - ended + givenBack', replace: 'issued - redeemed - ended', test: redemptions },
  { item: 'BIZ-82', file: `${collections}/close.ts`, find: 'await closeCollection(tx, id, at)\n', replace: '', test: redemptions },
  {
    item: 'BIZ-82',
    file: 'apps/api/src/modules/assets/rules.ts',
    find: 'reminderDays = [60, 14, 2]',
    replace: 'reminderDays = [50, 10, 1]',
    test: redemptions,
  },
]
