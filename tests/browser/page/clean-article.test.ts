import { afterEach, beforeEach, expect, it } from 'vitest'
import { cleanArticle } from '#src/content/articles/article-text.tsx'
import { ATTACK_COLOUR, ATTACKS } from '../../fixtures/attacks.ts'

const ALLOWED_TAGS = new Set('H2 H3 H4 P UL OL LI BLOCKQUOTE PRE CODE STRONG EM A BR HR'.split(' '))
const ALLOWED_HREF = /^(?:\/(?!\/)|https?:\/\/|mailto:)/

let container: HTMLElement
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'))
  delete (globalThis as { attacked?: unknown }).attacked
  performance.clearResourceTimings()
})
afterEach(() => container.remove())

/** Resolves when a broken picture has failed to load. By then the browser has run any script and sent any request of the article. */
function untilPictureFails(): Promise<void> {
  return new Promise((resolve) => {
    const picture = new Image()
    picture.addEventListener('error', () => resolve())
    picture.src = 'data:image/png;base64,none'
  })
}

const attackRequests = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('attacked'))

it.each(Object.entries(ATTACKS))('leaves words and links unchanged: %s', async (_, attack) => {
  container.append(cleanArticle(`<p>Before</p>${attack}<p>After</p>`))
  const elements = [...container.querySelectorAll('*')]
  expect(elements.filter(({ tagName }) => !ALLOWED_TAGS.has(tagName))).toEqual([])
  const attributes = elements.flatMap((element) =>
    [...element.attributes].map(({ name, value }) => ({ tag: element.tagName, name, value })),
  )
  const isAllowed = ({ tag, name, value }: (typeof attributes)[number]) =>
    tag === 'A' && (name === 'href' ? ALLOWED_HREF.test(value) : name === 'rel' && value === 'noopener nofollow')
  expect(attributes.filter((each) => !isAllowed(each))).toEqual([])
  for (const link of container.querySelectorAll('a')) expect(['http:', 'https:', 'mailto:', ':']).toContain(link.protocol)
  for (const element of elements) {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
    expect(getComputedStyle(element).color).not.toBe(ATTACK_COLOUR)
  }
  await untilPictureFails()
  expect([(globalThis as { attacked?: unknown }).attacked, attackRequests()]).toEqual([undefined, []])
  expect([document.baseURI.includes('attacked'), getComputedStyle(document.body).color === ATTACK_COLOUR]).toEqual([false, false])
})

it('the cleaned article has its allowed elements, and outside links are marked as such', () => {
  const html =
    '<h2>A</h2><p>b <strong>c</strong> <em>d</em> <code>e</code></p><ul><li>f</li></ul><blockquote><p>g</p></blockquote><pre><code>h</code></pre>'
  container.append(cleanArticle(html))
  expect(container.innerHTML).toBe(html)
  container.replaceChildren(cleanArticle('<p><a href="/home?x=1#y" title="t">i</a> <a href="https://example.com/">j</a></p>'))
  expect(container.innerHTML).toBe('<p><a href="/home?x=1#y">i</a> <a href="https://example.com/" rel="noopener nofollow">j</a></p>')
})

it('can fail: the same attacks run where nothing cleans the article', async () => {
  container.innerHTML = ATTACKS['picture with onerror'] ?? ''
  await expect.poll(() => (globalThis as { attacked?: unknown }).attacked).toBe(1)
  expect(attackRequests()).not.toEqual([])
})
