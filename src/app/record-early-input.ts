import { nextTurn } from '../browser/after-paint.ts'
import { copyTransfer, isPageDrag, pageData } from '../browser/transfer.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'input, textarea, select'

/**
 * Records the user's focus, presses, input, choices, drops and pastes until the page is hydrated. Returns a function that first restores
 * the focus and the fields, and then replays the rest in order, on elements that still exist. Links are not recorded, because the
 * browser follows them; a dropped file never navigates the tab.
 */
export function recordEarlyInput(container: Element): () => Promise<void> {
  const replays: (() => void)[] = []
  const fieldRestorers = new Map<Field, (typedTexts: ReadonlyMap<Field, string>) => void>()
  let restoreFocus = (): void => undefined
  // Several presses of one button before the hydration are replayed as one.
  const pressedButtons = new Set<Element>()
  const recording = new AbortController()
  const listen = <Name extends keyof HTMLElementEventMap>(name: Name, listener: (event: HTMLElementEventMap[Name]) => void) =>
    document.body.addEventListener(name, listener, { signal: recording.signal })
  const recordField = (field: Field) => {
    // Of a radio group, only the last choice is recorded.
    for (const other of fieldRestorers.keys()) if (other.type === 'radio' && other.name === field.name) fieldRestorers.delete(other)
    fieldRestorers.set(field, createFieldRestorer(field, container))
  }
  const recordFocus = (target: EventTarget | null) => {
    const field = fieldOf(target)
    if (field === undefined || !container.contains(field)) return
    const findAgain = createFinder(field, container, FIELDS)
    restoreFocus = () => {
      if (!field.isConnected && document.activeElement === document.body) findAgain()?.focus({ preventScroll: true })
    }
  }
  // The user may have focused a field before this script was loaded.
  recordFocus(document.activeElement)
  for (const field of container.querySelectorAll<Field>(FIELDS)) if (isChanged(field)) recordField(field)
  listen('focusin', ({ target }) => recordFocus(target))
  listen('input', ({ target }) => {
    const field = fieldOf(target)
    if (field !== undefined && field.type !== 'file' && container.contains(field)) recordField(field)
  })
  let isOwnPress = false
  const pressButton = (button: HTMLElement | undefined) => {
    isOwnPress = true
    button?.click()
    isOwnPress = false
  }
  const recordPress = (button: HTMLElement) => {
    if (pressedButtons.has(button)) return
    pressedButtons.add(button)
    const findAgain = createFinder(button, container, 'button')
    replays.push(() => pressButton(findAgain()))
  }
  const buttonOf = (target: EventTarget | null) => {
    const button = target instanceof Element ? target.closest('button') : null
    return button !== null && container.contains(button) ? button : undefined
  }
  listen('click', ({ target }) => {
    const button = buttonOf(target)
    if (button !== undefined && !pressedButtons.has(button) && !openFilePicker(button)) recordPress(button)
  })
  listen('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    const findAgain = createFinder(target, container, FIELDS)
    replays.push(() => passFiles(target, findAgain()))
  })
  listen('dragover', (event) => {
    if (isPageDrag(event)) event.preventDefault()
  })
  listen('drop', (event) => {
    const data = pageData(event.target, event.dataTransfer)
    if (data === null) return
    event.preventDefault()
    const dataTransfer = copyTransfer(data)
    replays.push(() => container.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })))
  })
  listen('paste', (event) => {
    const data = pageData(event.target, event.clipboardData)
    if (data === null) return
    event.preventDefault()
    const clipboardData = copyTransfer(data)
    replays.push(() => container.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })))
  })
  // While fields are restored, a form does not have its final values yet. So a press of a button is queued.
  const queuePress = (event: MouseEvent) => {
    const button = buttonOf(event.target)
    if (isOwnPress || button === undefined || pickerOf(button) !== undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    recordPress(button)
  }
  const typedTexts = new Map<Field, string>()
  let isOwnInput = false
  const storeTyped = ({ target }: Event) => {
    const field = fieldOf(target)
    if (field !== undefined && !isOwnInput) typedTexts.set(field, field.value)
  }
  const restoreField = (restore: (typedTexts: ReadonlyMap<Field, string>) => void) => {
    isOwnInput = true
    restore(typedTexts)
    isOwnInput = false
  }
  return async () => {
    recording.abort()
    document.addEventListener('click', queuePress, { capture: true })
    document.addEventListener('input', storeTyped, { capture: true })
    // React handles no events until its current render is done.
    await nextTurn()
    restoreFocus()
    // Each event must be handled before the next one is replayed. Presses during the replay are replayed last.
    for (const queue of [[...fieldRestorers.values()].map((restore) => () => restoreField(restore)), replays]) {
      for (const restore of queue) {
        restore()
        await nextTurn()
      }
    }
    document.removeEventListener('click', queuePress, { capture: true })
    document.removeEventListener('input', storeTyped, { capture: true })
  }
}

/**
 * Returns a function that finds the element again. After a re-render it returns the replacement: the element at the same index among
 * the elements with the same name.
 */
function createFinder<Kind extends Element>(element: Kind, container: Element, selector: string): () => Kind | undefined {
  const name = nameOf(element)
  const namesakes = () => [...container.querySelectorAll<Kind>(selector)].filter((other) => nameOf(other) === name)
  const ordinal = namesakes().indexOf(element)
  return () => (element.isConnected ? element : namesakes()[ordinal])
}

/** The name that identifies an element after a re-render. Ids do not, because a re-render changes them. */
function nameOf(element: Element): string {
  const field = fieldOf(element)
  const label = element.getAttribute('aria-label') ?? (field?.labels?.[0] ?? element).textContent.trim()
  return `${field?.type} ${label}`
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
function createFieldRestorer(field: Field, container: Element): (typedTexts: ReadonlyMap<Field, string>) => void {
  const { value, type } = field
  const isChecked = field instanceof HTMLInputElement && field.checked
  const findAgain = createFinder(field, container, FIELDS)
  return (typedTexts) => {
    const currentField = findAgain()
    if (currentField === undefined) return
    const typedLater = typedTexts.get(currentField)
    const newValue = currentField === field ? (typedLater ?? value) : value + (typedLater ?? '')
    const dispatchChange = (name: 'input' | 'change') => currentField.dispatchEvent(new Event(name, { bubbles: true }))
    if (currentField instanceof HTMLInputElement && (type === 'checkbox' || type === 'radio')) {
      currentField.checked = !isChecked
      dispatchChange('input')
      currentField.click()
      return
    }
    currentField.value = ''
    dispatchChange('input')
    Reflect.set(Object.getPrototypeOf(currentField), 'value', newValue, currentField)
    dispatchChange('input')
    dispatchChange('change')
  }
}

/**
 * Opens a button's file picker at once, because browsers allow that only during a user gesture. False if the button has no file
 * picker.
 */
function openFilePicker(button: Element): boolean {
  const picker = pickerOf(button)
  picker?.click()
  return picker !== undefined
}

function pickerOf({ nextElementSibling: input }: Element): HTMLInputElement | undefined {
  return input instanceof HTMLInputElement && input.type === 'file' ? input : undefined
}

function passFiles(chosenInput: HTMLInputElement, currentInput: Element | undefined): void {
  if (!(currentInput instanceof HTMLInputElement)) return
  if (currentInput !== chosenInput) currentInput.files = chosenInput.files
  currentInput.dispatchEvent(new Event('change', { bubbles: true }))
}
