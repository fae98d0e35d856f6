import { afterEach, beforeEach, expect, test } from 'vitest'
import { preserveFocus } from '#src/app/preserve-focus.ts'
import { byId, dialogById, focusedId, setPage } from './on-page.ts'

let stopPreserving: () => void

beforeEach(() => {
  stopPreserving = preserveFocus()
})

afterEach(() => {
  stopPreserving()
  setPage('')
})

const row = (name: string) => `<li id="row-${name}"><button id="${name}">x</button></li>`

async function focusAfterRemoving(...ids: readonly string[]): Promise<string> {
  for (const id of ids) byId(id).remove()
  await new Promise((resolve) => setTimeout(resolve))
  return focusedId()
}

test('the focus moves to the next row of a deleted one, after the last to the one before it, and without rows to the section', async () => {
  setPage(`<main tabindex="-1" id="main"><ul id="list">${row('a')}${row('b')}${row('c')}</ul></main>`)
  byId('b').focus()
  const focusIds = [await focusAfterRemoving('row-b'), await focusAfterRemoving('row-c'), await focusAfterRemoving('row-a')]
  expect(focusIds).toEqual(['c', 'a', 'main'])
})

test('where several rows are deleted at once, the focus goes to none of them', async () => {
  setPage(`<main tabindex="-1" id="main"><ul>${row('a')}${row('b')}${row('c')}</ul></main>`)
  byId('b').focus()
  expect(await focusAfterRemoving('row-b', 'row-c')).toBe('a')
})

test('a disabled control passes the focus to its neighbour, and a control that gives it up leaves it nowhere', async () => {
  setPage('<main tabindex="-1" id="main"><button id="a">x</button><button id="b">x</button></main>')
  byId('a').focus()
  byId('a').setAttribute('disabled', '')
  await expect.poll(focusedId).toBe('b')
  byId('b').blur()
  await expect.poll(focusedId).toBe('nothing')
  expect(await focusAfterRemoving('b')).toBe('nothing')
})

test('a menu or a dialog that closes returns the focus to its opener, or to its successor', async () => {
  const mainHtml = `<main tabindex="-1" id="main"><ul>${row('a')}${row('b')}</ul></main>`
  setPage(`${mainHtml}<div popover="manual" id="menu"><button id="item">x</button></div>`)
  byId('menu').showPopover()
  byId('a').focus()
  byId('item').focus()
  const afterMenu = await focusAfterRemoving('menu')
  setPage(`${mainHtml}<dialog id="dialog"><button id="yes">x</button></dialog>`)
  byId('a').focus()
  dialogById('dialog').showModal()
  byId('yes').focus()
  byId('row-a').remove()
  expect([afterMenu, await focusAfterRemoving('dialog')]).toEqual(['a', 'b'])
})

test('without a target the screen gets the focus', async () => {
  setPage('<main tabindex="-1" id="main"></main><div popover="manual" id="menu"><button id="item">x</button></div>')
  byId('menu').showPopover()
  byId('item').focus()
  expect(await focusAfterRemoving('menu')).toBe('main')
})
