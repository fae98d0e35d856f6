import { expect, test } from 'vitest'
import { readPrompt } from '#shared/motion/prompt/read-prompt.ts'

test.each([
  ['Slow push in on her face', ['push-in']],
  ['the camera pushes slowly in', ['push-in']],
  ['Camera moves closer to the lighthouse', ['push-in']],
  ['Slowly pull back to show the valley', ['pull-out']],
  ['pull-out, golden hour', ['pull-out']],
  ['zoom in', ['zoom-in']],
  ['Zooming slowly out', ['zoom-out']],
  ['dolly forward through the hall', ['dolly-in']],
  ['dolly out', ['dolly-out']],
  ['Dolly zoom like in an old thriller', ['dolly-zoom']],
  ['pan left', ['pan-left']],
  ['A gentle pan to the right across the bay', ['pan-right']],
  ['panning slowly from the left to right', ['pan-right']],
  ['tilt up to the sky', ['tilt-up']],
  ['tilting slowly downwards', ['tilt-down']],
  ['orbit around the statue', ['orbit']],
  ['the camera orbits the car to the left', ['orbit-left']],
  ['arc shot right', ['orbit-right']],
  ['parallax', ['orbit']],
  ['truck left', ['truck-left']],
  ['sliding to the right', ['truck-right']],
  ['crane up over the roofs', ['rise']],
  ['camera descends into the canyon', ['sink']],
  ['static shot of a lake', ['still']],
  ['without any camera movement or zoom', ['still']],
  ['the camera drifts to the left', ['truck-left']],
])('"%s" asks for %j', (prompt, moves) => {
  expect(readPrompt(prompt).moves).toEqual(moves)
})

test.each([
  'a fox in the snow',
  'pancakes in a frying pan on the stove',
  'a pan of hot soup',
  'no zoom',
  'do not pan left',
  'a boat drifts to the left',
  'a planet in orbital light',
  '',
])('"%s" names no move', (prompt) => {
  expect(readPrompt(prompt).moves).toEqual([])
})

test('two moves of one prompt are both read', () => {
  expect(readPrompt('Push in while tilting up').moves.toSorted()).toEqual(['push-in', 'tilt-up'])
})

test.each([
  ['very slow push in', 0.4],
  ['slow push in', 0.65],
  ['push in gently', 0.65],
  ['push in', 1],
  ['fast zoom in', 1.5],
  ['zoom in rapidly', 1.5],
  ['push in on a fast car', 1],
  ['push in on a slow river', 1],
])('"%s" has the pace %d', (prompt, pace) => {
  expect(readPrompt(prompt).pace).toBe(pace)
})

test('a named side becomes the aim, but not the side that a pan already used', () => {
  expect(readPrompt('push in towards the upper left').focus).toEqual({ x: -0.28, y: -0.28 })
  expect(readPrompt('zoom in on the right').focus).toEqual({ x: 0.28, y: 0 })
  expect(readPrompt('pan to the right').focus).toBeNull()
})
