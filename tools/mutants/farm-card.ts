import type { Mutant } from './mutant.ts'

const feature = 'apps/web/src/features/farm-card'
const cardTest = `${feature}/CardPage.browser.test.tsx`
const codeTest = `${feature}/VerifyPage.browser.test.tsx`
const screenTest = `${feature}/FarmCardScreen.browser.test.tsx`

export const mutants: Mutant[] = [
  { item: 'CARD-03', file: `${feature}/CardPage.tsx`, find: 'onClick={() => setHelp(true)}', replace: 'onClick={() => setHelp(false)}', test: cardTest },
  { item: 'CARD-12', file: `${feature}/card-form.ts`, find: "'600509'", replace: "''", test: `${feature}/card-form.test.ts` },
  {
    item: 'CARD-14',
    file: `${feature}/card-form.ts`,
    find: "intervalOf(now, 'monthly')",
    replace: 'now.toISOString().slice(0, 7)',
    test: `${feature}/card-form.test.ts`,
  },
  {
    item: 'CARD-16',
    file: `${feature}/FarmCardScreen.tsx`,
    find: "if (status !== 'new') flow.finish",
    replace: "if (status === 'paid') flow.finish",
    test: screenTest,
  },
  {
    item: 'CARD-18',
    file: `${feature}/useCardFlow.ts`,
    find: 'if (verified) return await pay(verified)',
    replace: "if (verified) return go('verify')",
    test: cardTest,
  },
  {
    item: 'CARD-21',
    file: `${feature}/useCardFlow.ts`,
    find: '      clearVerification()\n      setVerification({})\n',
    replace: '      update({ cardError: undefined })\n',
    test: cardTest,
  },
  { item: 'OTP-06', file: `${feature}/FarmCardScreen.tsx`, find: "    else if (codeMissing) go('card')\n", replace: '', test: codeTest },
  {
    item: 'OTP-12',
    file: `${feature}/useCardFlow.ts`,
    find: '...(!verified && { code: codeSessionOf(response) })',
    replace: '...(!verified && codeSessionOf(response) && {})',
    test: codeTest,
  },
  { item: 'ERR-09', file: `${feature}/errors.ts`, find: "  CARD_VERIFICATION_TOO_MANY_ATTEMPTS: 'too-many-attempts',\n", replace: '', test: codeTest },
]
