import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findReachFaults } from '../../fixtures/page/reach-faults.ts'
import { setPage } from './on-page.ts'

const LONG_NAME = 'W'.repeat(80)

beforeEach(() => page.viewport(393, 852))
afterEach(() => setPage(''))

async function faultsOf(html: string): Promise<readonly string[]> {
  setPage(html)
  return (await findReachFaults()).faults
}

const row = (name: string) => `<p style="display: flex"><span style="white-space: nowrap">${name}</span><button>Show</button></p>`

test('a name that widens its column pushes the button after it out of a container that does not scroll', async () => {
  const wideHtml = `<div style="width: 300px; overflow: hidden auto"><div style="display: grid">${row(LONG_NAME)}</div></div>`
  expect(await faultsOf(wideHtml)).toEqual([expect.stringMatching(/^cut off sideways by .*: button\. "Show"$/)])
  const scrolledHtml = `<div style="width: 300px; overflow: auto">${row(LONG_NAME)}</div>`
  expect(await faultsOf(scrolledHtml)).toEqual([])
  expect(await faultsOf(`<div style="width: 300px; overflow: hidden">${row('A name')}</div>`)).toEqual([])
})

test('a control beside the window is out of reach, also within a box that its container does not contain', async () => {
  const outsideButton = '<button style="position: absolute; left: 110%">Show</button>'
  expect(await faultsOf(`<div style="overflow: hidden">${outsideButton}</div>`)).toEqual([
    expect.stringMatching(/^outside the window sideways/),
  ])
  const containedHtml = `<div style="position: relative; overflow: hidden; height: 99px">${outsideButton}</div>`
  expect(await faultsOf(containedHtml)).toEqual([expect.stringMatching(/^cut off sideways/)])
})

test('a link that shows with the focus is in reach, and the focus returns to its former element', async () => {
  const skipLink = '<style>a { position: fixed; top: -99px } a:focus { top: 0 }</style><a href="#main">Skip</a>'
  expect(await faultsOf(skipLink)).toEqual([])
  expect(document.activeElement).toBe(document.body)
})

test('an element that covers a control at every scroll position is a fault', async () => {
  const cover = (css: string) => `<div style="position: fixed; inset-inline: 0; background: red; ${css}">Cover</div>`
  const longPage = '<div style="height: 3000px; padding-top: 900px"><button>Show</button></div>'
  expect(await faultsOf(longPage + cover('bottom: 0; height: 80px'))).toEqual([])
  expect(await faultsOf(longPage + cover('top: 0; bottom: 0'))).toEqual([
    expect.stringMatching(/^covered by div\. "Cover": button\. "Show"$/),
  ])
  const shortPage = '<button style="position: absolute; bottom: 20px">Show</button>'
  expect(await faultsOf(shortPage + cover('bottom: 0; height: 80px'))).toEqual([expect.stringMatching(/^covered by/)])
})

test('only the topmost dialog is measured', async () => {
  setPage('<button style="position: absolute; left: 110%">Behind</button><dialog><button>Front</button></dialog>')
  document.querySelector('dialog')?.showModal()
  expect(await findReachFaults()).toEqual({ controls: 1, faults: [] })
})

test('text of a letter a line, a word broken in a title, and a shortened amount are faults; a name may be both', async () => {
  expect(await faultsOf('<p style="width: 1ch; overflow-wrap: anywhere">Sketch</p>')).toEqual([expect.stringMatching(/^a letter or two/)])
  const title = (words: string) => `<h1 style="width: 5ch; overflow-wrap: anywhere">${words}</h1>`
  expect(await faultsOf(title('Explore'))).toEqual([expect.stringMatching(/^“Explore” is broken/)])
  expect(await faultsOf(title(LONG_NAME))).toEqual([])
  const shortenedLine = (words: string) =>
    `<p style="width: 90px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${words}</p>`
  expect(await faultsOf(shortenedLine('From 50 points · 6s'))).toEqual([expect.stringMatching(/^an amount is shortened/)])
  expect(await faultsOf(shortenedLine(LONG_NAME))).toEqual([])
})
