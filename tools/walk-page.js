// Runs in every page that `pnpm walk` opens, before the page's own code.
;(function () {
  /** How far content has moved by itself, and what. What follows a press or typing is the answer to it: here a slow machine has longer for it than a browser. */
  const moved = []
  let pressedAt = -Infinity
  for (const type of ['pointerdown', 'input']) addEventListener(type, ({ timeStamp }) => (pressedAt = timeStamp), true)
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && startTime - pressedAt > 2000) {
        const names = sources.map(({ node }) => (node instanceof Element ? `${node.localName}.${node.getAttribute('class') ?? ''}` : 'text'))
        moved.push({ value, of: names.slice(0, 3).join(', ') })
      }
  }).observe({ type: 'layout-shift', buffered: true })

  const dialogs = '[role="dialog"], [role="alertdialog"], dialog:modal'
  const stops = new Set()
  /** What each element and those around it look like without the focus. */
  let looks = new Map()
  /** Presses in a row that led to nothing new. */
  let repeats = 0

  function nameOf(element) {
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? ''
    return `${element.localName} “${label.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  }

  function lookOf(element) {
    const parts = []
    // The boxes of a code stand beside the input that fills them.
    const boxes = element.closest('.n-code')?.children ?? []
    const around = [...boxes]
    for (let at = element, n = 0; at && n < 4; at = at.parentElement, n++) around.push(at)
    for (const at of around)
      for (const part of [undefined, '::after']) {
        const style = getComputedStyle(at, part)
        const outline = style.outlineStyle === 'none' ? '' : style.outlineWidth + style.outlineColor
        parts.push([outline, style.boxShadow, style.borderColor, style.backgroundColor].join(' '))
      }
    return parts.join('|')
  }

  /** What Tab should reach: under a dialog nothing. */
  function expected() {
    const scope = [...document.querySelectorAll(`.n-scrim, ${dialogs}`)].at(-1) ?? document
    return [...scope.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type="hidden"]') &&
        element.closest('[inert], [aria-hidden="true"]') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    )
  }

  function faultOf(focused) {
    // The input of a box, a switch or a choice is hidden in the label that draws it.
    const drawn = focused.matches('input[type="checkbox"], input[type="radio"], input[type="file"]') ? (focused.closest('label') ?? focused) : focused
    const rect = [...drawn.getClientRects()].find(({ width, height }) => width > 2 && height > 2)
    if (!rect) return 'takes the focus and can not be seen'
    // What is larger than the window can only be seen in part.
    const [left, right] = rect.width > innerWidth ? [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)] : [rect.left, rect.right]
    const [top, bottom] = rect.height > innerHeight ? [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)] : [rect.top, rect.bottom]
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      return `is outside the window: ${[left, top, right, bottom].map(Math.round).join(' ')}`
    const insetX = Math.min((right - left) / 4, 24)
    const insetY = Math.min((bottom - top) / 4, 12)
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + insetX, top + insetY],
      [right - insetX, top + insetY],
      [left + insetX, bottom - insetY],
      [right - insetX, bottom - insetY],
    ]
    const isFields = (hit) => hit.contains(drawn) && hit.matches('label, .n-input, .n-amount-line')
    // Pins lie on a map, which is as large as its pane.
    const isPin = (hit) => drawn.localName === 'canvas' && hit.closest('.shop-map, .maplibregl-map') !== null
    const covering = points.map(([x, y]) => document.elementFromPoint(x, y)).find((hit) => hit && !drawn.contains(hit) && !isFields(hit) && !isPin(hit))
    if (covering) return `is covered by ${nameOf(covering)} .${covering.getAttribute('class') ?? ''}`
    return looks.get(focused) === lookOf(focused) ? 'looks the same with the focus' : undefined
  }

  window.walk = {
    moved,
    async start() {
      if (document.activeElement instanceof HTMLElement && !document.querySelector(dialogs)) document.activeElement.blur()
      for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
      looks = new Map(expected().map((element) => [element, element === document.activeElement ? '' : lookOf(element)]))
    },
    /** After a press of Tab. Three in a row without anything new: all has been seen. */
    async look() {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const element = document.activeElement
      if (!element || element === document.body || stops.has(element)) return { isDone: ++repeats > 2 }
      repeats = 0
      stops.add(element)
      let fault = faultOf(element)
      // It may still be scrolling into view.
      for (let looked = 0; fault !== undefined && looked < 5; looked++) {
        await new Promise((resolve) => setTimeout(resolve, 60))
        fault = faultOf(element)
      }
      return { isDone: false, ...(fault !== undefined && { fault: `${nameOf(element)} ${fault}` }) }
    },
    end() {
      // Of the choices of one question only one is a stop.
      const isChoice = (element) => element.matches('input[type="radio"], :is([role="radiogroup"], [role="tablist"], [role="toolbar"], [role="listbox"]) *')
      const missed = expected().filter((element) => looks.has(element) && !stops.has(element) && !isChoice(element))
      return { stops: stops.size, faults: missed.map((element) => `${nameOf(element)} is not reached with Tab`) }
    },
  }
})()
