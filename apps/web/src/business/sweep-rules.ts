/** What the sweep over the portal's screens looks for. Each function returns what is wrong, in words. */

const minTarget = 48
const controls = 'a[href], button, summary, select, input, textarea, [role="switch"], [role="radio"], [tabindex="0"]'

const nameOf = (element: Element) => `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.closest('[inert]') === null

/** Inputs of switches, radios and checkboxes are hidden: their label is what a finger hits. A tap on the line of an amount focuses its field. */
const targetOf = (control: Element) => control.closest('label, .n-amount-line') ?? control

/** Links within a sentence are as high as their line (WCAG 2.5.8). */
const isInSentence = (control: Element) =>
  control.tagName === 'A' &&
  getComputedStyle(control).display === 'inline' &&
  (control.parentElement?.textContent.trim().length ?? 0) > control.textContent.trim().length

/** Controls that a finger hits in less than 48 px. An invisible edge around a control counts: what is hit is asked of the page. */
export function smallTargets(root: Element): string[] {
  const targets = new Set([...root.querySelectorAll(controls)].filter((control) => isShown(control) && !isInSentence(control)).map(targetOf))
  return [...targets].filter((target) => !isLargeEnough(target)).map((target) => `${nameOf(target)} is ${sizeOf(target)}`)
}

function sizeOf(target: Element): string {
  const { width, height } = target.getBoundingClientRect()
  return `${Math.round(width)} x ${Math.round(height)}`
}

function isLargeEnough(target: Element): boolean {
  target.scrollIntoView({ block: 'center', inline: 'center' })
  const { x, y, width, height } = target.getBoundingClientRect()
  const isHidden = width <= 1 || height <= 1 // until it has the focus, as "Skip to content"
  if (isHidden || (width >= minTarget - 0.5 && height >= minTarget - 0.5)) return true
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const reach = minTarget / 2 - 1
  const hits = (dx: number, dy: number) => {
    const found = document.elementFromPoint(middleX + dx, middleY + dy)
    return found !== null && target.contains(found)
  }
  const isWide = width >= minTarget - 0.5 || (hits(-reach, 0) && hits(reach, 0))
  const isHigh = height >= minTarget - 0.5 || (hits(0, -reach) && hits(0, reach))
  return isWide && isHigh
}

/** Tables without what makes them tables for a screen reader, whatever their `display`. */
export function brokenTables(root: Element, isFolded: boolean): string[] {
  return [...root.querySelectorAll('table')].flatMap((table) => {
    const caption = table.querySelector('caption')?.textContent.trim()
    const has = (part: Element, role: string, tag: string) => part.getAttribute('role') === role || (!isFolded && part.matches(tag))
    const rows = [...table.querySelectorAll('tbody tr, tfoot tr')]
    return [
      ...(caption ? [] : ['a table has no caption']),
      ...([...table.querySelectorAll('thead th')].every((head) => has(head, 'columnheader', 'th[scope="col"]'))
        ? []
        : [`${caption}: a head is no column header`]),
      ...(table.querySelector('thead th') ? [] : [`${caption}: there are no column headers`]),
      ...rows.flatMap((row) => [
        ...(has(row, 'row', 'tr') ? [] : [`${caption}: a row is no row`]),
        ...(row.querySelector('[role="rowheader"], th[scope="row"]') ? [] : [`${caption}: a row has no row header`]),
        ...([...row.querySelectorAll('td')].every((cell) => has(cell, 'cell', 'td')) ? [] : [`${caption}: a cell is no cell`]),
      ]),
    ]
  })
}

/** What Tab visits out of the order in which the page is read, or does not visit at all. For pages of one column. */
export function brokenOrder(visited: readonly Element[], main: Element): string[] {
  const reachable = visited.filter((element) => main.contains(element))
  const faults: string[] = []
  for (const [at, element] of reachable.entries()) {
    const before = reachable[at - 1]
    if (!before) continue
    const follows = (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    if (!follows) faults.push(`${nameOf(element)} comes after ${nameOf(before)}`)
  }
  // A group of radios is one stop; its others are reached by the arrow keys.
  const missed = [...main.querySelectorAll('a[href], button:not(:disabled), select, textarea, input:not([type="radio"], [type="file"], :disabled)')].filter(
    (control) => isShown(control) && !visited.includes(control),
  )
  if ([...main.querySelectorAll('[tabindex]')].some((element) => Number(element.getAttribute('tabindex')) > 0))
    faults.push('a tabindex above 0 changes the order')
  return [...faults, ...missed.map((control) => `${nameOf(control)} is not reached`)]
}
