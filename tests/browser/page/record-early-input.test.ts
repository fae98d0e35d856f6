import { afterEach, describe, expect, it } from 'vitest'
import { recordEarlyInput } from '#src/app/record-early-input.ts'

const container = document.createElement('div')
afterEach(() => {
  container.remove()
})

/** A container with buttons and a file input. It records early input, and the returned function replays it. */
function openContainer() {
  container.innerHTML = '<button><b>Press</b></button><p></p><button id="files">Choose</button><input type="file">'
  document.body.append(container)
  const [button, input, label] = [container.querySelector('button'), container.querySelector('input'), container.querySelector('b')]
  if (button === null || input === null || label === null) throw new Error('The place is not whole.')
  const replayInput = recordEarlyInput(container)
  const handledEvents: string[] = []
  const addListeners = () => {
    button.addEventListener('click', () => handledEvents.push('click'))
    input.addEventListener('change', () => handledEvents.push('change'))
    for (const name of ['drop', 'paste'] as const)
      container.addEventListener(name, (event) => handledEvents.push(`${name} ${namesIn(event)}`))
  }
  return { button, input, label, handledEvents, addListeners, replayInput }
}

function namesIn(event: DragEvent | ClipboardEvent): string {
  const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData
  return [...(data?.files ?? [])].map(({ name }) => name).join(',')
}

function dataWith(name: string): DataTransfer {
  const data = new DataTransfer()
  data.items.add(new File(['1'], name, { type: 'image/png' }))
  return data
}

describe('input before the script loads', () => {
  it('is replayed once, in order, files too', async () => {
    const { label, input, handledEvents, addListeners, replayInput } = openContainer()
    label.click()
    label.click()
    input.dispatchEvent(new Event('change', { bubbles: true }))
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dataWith('dropped.png') })
    container.dispatchEvent(drop)
    container.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: dataWith('pasted.png') }))
    expect([drop.defaultPrevented, handledEvents]).toEqual([true, []])
    addListeners()
    await replayInput()
    expect(handledEvents).toEqual(['click', 'change', 'drop dropped.png', 'paste pasted.png'])
    label.click()
    expect(handledEvents).toHaveLength(5)
  })

  it('leaves letters for a text field to the browser, and passes on links', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea>'
    document.body.append(container)
    const textarea = container.querySelector('textarea')
    const replayInput = recordEarlyInput(container)
    const data = (text: string) => {
      const transfer = dataWith('clip.png')
      transfer.setData('text/plain', text)
      return transfer
    }
    const link = new DataTransfer()
    link.setData('text/uri-list', 'https://example.org/')
    const options = { bubbles: true, cancelable: true }
    const areHandled = [
      textarea?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data('A slow push in') })),
      textarea?.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data('A slow push in') })),
      container.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: link })),
    ].map((isUnhandled) => isUnhandled === false)
    expect(areHandled).toEqual([false, false, true])
    const passedEvents: string[] = []
    for (const name of ['drop', 'paste'] as const)
      container.addEventListener(name, (event) => {
        const transfer = event instanceof DragEvent ? event.dataTransfer : event.clipboardData
        passedEvents.push(`${name} ${transfer?.getData('text/uri-list')}`)
      })
    await replayInput()
    expect(passedEvents).toEqual(['drop https://example.org/'])
  })

  it('delays a press during the replay until the form has its values', async () => {
    container.innerHTML = '<input aria-label="Name"><button>Send</button>'
    document.body.append(container)
    const [input, button] = [container.querySelector('input'), container.querySelector('button')]
    const replayInput = recordEarlyInput(container)
    if (input === null || button === null) throw new Error('The place is not whole.')
    input.value = 'Ann'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    let typedName = ''
    const sentNames: string[] = []
    input.addEventListener('input', () => (typedName = input.value))
    button.addEventListener('click', () => sentNames.push(typedName))
    const replay = replayInput()
    button.click()
    button.click()
    expect(sentNames).toEqual([])
    await replay
    expect(sentNames).toEqual(['Ann'])
    button.click()
    expect(sentNames).toEqual(['Ann', 'Ann'])
  })

  it.each([
    ['the same field', () => {}],
    ['the one that took its place', () => (container.innerHTML = '<input aria-label="Name"><input aria-label="Words">')],
  ])('letters that the user types while fields are restored stay: %s', async (_, redraw) => {
    container.innerHTML = '<input aria-label="Name"><input aria-label="Words">'
    document.body.append(container)
    const replayInput = recordEarlyInput(container)
    const typeInto = (index: number, letters: string) => {
      const field = container.querySelectorAll('input')[index]
      if (field === undefined) throw new Error('The place is not whole.')
      field.focus()
      field.value += letters
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    typeInto(0, 'Ann')
    typeInto(1, 'A slow ')
    redraw()
    const replay = replayInput()
    typeInto(1, 'push')
    await new Promise((resolve) => setTimeout(resolve))
    typeInto(1, ' in')
    await replay
    expect([...container.querySelectorAll('input')].map(({ value }) => value)).toEqual(['Ann', 'A slow push in'])
  })

  it('the focus moves to the field that replaced the focused one, so that the user can type on', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(container)
    const replayInput = recordEarlyInput(container)
    container.querySelector('input')?.focus()
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    await replayInput()
    expect(document.activeElement).toBe(container.querySelector('input'))
  })

  it('the focus stays where the user has moved it in the meantime', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(container)
    const replayInput = recordEarlyInput(container)
    container.querySelector('input')?.focus()
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    container.querySelector('textarea')?.focus()
    await replayInput()
    expect(document.activeElement).toBe(container.querySelector('textarea'))
  })

  it('opens the file dialog at once, because browsers open it for a fresh press only', async () => {
    const { input, handledEvents, addListeners, replayInput } = openContainer()
    let openCount = 0
    input.addEventListener('click', (event) => {
      event.preventDefault()
      openCount += 1
    })
    container.querySelector<HTMLElement>('#files')?.click()
    addListeners()
    await replayInput()
    expect([openCount, handledEvents]).toEqual([1, []])
  })

  it('a press goes to the button that replaced the pressed one after the page was rendered anew', async () => {
    const { replayInput } = openContainer()
    container.innerHTML = '<button>Use</button><button>Use</button><button aria-label="Menu"></button>'
    for (const at of [1, 2]) container.querySelectorAll('button')[at]?.click()
    container.innerHTML = '<button id="first">Use</button><button id="second">Use</button><button id="menu" aria-label="Menu"></button>'
    const pressedIds: string[] = []
    for (const button of container.querySelectorAll('button')) button.addEventListener('click', () => pressedIds.push(button.id))
    await replayInput()
    expect(pressedIds).toEqual(['second', 'menu'])
  })

  const FIELDS_HTML =
    '<label>E-mail <input name="a" type="email"></label><textarea aria-label="Words"></textarea>' +
    '<label><input type="radio" name="b" checked>Calm</label><label><input type="radio" name="b">Wild</label>' +
    '<label><input type="checkbox">Sound</label><select aria-label="Length"><option selected>4 s</option><option>6 s</option></select>'
  const fieldsOf = (selector: string) => container.querySelectorAll<HTMLInputElement>(selector)
  const fieldValues = () => [
    ...[...fieldsOf('[type="email"], textarea, select')].map(({ value }) => value),
    ...[...fieldsOf('[type="radio"], [type="checkbox"]')].map(({ checked }) => checked),
  ]

  function typeAndChoose() {
    const [email, wildRadio] = [fieldsOf('[type="email"]')[0], fieldsOf('[type="radio"]')[1]]
    const [textarea, lengthSelect] = [container.querySelector('textarea'), container.querySelector('select')]
    if (email === undefined || textarea === null || wildRadio === undefined || lengthSelect === null)
      throw new Error('The form is not whole.')
    email.value = 'ann@example.org'
    const replayInput = recordEarlyInput(container)
    textarea.value = 'A slow push in'
    lengthSelect.value = '6 s'
    for (const field of [textarea, lengthSelect]) field.dispatchEvent(new Event('input', { bubbles: true }))
    wildRadio.click()
    fieldsOf('[type="checkbox"]')[0]?.click()
    return replayInput
  }

  it.each([
    { how: 'stays as it stands', redraw: () => undefined },
    { how: 'is drawn anew', redraw: () => (container.innerHTML = FIELDS_HTML.replaceAll(/name="\w"/g, 'name="other"')) },
  ])('is in the fields where the form $how, and the form receives it, typed before this script or after', async ({ redraw }) => {
    container.innerHTML = FIELDS_HTML
    document.body.append(container)
    const replayInput = typeAndChoose()
    redraw()
    const receivedEvents = new Set<string>()
    container.addEventListener('input', ({ target }) => target instanceof HTMLElement && receivedEvents.add(target.localName))
    container.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && receivedEvents.add('select changed'))
    await replayInput()
    expect(fieldValues()).toEqual(['ann@example.org', 'A slow push in', '6 s', false, true, true])
    expect([...receivedEvents].toSorted()).toEqual(['input', 'select', 'select changed', 'textarea'])
  })

  it('a chosen file goes to the field that replaced the original one', async () => {
    container.innerHTML = '<input type="file" aria-label="Choose">'
    document.body.append(container)
    const replayInput = recordEarlyInput(container)
    const [chosenField] = fieldsOf('input')
    if (chosenField === undefined) throw new Error('There is no field.')
    chosenField.files = dataWith('chosen.png').files
    chosenField.dispatchEvent(new Event('change', { bubbles: true }))
    container.innerHTML = '<input type="file" aria-label="Choose">'
    const names: string[] = []
    fieldsOf('input')[0]?.addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement) names.push(...[...(currentTarget.files ?? [])].map(({ name }) => name))
    })
    await replayInput()
    expect(names).toEqual(['chosen.png'])
  })

  it('is dropped with its element', async () => {
    const { button, handledEvents, addListeners, replayInput } = openContainer()
    button.click()
    addListeners()
    button.remove()
    await replayInput()
    expect(handledEvents).toEqual([])
  })
})
