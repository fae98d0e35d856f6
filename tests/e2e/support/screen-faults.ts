import type { Page } from '@playwright/test'

/** The visible faults of the current screen: of the topmost dialog or popover, else of the page. */
export function screenFaults(page: Page): Promise<string[]> {
  const parts = [
    topLayer,
    isSeen,
    describe,
    pinOf,
    seenPart,
    clippedBy,
    findTexts,
    findControls,
    doOverlap,
    areStacked,
    outsideFaults,
    cutTexts,
    cutNumbers,
    isInline,
    tightControls,
    isHitAround,
    smallTargets,
  ]
  return page.evaluate(`(() => { ${parts.map(String).join('\n')}
    const root = topLayer()
    return [...new Set([...outsideFaults(root), ...cutTexts(root), ...cutNumbers(root), ...tightControls(root), ...smallTargets(root)])]
  })()`)
}

/** The controls that a bar fixed to the window still covers after a scroll to the end. */
export function coveredAtEnd(page: Page): Promise<string[]> {
  const parts = [topLayer, isSeen, describe, pinOf, seenPart, clippedBy, findControls, doOverlap]
  return page.evaluate(`(() => { ${parts.map(String).join('\n')}
    const root = topLayer()
    const scroller = root === document.body ? document.scrollingElement : root
    scroller.scrollTop = scroller.scrollHeight
    const all = findControls(root)
    const bars = [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).position === 'fixed' && isSeen(one) && one.getBoundingClientRect().bottom > innerHeight - 2 && one.getBoundingClientRect().height < innerHeight / 2)
    return all.filter((one) => root.contains(one) && bars.some((bar) => !bar.contains(one) && pinOf(one) !== bar && getComputedStyle(pinOf(one) ?? one).position !== 'fixed' && doOverlap(seenPart(one), bar.getBoundingClientRect(), 4)))
      .map((one) => 'covered at the end: ' + describe(one))
  })()`)
}

declare function isFinite(value: number): boolean

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

function topLayer(): Element {
  const popovers = document.querySelectorAll(':popover-open:not([popover=manual])')
  const dialogs = document.querySelectorAll('dialog:modal')
  const panel = document.querySelector('header [aria-expanded=true] + section')
  return popovers[popovers.length - 1] ?? dialogs[dialogs.length - 1] ?? panel ?? document.body
}

function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
  return isShown && width > 1 && height > 1 && element.closest('[aria-hidden=true], [inert], .visually-hidden') === null
}

function describe(element: Element): string {
  const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 40)
  const className = (element.getAttribute('class') ?? '').split(' ')[0] ?? ''
  return `${element.tagName.toLowerCase()}.${className} "${text}"`
}

/**
 * The nearest fixed or sticky element: the element itself or an ancestor. Two elements for which it differs may overlap during a scroll,
 * which is no fault.
 */
function pinOf(element: Element): Element | null {
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return one
  return null
}

/** The part of a box that no ancestor cuts off. */
function clippedBy(parent: Element | null, box: Box): Box {
  let { left, top, right, bottom } = box
  for (let one = parent; one !== null && one !== document.documentElement; one = one.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(one)
    const clip = one.getBoundingClientRect()
    if (overflowX !== 'visible' && one !== document.body) [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)]
    if (overflowY !== 'visible' && one !== document.body) [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)]
  }
  return { left, top, right, bottom }
}

function seenPart(element: Element): Box {
  return clippedBy(element.parentElement, element.getBoundingClientRect())
}

/** Whether two elements belong to different toasts. Toasts may overlap, because they are stacked until the pointer enters them. */
function areStacked(one: Element, other: Element): boolean {
  const [toast, otherToast] = [one.closest('[data-sonner-toast]'), other.closest('[data-sonner-toast]')]
  return toast !== null && otherToast !== null && toast !== otherToast
}

function doOverlap(one: Box, other: Box, byPx: number): boolean {
  const overlapWidth = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const overlapHeight = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return overlapWidth > byPx && overlapHeight > byPx
}

function findTexts(root: Element): { element: Element; boxes: DOMRect[]; size: number }[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const foundTexts = []
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element === null || walker.currentNode.nodeValue?.trim() === '' || !isSeen(element) || element.closest('svg, option') !== null)
      continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    foundTexts.push({
      element,
      boxes: [...range.getClientRects()].filter(({ width }) => width > 1),
      size: Number.parseFloat(getComputedStyle(element).fontSize),
    })
  }
  return foundTexts
}

function findControls(root: Element): Element[] {
  const elements = root.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [role=slider], [role=menuitem], [role=application], [tabindex="0"]',
  )
  const pressableElements = [...elements].map((one) =>
    one.matches('input[type=radio], input[type=checkbox], input[type=file]') ? (one.closest('label') ?? one) : one,
  )
  return [...new Set(pressableElements)].filter(isSeen)
}

/**
 * Faults of size and position: a page or a layer that is too wide, a layer beyond the window's top or bottom, and controls and texts beyond
 * the window's sides that no sideways scroll shows.
 */
function outsideFaults(root: Element): string[] {
  const faults = []
  const excessPx = document.documentElement.scrollWidth - innerWidth
  const wideElements = [...document.querySelectorAll('body *')].filter(
    (one) => isSeen(one) && one.getBoundingClientRect().right > innerWidth + 1,
  )
  if (excessPx > 0) faults.push(`the page is ${excessPx} px too wide: ${wideElements.slice(-2).map(describe).join(' in ')}`)
  if (root.scrollWidth > root.clientWidth + 1 && root !== document.body)
    faults.push(`${describe(root)} is ${root.scrollWidth - root.clientWidth} px too wide`)
  const { top, bottom } = root.getBoundingClientRect()
  if (root !== document.body && (top < -1 || bottom > innerHeight + 1)) faults.push(`beyond the top or the bottom: ${describe(root)}`)
  for (const element of [...findControls(root), ...findTexts(root).map((text) => text.element)]) {
    const { left, right } = element.getBoundingClientRect()
    let isInScroller = false
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) isInScroller = true
    // A picture from edge to edge is as wide as the window with its scroll bar; the rest of the page is narrower.
    const halfScrollBarPx = element.querySelector('img, video') === null ? 0 : (innerWidth - document.body.clientWidth) / 2
    if (!isInScroller && (left < -1 - halfScrollBarPx || right > innerWidth + 1)) faults.push(`beyond the edge: ${describe(element)}`)
  }
  return faults
}

/** Words that a box cuts off, or that overlap other words. An ellipsis is allowed if the whole text is available elsewhere. */
function cutTexts(root: Element): string[] {
  const faults = []
  const allTexts = findTexts(root)
  for (const { element, boxes, size } of allTexts) {
    const textStart = (element.textContent ?? '').trim().slice(0, 20)
    const neighbours = [...(element.closest('article, li')?.querySelectorAll('button, a[href]') ?? [])]
    const isReadableElsewhere =
      element.closest('[title], a[href], button, [role=menuitem]') !== null ||
      neighbours.some((one) => `${one.getAttribute('aria-label')} ${one.textContent}`.includes(textStart))
    let [isClippableX, isClippableY] = [true, true]
    for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (['auto', 'scroll'].includes(style.overflowX) && one.scrollWidth > one.clientWidth) isClippableX = false
      if (['auto', 'scroll'].includes(style.overflowY)) isClippableY = false
      const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const clip = one.getBoundingClientRect()
      const isOut = ({ left, right, top, bottom }: DOMRect) =>
        (isClippableX && style.overflowX !== 'visible' && (left < clip.left - 2 || right > clip.right + 2)) ||
        (isClippableY && style.overflowY !== 'visible' && (top < clip.top - size * 0.3 || bottom > clip.bottom + size * 0.3))
      const isHiddenOnPurpose = one.hasAttribute('aria-label') && boxes.every(isOut)
      if (boxes.some(isOut) && !isHiddenOnPurpose && !(hasEllipsis && isReadableElsewhere))
        faults.push(`cut${hasEllipsis ? ' with nowhere to read it' : ''}: ${describe(element)} by ${describe(one).slice(0, 40)}`)
      if (boxes.some(isOut)) break
    }
  }
  const visibleBoxes = allTexts.flatMap(({ element, boxes, size }) =>
    boxes.map((box) => ({ element, size, pin: pinOf(element), box: clippedBy(element, box) })),
  )
  for (const [index, one] of visibleBoxes.entries())
    for (const other of visibleBoxes.slice(index + 1))
      if (
        one.element !== other.element &&
        one.pin === other.pin &&
        !areStacked(one.element, other.element) &&
        !one.element.contains(other.element) &&
        !other.element.contains(one.element) &&
        doOverlap(one.box, other.box, Math.max(4, Math.min(one.size, other.size) * 0.4))
      )
        faults.push(`words on words: ${describe(one.element)} and ${describe(other.element)}`)
  return faults
}

/** Numbers that are wider than their field. */
function cutNumbers(root: Element): string[] {
  return [...root.querySelectorAll('input[type=number]')]
    .filter((field) => isSeen(field) && field.scrollWidth > field.clientWidth + 1)
    .map((field) => `cut number: ${describe(field)} ${(field as HTMLInputElement).value}`)
}

function isInline(element: Element): boolean {
  return getComputedStyle(element).display === 'inline'
}

/**
 * Controls that overlap in part. A control wholly inside another one is intended. Links of one sentence may overlap too: the boxes of links
 * that wrap over two lines overlap, but their words do not.
 */
function tightControls(root: Element): string[] {
  const faults = []
  const allControls = findControls(root).map((element) => ({ element, pin: pinOf(element), box: seenPart(element) }))
  const isWithin = (inner: Box, outer: Box) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  for (const [index, one] of allControls.entries())
    for (const other of allControls.slice(index + 1))
      if (
        one.pin === other.pin &&
        !areStacked(one.element, other.element) &&
        !(isInline(one.element) && isInline(other.element) && one.element.parentElement === other.element.parentElement) &&
        !one.element.contains(other.element) &&
        !other.element.contains(one.element) &&
        doOverlap(one.box, other.box, 4) &&
        !isWithin(one.box, other.box) &&
        !isWithin(other.box, one.box)
      )
        faults.push(`controls on each other: ${describe(one.element)} and ${describe(other.element)}`)
  return faults
}

/** Scrolls the element to the middle of the window, and returns whether points 20 px above and below its middle hit it. */
function isHitAround(element: Element): boolean {
  const scrollBefore = scrollY
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const isHitAt = (dy: number) => {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2 + dy)
    return hit === null || element.contains(hit) || hit.contains(element)
  }
  const isHit = isHitAt(20) && isHitAt(-20)
  scrollTo({ top: scrollBefore, behavior: 'instant' })
  return isHit
}

/**
 * Controls smaller than 44 px. Exceptions: links within a sentence, which are only as high as their line, and `data-wide-target` controls
 * that a press 20 px above or below their middle still hits.
 */
function smallTargets(root: Element): string[] {
  return findControls(root)
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      if (!isFinite(width) || (width >= 43.5 && height >= 43.5)) return false
      const isInSentence = isInline(element) && element.parentElement?.textContent?.trim() !== element.textContent?.trim()
      if (isInSentence) return false
      return !(element.matches('[data-wide-target]') && isHitAround(element))
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return `small target ${Math.round(width)} × ${Math.round(height)}: ${describe(element)}`
    })
}
