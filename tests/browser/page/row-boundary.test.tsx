import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportRowError } from '#src/app/report-row-error.ts'
import { RowBoundary, RowErrorReporter } from '#src/design/row-boundary.tsx'
import { TileWall } from '#src/design/tile-wall/tile-wall.tsx'
import { onPageError } from '#src/reporting/errors.ts'
import { startTexts } from '#src/i18n/i18n.ts'
import '#src/design/styles/base.css'
import '#src/design/styles/tokens.css'
import { setPage, renderNode } from './on-page.ts'

interface Row {
  readonly id: string
  readonly atMs: number
}

const errorIds: string[] = []
let stopListening = () => {}

beforeEach(async () => {
  await startTexts()
  vi.spyOn(console, 'error').mockReturnValue()
  stopListening = onPageError(({ id }) => errorIds.push(id))
})

afterEach(() => {
  stopListening()
  setPage('')
  errorIds.length = 0
  vi.restoreAllMocks()
})

/** A row that throws if its date is not valid. Each fault has its own message. */
function Line({ row, fault = 'date' }: { readonly row: Row; readonly fault?: string }) {
  return <li>{yearOf(row, fault)}</li>
}

function Year({ row }: { readonly row: Row }) {
  return <span>{yearOf(row, 'tile')}</span>
}

function yearOf({ atMs }: Row, fault: string): string {
  const date = new Date(atMs)
  if (Number.isNaN(date.getTime())) throw new RangeError(`Invalid ${fault}`)
  return date.toISOString().slice(0, 4)
}

const rowList = (rows: readonly Row[], fault?: string) => (
  <RowErrorReporter value={reportRowError}>
    <ul>
      {rows.map((row) => (
        <RowBoundary key={row.id} row={row}>
          <Line row={row} {...(fault === undefined ? {} : { fault })} />
        </RowBoundary>
      ))}
    </ul>
  </RowErrorReporter>
)
const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)

test('a row that can’t be drawn is a line of the list, is reported, and is drawn again when it changes', async () => {
  setPage('')
  const [firstRow, lastRow] = [
    { id: 'a', atMs: 0 },
    { id: 'c', atMs: 0 },
  ]
  const { draw } = renderNode(rowList([firstRow, { id: 'b', atMs: Number.MAX_SAFE_INTEGER }, lastRow]))
  await expect.poll(() => errorIds.length).toBe(1)
  await expect.poll(lines).toEqual(['1970', `We couldn't show this item. Reload the page. Error ID: ${errorIds[0]}`, '1970'])
  draw(rowList([firstRow, { id: 'b', atMs: 0 }, lastRow]))
  await expect.poll(lines).toEqual(['1970', '1970', '1970'])
})

test('the same fault of other rows, and of the same rows loaded again, is reported once and has one id', async () => {
  setPage('')
  const brokenRows = () => ['a', 'b'].map((id) => ({ id, atMs: Number.MAX_SAFE_INTEGER }))
  const { draw } = renderNode(rowList(brokenRows(), 'period'))
  await expect.poll(lines).toEqual([expect.stringContaining('Error'), expect.stringContaining('Error')])
  draw(rowList([...brokenRows(), { id: 'c', atMs: 0 }], 'period'))
  await expect.poll(() => lines().length).toBe(3)
  expect(new Set(lines()).size).toBe(2)
  expect(errorIds.length).toBe(1)
})

test('a tile that can’t be drawn is drawn again when its item is loaded again', async () => {
  setPage('')
  const memory = { read: () => null, save: () => {} }
  const wall = createRef<HTMLUListElement>()
  const tiles = (row: Row) => (
    <TileWall
      wall={wall}
      label="All"
      keys={['a']}
      items={[row]}
      ratios={[1]}
      viewKey="all"
      memory={memory}
      tile={() => <Year row={row} />}
    />
  )
  const { draw } = renderNode(tiles({ id: 'a', atMs: Number.MAX_SAFE_INTEGER }))
  await expect.poll(lines).toEqual([expect.stringContaining("We couldn't show this item")])
  draw(tiles({ id: 'a', atMs: 0 }))
  await expect.poll(lines).toEqual(['1970'])
})
