import { beforeEach, expect, it } from 'vitest'
import type { AnimationOrder } from '#shared/contract/media-contract.ts'
import { type AppError, type Result, fail, ok } from '#shared/result.ts'
import { type EditChoice, type Editor, initialChoice } from '#src/editing/use-editor.ts'
import { useSizeEstimate } from '#src/editing/use-size-estimate.ts'
import { setPage, renderNode } from '../page/on-page.ts'

const facts = { width: 1280, height: 720, frames: 240, hasSound: true }
const source = { blob: new Blob(['video']), facts, url: '' }
const READY_PHASE: Editor['phase'] = { kind: 'ready', code: null }
const CANCELLED_ERROR: AppError = { code: 'cancelled', retry: 'now' }

interface Call {
  readonly order: AnimationOrder
  readonly signal: AbortSignal
  readonly answer: (result: Result<number>) => void
}

let calls: Call[]
const client = {
  estimate: (signal: AbortSignal, order: AnimationOrder) =>
    new Promise<Result<number>>((resolve) => {
      calls.push({ order, signal, answer: resolve })
      signal.addEventListener('abort', () => resolve(fail(CANCELLED_ERROR)))
    }),
}

beforeEach(() => {
  calls = []
  setPage('')
})

function Estimate({ choice, phase = READY_PHASE }: { readonly choice: EditChoice; readonly phase?: Editor['phase'] }) {
  const estimate = useSizeEstimate({ phase, source, choice }, client)
  return <p>{estimate.kind === 'known' ? String(estimate.bytes) : estimate.kind}</p>
}

const shownText = () => document.querySelector('p')?.textContent
const gif = { ...initialChoice(240), format: 'gif' } as const

it('is made for an animation alone, without sound', async () => {
  const { draw } = renderNode(<Estimate choice={initialChoice(240)} />)
  expect(shownText()).toBe('none')
  draw(<Estimate choice={{ ...gif, sound: 'music' }} />)
  expect(shownText()).toBe('pending')
  await expect.poll(() => calls).toHaveLength(1)
  expect(calls[0]?.order).toMatchObject({ format: 'gif', sound: { kind: 'none' }, trim: { from: 0, to: 240 } })
  calls[0]?.answer(ok(3_200_000))
  await expect.poll(shownText).toBe('3200000')
})

it('restarts when a choice changes the result, and not while the preview plays', async () => {
  const { draw } = renderNode(<Estimate choice={gif} />)
  await expect.poll(() => calls).toHaveLength(1)
  draw(<Estimate choice={{ ...gif, frame: 12 }} />)
  expect(calls[0]?.signal.aborted).toBe(false)
  draw(<Estimate choice={{ ...gif, ratio: '1:1' }} />)
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(shownText()).toBe('pending')
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls[1]?.order.crop).toEqual({ x: 280, y: 0, width: 720, height: 720 })
  calls[1]?.answer(ok(100))
  await expect.poll(shownText).toBe('100')
  draw(<Estimate choice={{ ...gif, ratio: '1:1', trim: { from: 24, to: 48 } }} />)
  expect(shownText()).toBe('pending')
})

it('ends when the encoding starts, so that the encoding never waits', async () => {
  const { draw } = renderNode(<Estimate choice={gif} />)
  await expect.poll(() => calls).toHaveLength(1)
  draw(<Estimate choice={gif} phase={{ kind: 'making', share: 0 }} />)
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(shownText()).toBe('none')
})

it('is retried after other work of the media worker, and shows where it fails', async () => {
  renderNode(<Estimate choice={gif} />)
  await expect.poll(() => calls).toHaveLength(1)
  calls[0]?.answer(fail(CANCELLED_ERROR))
  await expect.poll(() => calls).toHaveLength(2)
  calls[1]?.answer(fail({ code: 'media_unreadable', retry: 'never' }))
  await expect.poll(shownText).toBe('unknown')
})
