import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RowBoundary } from '#src/design/row-boundary.tsx'
import { onPageError } from '#src/platform/errors.ts'
import { startTexts } from '#src/platform/i18n.ts'
import { onPage, shown } from './on-page.ts'

interface Row {
  readonly id: string
  readonly atMs: number
}

const troubles: string[] = []
let stop = () => {}

beforeEach(async () => {
  await startTexts()
  vi.spyOn(console, 'error').mockReturnValue()
  stop = onPageError(({ id }) => troubles.push(id))
})

afterEach(() => {
  stop()
  onPage('')
  troubles.length = 0
  vi.restoreAllMocks()
})

/** Throws for a date that no formatter takes. */
function Line({ row }: { readonly row: Row }) {
  return <li>{new Date(row.atMs).toISOString().slice(0, 4)}</li>
}

const list = (rows: readonly Row[]) => (
  <ul>
    {rows.map((row) => (
      <RowBoundary key={row.id} row={row}>
        <Line row={row} />
      </RowBoundary>
    ))}
  </ul>
)
const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)

test('a row that can’t be drawn is a line of the list, is reported, and is drawn again when it changes', async () => {
  onPage('')
  const [first, last] = [
    { id: 'a', atMs: 0 },
    { id: 'c', atMs: 0 },
  ]
  const { draw } = shown(list([first, { id: 'b', atMs: Number.MAX_SAFE_INTEGER }, last]))
  await expect.poll(lines).toEqual(['1970', 'This could not be shown', '1970'])
  expect(troubles.length).toBe(1)
  draw(list([first, { id: 'b', atMs: 0 }, last]))
  await expect.poll(lines).toEqual(['1970', '1970', '1970'])
})
