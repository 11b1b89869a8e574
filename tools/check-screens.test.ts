import { expect, test } from 'vitest'
import { coloursInCss, coloursInScript } from './check-screens-colours.ts'
import { textsIn } from './check-screens-texts.ts'

const macro = `import { Trans, Plural, useLingui } from '@lingui/react/macro'\n`
const texts = (source: string) => textsIn(source, 'screen.tsx').map(({ line, what }) => `${line} ${what.replace('text outside the catalogues: ', '')}`)
const colours = (source: string) => coloursInScript(source, 'screen.tsx').map(({ what }) => what.replace('literal colour: ', ''))
const cssColours = (source: string) => coloursInCss(source).map(({ line, what }) => `${line} ${what.replace('literal colour: ', '')}`)

test.each([
  ['text between tags', `const a = <p>Kia ora</p>`, ['1 "Kia ora"']],
  ['the line counts bytes of macrons right', `const ā = 'ā'\nconst b = (\n  <p>Pūkete</p>\n)`, ['3 "Pūkete"']],
  ['a string as child', `const a = <p>{'Top up'}</p>`, ['1 "Top up"']],
  ['either branch of a condition', `const a = <p>{open ? 'Open' : closed && 'Shut'}</p>`, ['1 "Open"', '1 "Shut"']],
  ['a template as child', 'const a = <p>{`${count} shops`}</p>', ['1 "shops"']],
  ['a label', `const a = <Field label="Name" />`, ['1 "Name"']],
  ['an attribute that is read out', `const a = <button aria-label={busy ? 'Wait' : undefined} />`, ['1 "Wait"']],
  ['an attribute of our own', `const a = <Empty emptyText="none here" />`, ['1 "none here"']],
  ['an object that a screen will show', `const routes = [{ path: '/x', title: 'Not Found' }]`, ['1 "Not Found"']],
  ['the title of the page', `document.title = 'Locations'`, ['1 "Locations"']],
  ['a sentence that goes through a function', `announce('Your payment is on its way')`, ['1 "Your payment is on its way"']],
  ['an attribute inside <Trans>', `${macro}const a = <Trans>See <a title="All shops">these</a></Trans>`, ['2 "All shops"']],
  ['a tag that is no macro', 'const a = <p>{t`Top up`}</p>', ['1 "Top up"']],
])('%s is found', (_, source, expected) => {
  expect(texts(source)).toEqual(expected)
})

test.each([
  ['<Trans>', `${macro}const a = <Trans>Hello <b>there</b></Trans>`],
  ['<Plural>', `${macro}const a = <Plural value={n} one="# shop" other="# shops" />`],
  ['a tagged template', `${macro}const { t } = useLingui()\nconst a = <Field label={t\`Your name\`}>{t\`Top up\`}</Field>`],
  ['a message descriptor', `import { msg } from '@lingui/core/macro'\nconst a = { title: msg\`Not Found\`, label: msg({ message: 'Open now' }) }`],
  ['the name of the product', 'document.title = `${title} | Nikau`'],
  ['symbols, digits and single letters', `const a = <p>· × 3 → A</p>`],
  [
    'class names, ids, codes and paths',
    `const a = <p className="flex Grow big" id="x" data-code="REQUEST_PAID">{code === 'Some Thing' ? 1 : 2}</p>; go('/bank-accounts'); const m = { message: 'REQUEST_PAID' }`,
  ],
  ['words for developers', `throw new TypeError('The session is gone for good'); console.warn('Nothing to see here')`],
  ['types and imports', `import x from 'Some where'; type A = 'Top Up' | 'With Draw'; const a: 'All Of It' = b`],
])('%s is left alone', (_, source) => {
  expect(texts(source)).toEqual([])
})

test.each([
  ['hex in a class', `const a = <p className="bg-[#0E5A42] p-2" />`, ['#0E5A42']],
  ['short hex in a style', `const a = <p style={{ color: '#fff' }} />`, ['#fff']],
  ['a function', `const a = <p style={{ background: 'rgb(1 2 3 / 50%)' }} />`, ['rgb(…)']],
  ['oklch in a template', 'const a = `oklch(0.7 0.1 ${hue})`', ['oklch(…)']],
  ['a name in a style', `const a = <p style={{ borderColor: dark ? 'white' : line }} />`, ['white']],
  ['a name in an SVG attribute', `const a = <path fill="tomato" />`, ['tomato']],
  ['a colour of the framework and not of ours', `const a = <p className="text-red-500 hover:bg-white" />`, ['text-red-500']],
])('literal colour in code: %s', (_, source, expected) => {
  expect(colours(source)).toEqual(expected)
})

test('tokens, links, entities and words that happen to be colours are no literal colours', () => {
  expect(
    colours(`const a = <a href="#add" className="text-brand bg-surface" style={{ color: 'var(--brand)', fill: 'currentColor' }} title="&#039;" name="tan">{'order #123456789'}</a>
      const b = { gold: 'gold', plan: 'silver' }; const c = 'rgb(from var(--brand) r g b / 20%)'`),
  ).toEqual([])
})

test('a style sheet may name tokens only', () => {
  expect(
    cssColours(`/* #fff is in a comment */
.tan:hover { color: var(--ink); border: 1px solid red; }
#fee { background: #FEE }
.a { box-shadow: 0 1px 2px rgb(0 0 0 / 10%), 0 0 var(--blue);
  background: color-mix(in oklab, var(--brand) 20%, white) }
.b { @apply p-2 text-white; color: transparent; fill: currentColor; transition: color 1s; content: "red"; mask-image: linear-gradient(transparent, #000); background: url("x.svg#abc") }`),
  ).toEqual(['2 border: red', '3 background: #FEE', '4 box-shadow: rgb(…)', '5 background: white', '6 @apply text-white'])
})
