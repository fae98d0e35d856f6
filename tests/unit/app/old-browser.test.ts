import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'

const source = readFileSync('public/old-browser.js', 'utf8')
const platformRules = readFileSync('docs/platform.md', 'utf8')
const readme = readFileSync('README.md', 'utf8')

/** Runs the script for old browsers on a page, and returns the texts of the elements that it then shows. */
function openPage(prototype: object | undefined) {
  const shownElements: { text: string }[] = []
  const document = {
    createElement: () => ({ text: '', style: {}, setAttribute: () => undefined, appendChild: appendText }),
    createTextNode: (text: string) => text,
    body: { firstChild: null, insertBefore: (note: { text: string }) => shownElements.unshift(note) },
  }
  function appendText(this: { text: string }, text: string): void {
    this.text += text
  }
  runInContext(source, createContext({ document, ...(prototype && { HTMLElement: { prototype } }) }))
  return shownElements.map(({ text }) => text)
}

it('shows a browser that is too old the required versions, in one sentence', () => {
  for (const oldPrototype of [{}, undefined]) {
    const [sentence, ...others] = openPage(oldPrototype)
    expect(sentence).toMatch(/^Your browser is too old for Kinora, [^.]*\.$/)
    expect(others).toEqual([])
  }
})

it('shows all others nothing', () => {
  expect(openPage({ showPopover: () => undefined })).toEqual([])
})

it('has the versions of the documents', () => {
  const [sentence = ''] = openPage({})
  for (const version of ['Safari 17', 'Chrome or Edge 114', 'Firefox 125']) {
    expect(sentence).toContain(version)
    expect(platformRules).toContain(version)
    expect(readme).toContain(version)
  }
})

it('is written in the syntax of browsers of 2009', () => {
  const kinds = new Set(JSON.stringify(parseSync('old-browser.js', source).program).match(/(?<="type":")\w+/g))
  for (const kind of ['ArrowFunctionExpression', 'TemplateLiteral', 'ChainExpression', 'SpreadElement', 'ClassDeclaration']) {
    expect(kinds).not.toContain(kind)
  }
  expect(source).not.toMatch(/\b(?:const|let|async|await)\b|,\s*\)/)
})
