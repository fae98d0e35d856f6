import { useEffect } from 'react'
import { userEvent } from 'vitest/browser'
import { afterEach, expect, test } from 'vitest'
import { useEscapeIgnored } from '#src/creations/history/selection-bar.tsx'
import { useSelection } from '#src/creations/history/use-selection.ts'
import { byId, dialogById, setPage, renderNode } from './on-page.ts'

let isSelecting = false

function List({ isPacking }: { readonly isPacking: boolean }) {
  const selectionMode = useSelection([])
  useEscapeIgnored(isPacking)
  useEffect(() => {
    isSelecting = selectionMode.isOn
  })
  return (
    <button type="button" id="start" onClick={selectionMode.start}>
      Select
    </button>
  )
}

/** Shows a list in which the user has begun to select. */
async function showList(isPacking: boolean) {
  setPage('<dialog id="dialog"><button>x</button></dialog><div popover="auto" id="menu"><button>x</button></div>')
  renderNode(<List isPacking={isPacking} />)
  await userEvent.click(byId('start'))
  await expect.poll(() => isSelecting).toBe(true)
}

afterEach(() => setPage(''))

const isOpen = () => document.querySelector('dialog[open], :popover-open') !== null
const pressEscape = () => userEvent.keyboard('{Escape}')

for (const isPacking of [false, true]) {
  test(`Escape closes a dialog or a menu first${isPacking ? ', also while videos are packed' : ''}, and the selection stays`, async () => {
    await showList(isPacking)
    dialogById('dialog').showModal()
    await pressEscape()
    await expect.poll(isOpen).toBe(false)
    byId('menu').showPopover()
    await pressEscape()
    await expect.poll(isOpen).toBe(false)
    expect(isSelecting).toBe(true)
  })
}

test('Escape ends the selection, but not while its videos are packed', async () => {
  await showList(true)
  await pressEscape()
  expect(isSelecting).toBe(true)
  await showList(false)
  await pressEscape()
  await expect.poll(() => isSelecting).toBe(false)
})
