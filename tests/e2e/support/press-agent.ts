/** A control of the page. */
export interface Control {
  /** Identifies the control among the listed ones: its description, with a number if an earlier control has the same description. */
  readonly key: string
  /** Whether the control is in the header, the footer or the bottom bar, which many screens share. */
  readonly isFrame: boolean
  /** Whether a press would change nothing, as with a checked radio, a link to the current page, or a link out of the product. */
  readonly isAtRest: boolean
}

export interface ShownScreen {
  readonly controls: readonly Control[]
  /** The number of dialogs, menus and popovers over the screen. */
  readonly layers: number
  readonly address: string
  readonly layout: string
  /** The kinds of the controls as one text: equal for two screens or layers with the same kinds of controls. */
  readonly kind: string
}

/** The first sign that a press had an effect, and the time from the press to it. */
export interface Sign {
  readonly sign: string
  readonly afterMs: number
}

type AimResult = 'ready' | 'covered' | 'by hand' | 'gone'

export interface PressAgent {
  /** Lists the controls of the topmost layer, once the page has not changed for a moment. */
  inspect(): Promise<ShownScreen>
  /** Scrolls a control into view, and records effects from then on. */
  aim(key: string): Promise<AimResult>
  readonly target: () => Element | null
  /**
   * The point of the aimed control that a pointer hits, in px from its top left corner. Null if other elements cover the control, or if the
   * user sees its label instead.
   */
  spot(): Promise<{ readonly x: number; readonly y: number } | null>
  /** Presses the aimed control, by script. */
  press(): void
  /** Forgets the effects so far and records new ones: the scroll and the pointer moves that precede a press do not count. */
  rearm(): Promise<void>
  /** The first sign of an effect since the aim. */
  sign(limitMs: number): Promise<Sign | null>
  /** Whether the page's kinds of controls, its number of layers or its address differ from those at the last `aim`. */
  hasScreenChanged(): Promise<boolean>
  /** Waits `ms`, and ignores from then on each change that the page made in that time without a press. Returns all ignored changes. */
  learnNoise(ms: number): Promise<readonly string[]>
}

/**
 * Sets the global `pressAgent`, which lists and presses the controls of the page. The function is sent to the page as text, so it must be
 * self-contained.
 */
export function installPressAgent(): void {
  if (top !== self || !location.protocol.startsWith('http')) return
  const CONTROL_SELECTOR =
    'button, a[href], summary, select, input[type=checkbox], input[type=radio], input[type=range], input[type=file], [role=button], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=tab], [role=switch], [role=option], [role=link]'
  const LAYER_SELECTOR = 'dialog[open], [role=menu], [role=listbox], [popover=auto]:popover-open'
  const LIVE_SELECTOR = 'output, [aria-live], [role=alert], [role=status]'
  /**
   * Changes of these attributes are no sign of an effect: the pointer and the focus change most of them, and React sets `name` at each
   * render.
   */
  const SILENT_ATTRIBUTES = /^(?:tabindex|name|data-(?:focus|hover|pressed|active)\S*)$/
  const SIGN_EVENTS = ['play', 'pause', 'volumechange', 'seeking', 'fullscreenchange', 'toggle', 'close']
  const MAX_ITEMS = 6
  const QUIET_MS = 60
  const REST_LIMIT_MS = 1500

  // Session storage retains the ignored changes when the page loads another document.
  const NOISE_KEY = 'press.noise'
  const noise = new Set<string>(JSON.parse(sessionStorage.getItem(NOISE_KEY) ?? '[]') as string[])
  let learnedSigns: Set<string> | undefined
  let firstSign: { sign: string; atMs: number } | null = null
  let aimedElement: HTMLElement | null = null
  let [sinceMs, lastChangeMs] = [0, 0]
  let resolveSign: (() => void) | undefined
  let stateAtAim = { address: '', value: '', shown: '' }
  let hasPointer = false
  let spot: { readonly x: number; readonly y: number } | null = null

  function recordSign(sign: string, target?: Node | null): void {
    lastChangeMs = performance.now()
    learnedSigns?.add(sign)
    if (sinceMs === 0 || firstSign !== null || noise.has(sign) || isMenuClosing(sign, target)) return
    firstSign = { sign, atMs: performance.now() }
    resolveSign?.()
  }

  /** A menu closes at a press on any of its items, so its closing is no sign of an effect. */
  function isMenuClosing(sign: string, target: Node | null | undefined): boolean {
    const menu = aimedElement?.closest('[role=menu]')
    if (menu === null || menu === undefined) return false
    return /^(?:toggle|focus)$|aria-expanded/.test(sign) || (target !== undefined && target !== null && menu.contains(target))
  }

  /** A toast closes by itself, so its removal is no sign of an effect. A new toast is one. */
  function isToastLeaving({ target, type, addedNodes }: MutationRecord): boolean {
    const element = target instanceof Element ? target : target.parentElement
    if (element === null || element.closest('[data-sonner-toaster]') === null) return false
    const isPressed = aimedElement !== null && element.contains(aimedElement) && element.matches('[data-sonner-toast]')
    return !isPressed && (type === 'attributes' || addedNodes.length === 0)
  }

  const isMessage = ({ target, type }: MutationRecord) =>
    type !== 'attributes' && (target instanceof Element ? target : target.parentElement)?.closest(LIVE_SELECTOR) instanceof Element

  const nameOfElement = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.tagName.toLowerCase()}.${element?.getAttribute('class')?.split(' ')[0] ?? ''}#${element?.id ?? ''}`
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      const { type, target, attributeName, oldValue } = record
      if (document.head.contains(target) || isToastLeaving(record)) continue
      const name = attributeName ?? ''
      if (type === 'attributes' && (SILENT_ATTRIBUTES.test(name) || (target as Element).getAttribute(name) === oldValue)) continue
      recordSign(`${isMessage(record) ? 'message ' : ''}${type} ${name} ${nameOfElement(target)}`, target)
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true })
  for (const event of SIGN_EVENTS) document.addEventListener(event, ({ target }) => recordSign(event, target as Node), true)
  document.addEventListener('scroll', ({ target }) => !hasPointer && recordSign(`scroll ${nameOfElement(target as Node)}`), true)
  // A press on an element that cannot have the focus focuses its container, which is no sign of an effect.
  document.addEventListener('focusin', ({ target }) => !(target as Node).contains(aimedElement) && recordSign('focus'), true)
  recordCalls(history, 'pushState')
  recordCalls(globalThis, 'open', 'print')
  recordCalls(globalThis.Clipboard?.prototype, 'write', 'writeText')
  recordCalls(Navigator.prototype, 'share')
  // No observer reports drawings on a canvas, by the page or by a worker. So the calls of these methods report them.
  recordCalls(CanvasRenderingContext2D.prototype, 'drawImage')
  recordCalls(Worker.prototype, 'postMessage')
  recordCalls(Element.prototype, 'requestFullscreen')
  recordCalls(HTMLVideoElement.prototype, 'requestPictureInPicture')

  function recordCalls(owner: object | undefined, ...names: readonly string[]): void {
    const methods = (owner ?? {}) as Record<string, ((...args: unknown[]) => unknown) | undefined>
    for (const name of names) {
      const method = methods[name]
      if (method === undefined) continue
      methods[name] = function listened(this: unknown, ...args) {
        recordSign(name)
        return method.apply(this, args)
      }
    }
  }

  const simplifyText = (text: string | null | undefined) =>
    (text ?? '')
      .replaceAll(/\d[\d.,:]*/g, '#')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 60)

  const labelsOf = (element: Element) => [...((element as HTMLInputElement).labels ?? [])]

  function nameOf(element: Element): string {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ')
    const nameSources = [
      element.getAttribute('aria-label'),
      ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
      labelsOf(element)
        .map(({ textContent }) => textContent)
        .join(' '),
      element instanceof HTMLSelectElement ? '' : element.textContent,
      element.getAttribute('title'),
      element.querySelector('img')?.alt,
    ]
    return nameSources.map(simplifyText).find((one) => one !== '') ?? ''
  }

  /** The element that the user sees: the label of a control, because a labelled input may have no visible box of its own. */
  const visibleElementOf = (element: Element) => labelsOf(element)[0] ?? element

  function isPressable(element: Element): boolean {
    if (element.closest('[inert], [aria-hidden=true]') !== null || element.matches(':disabled, [aria-disabled=true]')) return false
    const { width, height, right } = visibleElementOf(element).getBoundingClientRect()
    return visibleElementOf(element).checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && right > 0
  }

  /** In a long list only the first two items and the last are pressed. */
  function isSkippedItem(element: Element): boolean {
    const item = element.closest('main li, main article, [data-viewer-item], dialog li')
    if (item?.parentElement === null || item === null) return false
    const items = [...item.parentElement.children].filter(
      ({ className, tagName }) => tagName === item.tagName && className === item.className,
    )
    const index = items.indexOf(item)
    return items.length > MAX_ITEMS && index > 1 && index < items.length - 1
  }

  function isAtRest(element: HTMLElement): boolean {
    if (element instanceof HTMLAnchorElement) {
      const isElsewhere = element.origin !== location.origin || !/^https?:$/.test(element.protocol)
      if (isElsewhere || element.href.replace(/#$/, '') === location.href) return true
    }
    const isChosenRadio = element instanceof HTMLInputElement && element.type === 'radio' && element.checked
    const isOnlyOption = element instanceof HTMLSelectElement && element.options.length < 2
    return isChosenRadio || isOnlyOption || element.matches('[aria-selected=true], [role=radio][aria-checked=true], [aria-current]')
  }

  function controlsOf(root: ParentNode): readonly (Control & { readonly element: HTMLElement; readonly kind: string })[] {
    const counts = new Map<string, number>()
    return [...root.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)]
      .filter((element) => isPressable(element) && !isSkippedItem(element))
      .map((element) => {
        const role = element.getAttribute('role') ?? (element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase())
        const landmark = element.closest('main, dialog, article') === null ? element.closest('header, footer, nav') : null
        const isFrame = landmark !== null
        const name = nameOf(element)
        // The description names the landmark, so that a link of the footer has the same key whether or not an open menu of the header also
        // has the link.
        const description = `${isFrame ? `${landmark.tagName.toLowerCase()} ` : ''}${role} “${name}”`
        const number = (counts.get(description) ?? 0) + 1
        counts.set(description, number)
        const key = number === 1 ? description : `${description} ${number}`
        return { element, key, isFrame, isAtRest: isAtRest(element), kind: `${role} ${name}` }
      })
  }

  const topLayer = (): ParentNode => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const valueOf = (element: HTMLElement) => {
    if (element instanceof HTMLInputElement) return `${element.value} ${element.checked}`
    return element instanceof HTMLSelectElement ? element.value : ''
  }

  async function waitForRest(): Promise<void> {
    const startMs = performance.now()
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4))
      const nowMs = performance.now()
      if (nowMs - startMs > REST_LIMIT_MS || nowMs - Math.max(lastChangeMs, startMs) > QUIET_MS) return
    }
  }

  function watchAnew(): void {
    firstSign = null
    sinceMs = performance.now()
  }

  /**
   * The point that a pointer hits, in px from the element's top left corner; null if other elements cover the element, or it is outside the
   * window.
   */
  function findSpot(element: Element): { readonly x: number; readonly y: number } | null {
    const { left, top, width, height } = visibleElementOf(element).getBoundingClientRect()
    const shares = [0.5, 0.2, 0.8]
    const spots = shares.flatMap((shareY) => shares.map((shareX) => ({ x: width * shareX, y: height * shareY })))
    return spots.find(({ x, y }) => isHitBy(element, document.elementFromPoint(left + x, top + y))) ?? null
  }

  const isHitBy = (element: Element, hit: Element | null) =>
    hit !== null && (visibleElementOf(element).contains(hit) || element.contains(hit) || hit.contains(element))

  /** Whether the element is outside the window, as a skip link is until it has the focus. The keyboard presses such an element. */
  function isOutOfSight(element: Element): boolean {
    const { bottom, top, left, right } = visibleElementOf(element).getBoundingClientRect()
    return bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth
  }

  function setValue(element: HTMLInputElement | HTMLSelectElement, value: string): void {
    const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype
    // React replaces the `value` setter of the element itself and would not notice the change. The prototype's setter avoids that.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
    for (const event of ['input', 'change']) element.dispatchEvent(new Event(event, { bubbles: true }))
  }

  async function inspect(): Promise<ShownScreen> {
    if (document.fullscreenElement !== null) await document.exitFullscreen()
    await waitForRest()
    const controls = controlsOf(topLayer())
    return {
      controls: controls.map(({ key, isFrame, isAtRest: isAtRestNow }) => ({ key, isFrame, isAtRest: isAtRestNow })),
      layers: [...document.querySelectorAll(LAYER_SELECTOR)].filter((layer) => layer.checkVisibility()).length,
      address: location.pathname + location.search,
      layout: document.querySelector('[data-layout]')?.getAttribute('data-layout') ?? '',
      kind: [...new Set(controls.map(({ kind }) => kind))].sort().join(' | '),
    }
  }

  async function describeScreen(): Promise<string> {
    const { kind, layers, address } = await inspect()
    return JSON.stringify([kind, layers, address])
  }

  const agent: PressAgent = {
    inspect,
    hasScreenChanged: async () => (await describeScreen()) !== stateAtAim.shown,
    async aim(key) {
      aimedElement = controlsOf(topLayer()).find((control) => control.key === key)?.element ?? null
      // After an earlier press, this control may have nothing left to change.
      if (aimedElement === null || isAtRest(aimedElement)) return 'gone'
      visibleElementOf(aimedElement).scrollIntoView({ block: 'center', behavior: 'instant' })
      stateAtAim = { address: location.href, value: valueOf(aimedElement), shown: await describeScreen() }
      hasPointer = false
      watchAnew()
      spot = findSpot(aimedElement)
      if (aimedElement.matches('a[target=_blank], a[download], [type=file]')) return 'by hand'
      return spot === null && !isOutOfSight(aimedElement) ? 'covered' : 'ready'
    },
    target: () => aimedElement,
    spot: async () => (aimedElement !== null && visibleElementOf(aimedElement) === aimedElement ? spot : null),
    async rearm() {
      await waitForRest()
      hasPointer = true
      watchAnew()
    },
    press() {
      if (aimedElement instanceof HTMLSelectElement) {
        const otherOption = [...aimedElement.options].find(({ selected, disabled }) => !selected && !disabled)
        setValue(aimedElement, otherOption?.value ?? aimedElement.value)
      } else if (aimedElement instanceof HTMLInputElement && aimedElement.type === 'range') {
        setValue(aimedElement, aimedElement.value === aimedElement.max ? aimedElement.min : aimedElement.max)
      } else aimedElement?.click()
    },
    async sign(limitMs) {
      const hasOtherValue = () => aimedElement !== null && valueOf(aimedElement) !== stateAtAim.value
      await new Promise<void>((resolve) => {
        resolveSign = resolve
        if (firstSign !== null) resolve()
        setTimeout(resolve, limitMs)
        // React resets a value that no handler accepts, so the value is compared two frames later.
        requestAnimationFrame(() => requestAnimationFrame(() => hasOtherValue() && recordSign('value')))
      })
      resolveSign = undefined
      if (location.href !== stateAtAim.address) recordSign('address')
      const sign = firstSign === null ? null : { sign: firstSign.sign, afterMs: firstSign.atMs - sinceMs }
      if (sign !== null) sinceMs = 0
      return sign
    },
    async learnNoise(ms) {
      learnedSigns = new Set()
      await new Promise((resolve) => setTimeout(resolve, ms))
      // Only changes of text, attributes or drawings can be noise, as a clock's. A focus, an address change or a new element is always an
      // effect.
      for (const sign of learnedSigns) if (/^(?:message )?(?:attributes|characterData|drawImage)/.test(sign)) noise.add(sign)
      learnedSigns = undefined
      sessionStorage.setItem(NOISE_KEY, JSON.stringify([...noise]))
      return [...noise]
    },
  }
  Object.assign(globalThis, { pressAgent: agent })
}
