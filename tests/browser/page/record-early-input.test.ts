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
  const [button, input, letters] = [container.querySelector('button'), container.querySelector('input'), container.querySelector('b')]
  if (button === null || input === null || letters === null) throw new Error('The place is not whole.')
  const giveBack = recordEarlyInput(container)
  const done: string[] = []
  const answer = () => {
    button.addEventListener('click', () => done.push('click'))
    input.addEventListener('change', () => done.push('change'))
    for (const name of ['drop', 'paste'] as const) container.addEventListener(name, (event) => done.push(`${name} ${namesIn(event)}`))
  }
  return { button, input, letters, done, answer, giveBack }
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
    const { letters, input, done, answer, giveBack } = openContainer()
    letters.click()
    letters.click()
    input.dispatchEvent(new Event('change', { bubbles: true }))
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dataWith('dropped.png') })
    container.dispatchEvent(drop)
    container.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: dataWith('pasted.png') }))
    expect([drop.defaultPrevented, done]).toEqual([true, []])
    answer()
    await giveBack()
    expect(done).toEqual(['click', 'change', 'drop dropped.png', 'paste pasted.png'])
    letters.click()
    expect(done).toHaveLength(5)
  })

  it('leaves letters for a text field to the browser, and passes on links', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea>'
    document.body.append(container)
    const words = container.querySelector('textarea')
    const giveBack = recordEarlyInput(container)
    const data = (text: string) => {
      const both = dataWith('clip.png')
      both.setData('text/plain', text)
      return both
    }
    const link = new DataTransfer()
    link.setData('text/uri-list', 'https://example.org/')
    const options = { bubbles: true, cancelable: true }
    const handled = [
      words?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data('A slow push in') })),
      words?.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data('A slow push in') })),
      container.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: link })),
    ].map((isLeft) => isLeft === false)
    expect(handled).toEqual([false, false, true])
    const passed: string[] = []
    for (const name of ['drop', 'paste'] as const)
      container.addEventListener(name, (event) => {
        const transfer = event instanceof DragEvent ? event.dataTransfer : event.clipboardData
        passed.push(`${name} ${transfer?.getData('text/uri-list')}`)
      })
    await giveBack()
    expect(passed).toEqual(['drop https://example.org/'])
  })

  it('delays a press during the replay until the form has its values', async () => {
    container.innerHTML = '<input aria-label="Name"><button>Send</button>'
    document.body.append(container)
    const [input, button] = [container.querySelector('input'), container.querySelector('button')]
    const giveBack = recordEarlyInput(container)
    if (input === null || button === null) throw new Error('The place is not whole.')
    input.value = 'Ann'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    let known = ''
    const sent: string[] = []
    input.addEventListener('input', () => (known = input.value))
    button.addEventListener('click', () => sent.push(known))
    const given = giveBack()
    button.click()
    button.click()
    expect(sent).toEqual([])
    await given
    expect(sent).toEqual(['Ann'])
    button.click()
    expect(sent).toEqual(['Ann', 'Ann'])
  })

  it.each([
    ['the same field', () => {}],
    ['the one that took its place', () => (container.innerHTML = '<input aria-label="Name"><input aria-label="Words">')],
  ])('letters that the user types while fields are restored stay: %s', async (_, redraw) => {
    container.innerHTML = '<input aria-label="Name"><input aria-label="Words">'
    document.body.append(container)
    const giveBack = recordEarlyInput(container)
    const type = (at: number, letters: string) => {
      const field = container.querySelectorAll('input')[at]
      if (field === undefined) throw new Error('The place is not whole.')
      field.focus()
      field.value += letters
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    type(0, 'Ann')
    type(1, 'A slow ')
    redraw()
    const given = giveBack()
    type(1, 'push')
    await new Promise((resolve) => setTimeout(resolve))
    type(1, ' in')
    await given
    expect([...container.querySelectorAll('input')].map(({ value }) => value)).toEqual(['Ann', 'A slow push in'])
  })

  it('the focus moves to the field that replaced the focused one, so that the user can type on', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(container)
    const giveBack = recordEarlyInput(container)
    container.querySelector('input')?.focus()
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    await giveBack()
    expect(document.activeElement).toBe(container.querySelector('input'))
  })

  it('the focus stays where the user has moved it in the meantime', async () => {
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(container)
    const giveBack = recordEarlyInput(container)
    container.querySelector('input')?.focus()
    container.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    container.querySelector('textarea')?.focus()
    await giveBack()
    expect(document.activeElement).toBe(container.querySelector('textarea'))
  })

  it('opens the file dialog at once, because browsers open it for a fresh press only', async () => {
    const { input, done, answer, giveBack } = openContainer()
    let opened = 0
    input.addEventListener('click', (event) => {
      event.preventDefault()
      opened += 1
    })
    container.querySelector<HTMLElement>('#files')?.click()
    answer()
    await giveBack()
    expect([opened, done]).toEqual([1, []])
  })

  it('a press goes to the button that replaced the pressed one after the page was rendered anew', async () => {
    const { giveBack } = openContainer()
    container.innerHTML = '<button>Use</button><button>Use</button><button aria-label="Menu"></button>'
    for (const at of [1, 2]) container.querySelectorAll('button')[at]?.click()
    container.innerHTML = '<button id="first">Use</button><button id="second">Use</button><button id="menu" aria-label="Menu"></button>'
    const done: string[] = []
    for (const button of container.querySelectorAll('button')) button.addEventListener('click', () => done.push(button.id))
    await giveBack()
    expect(done).toEqual(['second', 'menu'])
  })

  const FIELDS =
    '<label>E-mail <input name="a" type="email"></label><textarea aria-label="Words"></textarea>' +
    '<label><input type="radio" name="b" checked>Calm</label><label><input type="radio" name="b">Wild</label>' +
    '<label><input type="checkbox">Sound</label><select aria-label="Length"><option selected>4 s</option><option>6 s</option></select>'
  const fieldsOf = (selector: string) => container.querySelectorAll<HTMLInputElement>(selector)
  const fieldValues = () => [
    ...[...fieldsOf('[type="email"], textarea, select')].map(({ value }) => value),
    ...[...fieldsOf('[type="radio"], [type="checkbox"]')].map(({ checked }) => checked),
  ]

  function typeAndChoose() {
    const [email, wild] = [fieldsOf('[type="email"]')[0], fieldsOf('[type="radio"]')[1]]
    const [words, length] = [container.querySelector('textarea'), container.querySelector('select')]
    if (email === undefined || words === null || wild === undefined || length === null) throw new Error('The form is not whole.')
    email.value = 'ann@example.org'
    const giveBack = recordEarlyInput(container)
    words.value = 'A slow push in'
    length.value = '6 s'
    for (const field of [words, length]) field.dispatchEvent(new Event('input', { bubbles: true }))
    wild.click()
    fieldsOf('[type="checkbox"]')[0]?.click()
    return giveBack
  }

  it.each([
    { how: 'stays as it stands', redraw: () => undefined },
    { how: 'is drawn anew', redraw: () => (container.innerHTML = FIELDS.replaceAll(/name="\w"/g, 'name="other"')) },
  ])('is in the fields where the form $how, and the form receives it, typed before this script or after', async ({ redraw }) => {
    container.innerHTML = FIELDS
    document.body.append(container)
    const giveBack = typeAndChoose()
    redraw()
    const received = new Set<string>()
    container.addEventListener('input', ({ target }) => target instanceof HTMLElement && received.add(target.localName))
    container.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && received.add('select changed'))
    await giveBack()
    expect(fieldValues()).toEqual(['ann@example.org', 'A slow push in', '6 s', false, true, true])
    expect([...received].toSorted()).toEqual(['input', 'select', 'select changed', 'textarea'])
  })

  it('a chosen file goes to the field that replaced the original one', async () => {
    container.innerHTML = '<input type="file" aria-label="Choose">'
    document.body.append(container)
    const giveBack = recordEarlyInput(container)
    const [chosen] = fieldsOf('input')
    if (chosen === undefined) throw new Error('There is no field.')
    chosen.files = dataWith('chosen.png').files
    chosen.dispatchEvent(new Event('change', { bubbles: true }))
    container.innerHTML = '<input type="file" aria-label="Choose">'
    const names: string[] = []
    fieldsOf('input')[0]?.addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement) names.push(...[...(currentTarget.files ?? [])].map(({ name }) => name))
    })
    await giveBack()
    expect(names).toEqual(['chosen.png'])
  })

  it('is dropped with its element', async () => {
    const { button, done, answer, giveBack } = openContainer()
    button.click()
    answer()
    button.remove()
    await giveBack()
    expect(done).toEqual([])
  })
})
