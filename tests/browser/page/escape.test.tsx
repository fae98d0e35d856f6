import { useEffect } from 'react'
import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import { useEscapeIgnored } from '#src/creations/history/selection-bar.tsx'
import { useSelection } from '#src/creations/history/use-selection.ts'
import { byId, dialogById, onPage, shown } from './on-page.ts'

let isOn = false

function List({ isPacking }: { readonly isPacking: boolean }) {
  const selectionMode = useSelection([])
  useEscapeIgnored(isPacking)
  useEffect(() => {
    isOn = selectionMode.isOn
  })
  return (
    <button type="button" id="start" onClick={selectionMode.start}>
      Select
    </button>
  )
}

/** Shows a list in which the user has begun to select. */
async function list(isPacking: boolean) {
  onPage('<dialog id="dialog"><button>x</button></dialog><div popover="auto" id="menu"><button>x</button></div>')
  shown(<List isPacking={isPacking} />)
  await userEvent.click(byId('start'))
  await expect.poll(() => isOn).toBe(true)
}

afterEach(() => onPage(''))

const isOpen = () => document.querySelector('dialog[open], :popover-open') !== null
const escape = () => userEvent.keyboard('{Escape}')

for (const isPacking of [false, true]) {
  test(`Escape closes a dialog or a menu first${isPacking ? ', also while videos are packed' : ''}, and the selection stays`, async () => {
    await list(isPacking)
    dialogById('dialog').showModal()
    await escape()
    await expect.poll(isOpen).toBe(false)
    byId('menu').showPopover()
    await escape()
    await expect.poll(isOpen).toBe(false)
    expect(isOn).toBe(true)
  })
}

test('Escape ends the selection, but not while its videos are packed', async () => {
  await list(true)
  await escape()
  expect(isOn).toBe(true)
  await list(false)
  await escape()
  await expect.poll(() => isOn).toBe(false)
})
