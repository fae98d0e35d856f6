import { expect, test } from 'vitest'
import { swipeOf } from '#src/viewer/use-swipe.ts'
import { viewerCommand } from '#src/viewer/viewer-keys.ts'

const press = (key: string, focus: 'none' | 'text' | 'slider' | 'button' = 'none', hasModifier = false) =>
  viewerCommand({ key, hasModifier, focus })

test('each key has its command, in either case', () => {
  const keys = ['ArrowLeft', 'ArrowRight', ' ', 'f', 'D', 'Delete', 'I', ',', '.', '?']
  const commands = ['previous', 'next', 'play', 'fullscreen', 'download', 'delete', 'info', 'frameBack', 'frameOn', 'keys']
  expect(keys.map((key) => press(key))).toEqual(commands)
})

test('the focused element retains the keys it uses, and shortcuts of the browser stay its own', () => {
  expect([press('ArrowRight', 'slider'), press('f', 'slider')]).toEqual([undefined, 'fullscreen'])
  expect([press(' ', 'button'), press('ArrowRight', 'button')]).toEqual([undefined, 'next'])
  expect([press('d', 'text'), press('f', 'none', true), press('x')]).toEqual([undefined, undefined, undefined])
})

test('a repeated key continues to step, and toggles nothing', () => {
  const holdKey = (key: string) => viewerCommand({ key, hasModifier: false, focus: 'none', isRepeat: true })
  expect(['ArrowRight', '.'].map(holdKey)).toEqual(['next', 'frameOn'])
  expect([' ', 'f', 'd', 'Delete', 'i', '?'].map(holdKey)).toEqual(Array.from({ length: 6 }, () => undefined))
})

test('a swipe that is long and straight enough steps or closes, any other does nothing', () => {
  const swipeBy = (x: number, y: number, isAtTop = true) => swipeOf({ x: 100, y: 100 }, { x: 100 + x, y: 100 + y }, isAtTop)
  expect([swipeBy(-60, 10), swipeBy(60, -20), swipeBy(10, 120)]).toEqual(['next', 'previous', 'close'])
  expect([swipeBy(-40, 0), swipeBy(60, 50), swipeBy(0, 80), swipeBy(0, -120), swipeBy(0, 120, false)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
