import { nextTurn } from '../browser/after-paint.ts'
import { copyTransfer, isPageDrag, pageData } from '../browser/transfer.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/**
 * Records the user's focus, presses, input, choices, drops and pastes until the page is hydrated. Returns a function that replays
 * them in order on the elements that still exist. Links are not recorded, because the browser follows them; a dropped file never
 * navigates the tab.
 */
export function recordEarlyInput(container: Element): () => Promise<void> {
  const recorded: (() => void)[] = []
  const fields = new Map<Field, (typedSince: ReadonlyMap<Field, string>) => void>()
  let comeBack = (): void => undefined
  // Several presses of one button before the hydration are replayed as one.
  const pressed = new Set<Element>()
  const over = new AbortController()
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, listener: (event: HTMLElementEventMap[Name]) => void) =>
    document.body.addEventListener(name, listener, { signal: over.signal })
  const recordField = (field: Field) => {
    // Of a radio group, only the last choice is recorded.
    for (const other of fields.keys()) if (other.type === 'radio' && other.name === field.name) fields.delete(other)
    fields.set(field, createFieldRestorer(field, container))
  }
  const recordFocus = (target: EventTarget | null) => {
    const field = fieldOf(target)
    if (field === undefined || !container.contains(field)) return
    const fallback = fallbackOf(field, container, FIELDS)
    comeBack = () => {
      if (!field.isConnected && document.activeElement === document.body) fallback()?.focus({ preventScroll: true })
    }
  }
  // The user may have focused a field before this script was loaded.
  recordFocus(document.activeElement)
  for (const field of container.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) recordField(field)
  on('focusin', ({ target }) => recordFocus(target))
  on('input', ({ target }) => {
    const field = fieldOf(target)
    if (field !== undefined && field.type !== 'file' && container.contains(field)) recordField(field)
  })
  let isOwnPress = false
  const press = (button: HTMLElement | undefined) => {
    isOwnPress = true
    button?.click()
    isOwnPress = false
  }
  const recordPress = (button: HTMLElement) => {
    if (pressed.has(button)) return
    pressed.add(button)
    const fallback = fallbackOf(button, container, 'button')
    recorded.push(() => press(fallback()))
  }
  const buttonOf = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest('button') : null
    return button !== null && container.contains(button) ? button : undefined
  }
  on('click', ({ target }) => {
    const button = buttonOf(target)
    if (button !== undefined && !pressed.has(button) && !opensFiles(button)) recordPress(button)
  })
  on('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    const fallback = fallbackOf(target, container, FIELDS)
    recorded.push(() => giveFiles(target, fallback()))
  })
  on('dragover', (event) => {
    if (isPageDrag(event)) event.preventDefault()
  })
  on('drop', (event) => {
    const data = pageData(event.target, event.dataTransfer)
    if (data === null) return
    event.preventDefault()
    const dataTransfer = copyTransfer(data)
    recorded.push(() => container.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })))
  })
  on('paste', (event) => {
    const data = pageData(event.target, event.clipboardData)
    if (data === null) return
    event.preventDefault()
    const clipboardData = copyTransfer(data)
    recorded.push(() => container.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })))
  })
  // While fields are restored, a form does not have its final values yet. So a press of a button is queued.
  const holdPress = (event: MouseEvent) => {
    const button = buttonOf(event.target)
    if (isOwnPress || button === undefined || pickerOf(button) !== undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    recordPress(button)
  }
  const typedSince = new Map<Field, string>()
  let isOwnInput = false
  const noteTyped = ({ target }: Event) => {
    const field = fieldOf(target)
    if (field !== undefined && !isOwnInput) typedSince.set(field, field.value)
  }
  const giveField = (giveBack: (typedSince: ReadonlyMap<Field, string>) => void) => {
    isOwnInput = true
    giveBack(typedSince)
    isOwnInput = false
  }
  return async () => {
    over.abort()
    document.addEventListener('click', holdPress, { capture: true })
    document.addEventListener('input', noteTyped, { capture: true })
    // React handles no events until its current render is done.
    await nextTurn()
    comeBack()
    // Each event must be handled before the next one is replayed. Presses during the replay are last.
    for (const queue of [[...fields.values()].map((giveBack) => () => giveField(giveBack)), recorded]) {
      for (const giveBack of queue) {
        giveBack()
        await nextTurn()
      }
    }
    document.removeEventListener('click', holdPress, { capture: true })
    document.removeEventListener('input', noteTyped, { capture: true })
  }
}

/**
 * Finds an element again. After a re-render it finds the replacement: the element at the same index among those with the same name.
 */
function fallbackOf<Kind extends Element>(element: Kind, container: Element, selector: string): () => Kind | undefined {
  const name = nameOf(element)
  const namesakes = () => [...container.querySelectorAll<Kind>(selector)].filter((other) => nameOf(other) === name)
  const ordinal = namesakes().indexOf(element)
  return () => (element.isConnected ? element : namesakes()[ordinal])
}

/** The name that identifies an element after a re-render. Ids do not, because a re-render changes them. */
function nameOf(element: Element): string {
  const field = fieldOf(element)
  const words = element.getAttribute('aria-label') ?? (field?.labels?.[0] ?? element).textContent.trim()
  return `${field?.type} ${words}`
}

function fieldOf(target: EventTarget | null): Field | undefined {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  return isField ? target : undefined
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.selected && !option.defaultSelected)
  switch (field.type) {
    case 'file':
      return false
    case 'radio':
      return field instanceof HTMLInputElement && field.checked && !field.defaultChecked
    case 'checkbox':
      return field instanceof HTMLInputElement && field.checked !== field.defaultChecked
    default:
      return field.value !== field.defaultValue
  }
}

/**
 * Returns a function that restores a field's recorded value. It empties the field first, because React reports only a value that differs
 * from the previous one. Letters that the user typed since the recording stay. In a replaced field they follow the recorded letters.
 */
function createFieldRestorer(field: Field, container: Element): (typedSince: ReadonlyMap<Field, string>) => void {
  const { value, type } = field
  const isChecked = field instanceof HTMLInputElement && field.checked
  const fallback = fallbackOf(field, container, FIELDS)
  return (typedSince) => {
    const own = fallback()
    if (own === undefined) return
    const since = typedSince.get(own)
    const typed = own === field ? (since ?? value) : value + (since ?? '')
    const dispatchChange = (name: 'input' | 'change') => own.dispatchEvent(new Event(name, { bubbles: true }))
    if (own instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')) {
      own.checked = !isChecked
      dispatchChange('input')
      own.click()
      return
    }
    own.value = ''
    dispatchChange('input')
    Reflect.set(Object.getPrototypeOf(own), 'value', typed, own)
    dispatchChange('input')
    dispatchChange('change')
  }
}

/**
 * Opens a button's file picker at once, because browsers allow that only during a user gesture. False if the button has no file
 * picker.
 */
function opensFiles(button: Element): boolean {
  const picker = pickerOf(button)
  picker?.click()
  return picker !== undefined
}

function pickerOf({ nextElementSibling: input }: Element): HTMLInputElement | undefined {
  return input instanceof HTMLInputElement && input.type === 'file' ? input : undefined
}

function giveFiles(chosen: HTMLInputElement, fallback: Element | undefined): void {
  if (!(fallback instanceof HTMLInputElement)) return
  if (fallback !== chosen) fallback.files = chosen.files
  fallback.dispatchEvent(new Event('change', { bubbles: true }))
}
