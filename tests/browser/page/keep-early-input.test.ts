import { afterEach, describe, expect, it } from 'vitest'
import { keepEarlyInput } from '#src/lib/keep-early-input.ts'

const place = document.createElement('div')
afterEach(() => {
  place.remove()
})

/** A place with a button and an input, what is said to be done there, and what gives back what was kept. */
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

describe('what is done before anything answers', () => {
  it('is given back once, in order, files too', async () => {
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

  it('opens the dialog for files at once, as browsers do so for a fresh press only', async () => {
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

  it('goes to the button that took the place of the one that was pressed, where the page was drawn anew', async () => {
    const { giveBack } = openPlace()
    place.innerHTML = '<button>Use</button><button>Use</button><button aria-label="Menu"></button>'
    for (const at of [1, 2]) place.querySelectorAll('button')[at]?.click()
    place.innerHTML = '<button id="first">Use</button><button id="second">Use</button><button id="menu" aria-label="Menu"></button>'
    const done: string[] = []
    for (const button of place.querySelectorAll('button')) button.addEventListener('click', () => done.push(button.id))
    await giveBack()
    expect(done).toEqual(['second', 'menu'])
  })

  it('is forgotten with what it was done to', async () => {
    const { button, done, answer, giveBack } = openPlace()
    button.click()
    answer()
    button.remove()
    await giveBack()
    expect(done).toEqual([])
  })
})
