import { afterEach, describe, expect, it } from 'vitest'
import { keepEarlyInput } from '#src/app/keep-early-input.ts'

const place = document.createElement('div')
afterEach(() => {
  place.remove()
})

/** A container with a button and an input, its recorded input, and the function that replays it. */
function openPlace() {
  place.innerHTML = '<button><b>Press</b></button><p></p><button id="files">Choose</button><input type="file">'
  document.body.append(place)
  const [button, input, letters] = [place.querySelector('button'), place.querySelector('input'), place.querySelector('b')]
  if (button === null || input === null || letters === null) throw new Error('The place is not whole.')
  const giveBack = keepEarlyInput(place)
  const done: string[] = []
  const answer = () => {
    button.addEventListener('click', () => done.push('click'))
    input.addEventListener('change', () => done.push('change'))
    for (const name of ['drop', 'paste'] as const) place.addEventListener(name, (event) => done.push(`${name} ${namesIn(event)}`))
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
    const { letters, input, done, answer, giveBack } = openPlace()
    letters.click()
    letters.click()
    input.dispatchEvent(new Event('change', { bubbles: true }))
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dataWith('dropped.png') })
    place.dispatchEvent(drop)
    place.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: dataWith('pasted.png') }))
    expect([drop.defaultPrevented, done]).toEqual([true, []])
    answer()
    await giveBack()
    expect(done).toEqual(['click', 'change', 'drop dropped.png', 'paste pasted.png'])
    letters.click()
    expect(done).toHaveLength(5)
  })

  it('leaves letters for a text field to the browser, and passes on links', async () => {
    place.innerHTML = '<textarea aria-label="Words"></textarea>'
    document.body.append(place)
    const words = place.querySelector('textarea')
    const giveBack = keepEarlyInput(place)
    const data = (text: string) => {
      const both = dataWith('clip.png')
      both.setData('text/plain', text)
      return both
    }
    const link = new DataTransfer()
    link.setData('text/uri-list', 'https://example.org/')
    const options = { bubbles: true, cancelable: true }
    const taken = [
      words?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data('A slow push in') })),
      words?.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data('A slow push in') })),
      place.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: link })),
    ].map((isLeft) => isLeft === false)
    expect(taken).toEqual([false, false, true])
    const passed: string[] = []
    for (const name of ['drop', 'paste'] as const)
      place.addEventListener(name, (event) => {
        const transfer = event instanceof DragEvent ? event.dataTransfer : event.clipboardData
        passed.push(`${name} ${transfer?.getData('text/uri-list')}`)
      })
    await giveBack()
    expect(passed).toEqual(['drop https://example.org/'])
  })

  it('delays a press during the replay until the form has its values', async () => {
    place.innerHTML = '<input aria-label="Name"><button>Send</button>'
    document.body.append(place)
    const [input, button] = [place.querySelector('input'), place.querySelector('button')]
    const giveBack = keepEarlyInput(place)
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
    ['the one that took its place', () => (place.innerHTML = '<input aria-label="Name"><input aria-label="Words">')],
  ])('letters that the user types while fields are restored stay: %s', async (_, redraw) => {
    place.innerHTML = '<input aria-label="Name"><input aria-label="Words">'
    document.body.append(place)
    const giveBack = keepEarlyInput(place)
    const type = (at: number, letters: string) => {
      const field = place.querySelectorAll('input')[at]
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
    expect([...place.querySelectorAll('input')].map(({ value }) => value)).toEqual(['Ann', 'A slow push in'])
  })

  it('the focus moves to the field that replaced the focused one, so that the user can type on', async () => {
    place.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(place)
    const giveBack = keepEarlyInput(place)
    place.querySelector('input')?.focus()
    place.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    await giveBack()
    expect(document.activeElement).toBe(place.querySelector('input'))
  })

  it('the focus stays where the user has moved it in the meantime', async () => {
    place.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    document.body.append(place)
    const giveBack = keepEarlyInput(place)
    place.querySelector('input')?.focus()
    place.innerHTML = '<textarea aria-label="Words"></textarea><input aria-label="Name">'
    place.querySelector('textarea')?.focus()
    await giveBack()
    expect(document.activeElement).toBe(place.querySelector('textarea'))
  })

  it('opens the file dialog at once, because browsers open it for a fresh press only', async () => {
    const { input, done, answer, giveBack } = openPlace()
    let opened = 0
    input.addEventListener('click', (event) => {
      event.preventDefault()
      opened += 1
    })
    place.querySelector<HTMLElement>('#files')?.click()
    answer()
    await giveBack()
    expect([opened, done]).toEqual([1, []])
  })

  it('a press goes to the button that replaced the pressed one after the page was rendered anew', async () => {
    const { giveBack } = openPlace()
    place.innerHTML = '<button>Use</button><button>Use</button><button aria-label="Menu"></button>'
    for (const at of [1, 2]) place.querySelectorAll('button')[at]?.click()
    place.innerHTML = '<button id="first">Use</button><button id="second">Use</button><button id="menu" aria-label="Menu"></button>'
    const done: string[] = []
    for (const button of place.querySelectorAll('button')) button.addEventListener('click', () => done.push(button.id))
    await giveBack()
    expect(done).toEqual(['second', 'menu'])
  })

  const FIELDS =
    '<label>E-mail <input name="a" type="email"></label><textarea aria-label="Words"></textarea>' +
    '<label><input type="radio" name="b" checked>Calm</label><label><input type="radio" name="b">Wild</label>' +
    '<label><input type="checkbox">Sound</label><select aria-label="Length"><option selected>4 s</option><option>6 s</option></select>'
  const fieldsOf = (selector: string) => place.querySelectorAll<HTMLInputElement>(selector)
  const heldBy = () => [
    ...[...fieldsOf('[type="email"], textarea, select')].map(({ value }) => value),
    ...[...fieldsOf('[type="radio"], [type="checkbox"]')].map(({ checked }) => checked),
  ]

  function typeAndChoose() {
    const [email, wild] = [fieldsOf('[type="email"]')[0], fieldsOf('[type="radio"]')[1]]
    const [words, length] = [place.querySelector('textarea'), place.querySelector('select')]
    if (email === undefined || words === null || wild === undefined || length === null) throw new Error('The form is not whole.')
    email.value = 'ann@example.org'
    const giveBack = keepEarlyInput(place)
    words.value = 'A slow push in'
    length.value = '6 s'
    for (const field of [words, length]) field.dispatchEvent(new Event('input', { bubbles: true }))
    wild.click()
    fieldsOf('[type="checkbox"]')[0]?.click()
    return giveBack
  }

  it.each([
    { how: 'stays as it stands', redraw: () => undefined },
    { how: 'is drawn anew', redraw: () => (place.innerHTML = FIELDS.replaceAll(/name="\w"/g, 'name="other"')) },
  ])('is in the fields where the form $how, and the form receives it, typed before this script or after', async ({ redraw }) => {
    place.innerHTML = FIELDS
    document.body.append(place)
    const giveBack = typeAndChoose()
    redraw()
    const heard = new Set<string>()
    place.addEventListener('input', ({ target }) => target instanceof HTMLElement && heard.add(target.localName))
    place.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && heard.add('select changed'))
    await giveBack()
    expect(heldBy()).toEqual(['ann@example.org', 'A slow push in', '6 s', false, true, true])
    expect([...heard].toSorted()).toEqual(['input', 'select', 'select changed', 'textarea'])
  })

  it('a chosen file goes to the field that replaced the original one', async () => {
    place.innerHTML = '<input type="file" aria-label="Choose">'
    document.body.append(place)
    const giveBack = keepEarlyInput(place)
    const [chosen] = fieldsOf('input')
    if (chosen === undefined) throw new Error('There is no field.')
    chosen.files = dataWith('chosen.png').files
    chosen.dispatchEvent(new Event('change', { bubbles: true }))
    place.innerHTML = '<input type="file" aria-label="Choose">'
    const names: string[] = []
    fieldsOf('input')[0]?.addEventListener('change', ({ currentTarget }) => {
      if (currentTarget instanceof HTMLInputElement) names.push(...[...(currentTarget.files ?? [])].map(({ name }) => name))
    })
    await giveBack()
    expect(names).toEqual(['chosen.png'])
  })

  it('is dropped with its element', async () => {
    const { button, done, answer, giveBack } = openPlace()
    button.click()
    answer()
    button.remove()
    await giveBack()
    expect(done).toEqual([])
  })
})
