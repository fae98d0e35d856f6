import { expect, test } from 'vitest'
import { readPrompt } from '#motion/prompt/read-prompt.ts'

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
  ['Move the camera slowly to the right', ['truck-right']],
  ['move the camera closer', ['push-in']],
  ['zoom the camera out', ['zoom-out']],
  ['drone shot flying over the mountains', ['push-in']],
  ['the camera flies away over the city', ['pull-out']],
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
  'make the hair move in the wind',
  'birds flying in the sky',
  'driving in the rain',
  'moving in slow motion',
  'a bird as it flies away',
  'a pan flute player',
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

test.each([
  ['heavy rain on the window', ['rain']],
  ['Snow falling softly, film grain', ['snow', 'grain']],
  ['sparks and embers rise from the fire', ['embers']],
  ['mist over the lake with a sun flare', ['fog', 'light-leaks']],
  ['confetti everywhere, bokeh', ['bokeh', 'confetti']],
  ['cherry petals drifting by', ['petals']],
  ['falling rose petals', ['petals']],
])('"%s" asks for %j between picture and eye', (prompt, overlays) => {
  expect(readPrompt(prompt).overlays).toEqual(overlays)
})

test.each([
  'snow-capped mountains',
  'a yellow raincoat',
  'a rainbow over the field',
  'rose petals on a table',
  'no rain',
  'without any snow',
  'a snow leopard',
  'rain or shine',
  'smoky eyes',
])('"%s" asks for no weather', (prompt) => {
  expect(readPrompt(prompt).overlays).toEqual([])
})

test.each([
  ['black and white', 'noir'],
  ['a warm golden hour mood', 'golden'],
  ['a golden evening by the sea', 'golden'],
  ['cold blue tones', 'cold'],
  ['cinematic look', 'teal-orange'],
  ['vintage home movie', 'vintage'],
  ['a sunset over the sea', null],
  ['a black dog and a white cat', null],
  ['a black and white cat', null],
  ['old black and white photo of my grandfather', null],
  ['make it black and white', 'noir'],
  ['a vintage car at the beach', null],
  ['retro style', 'vintage'],
  ['a neon green dress', null],
  ['neon lights', 'neon'],
])('"%s" asks for the colours %s', (prompt, grade) => {
  expect(readPrompt(prompt).grade).toBe(grade)
})

test.each([
  ['she turns her head and smiles', [{ reason: 'acts', words: 'she turns her head' }]],
  ['push in while he says hello', [{ reason: 'speaks', words: 'he says hello' }]],
  [
    'A dragon appears. Add music',
    [
      { reason: 'appears', words: 'A dragon appears' },
      { reason: 'sound', words: 'Add music' },
    ],
  ],
  ['the car turns into a robot', [{ reason: 'changes', words: 'the car turns into a robot' }]],
  ['turn this into a cartoon', [{ reason: 'changes', words: 'turn this into a cartoon' }]],
  ['a groom dances under falling confetti', [{ reason: 'acts', words: 'a groom dances under falling confetti' }]],
  ['the people disappear', [{ reason: 'vanishes', words: 'the people disappear' }]],
  ['title text "Summer"', [{ reason: 'writing', words: 'title text "Summer"' }]],
  ['카메라가 천천히 다가갑니다', [{ reason: 'language', words: '' }]],
])('"%s" names its unmet requests', (prompt, unmet) => {
  const reportedRequests = readPrompt(prompt).unmet
  for (const request of unmet) expect(reportedRequests).toContainEqual(request)
})

test.each([
  ['a slight camera shake', ['handheld']],
  ['strong camera shake', ['shake']],
  ['leaves in the wind', ['sway']],
  ['a wind turbine', []],
])('"%s" asks for %j of the picture itself', (prompt, distortions) => {
  expect(readPrompt(prompt).distortions).toEqual(distortions)
})

test.each([
  'slow push in',
  'pan left, snow, golden hour',
  'the drone flies forward over the coast',
  'drone shot flying over the mountains',
  'no music, nobody moves',
  'nothing changes',
  'add falling snow',
  'add some film grain and bokeh',
  'flying petals, dancing embers',
  'a woman with a beautiful smile looking at the camera',
  'a castle from the middle ages, flowers in full bloom',
  'light comes in through the window',
  'fly the camera forward',
  '',
])('"%s" has no unmet requests', (prompt) => {
  expect(readPrompt(prompt).unmet).toEqual([])
})

test('a long unsupported request is quoted in at most 60 characters, whole words', () => {
  const [request] = readPrompt(`a man in a very long red coat with many buttons dances ${'wildly '.repeat(20)}`).unmet
  expect(request?.reason).toBe('acts')
  expect(request?.words.length).toBeLessThanOrEqual(60)
  expect(request?.words).toMatch(/^dances( wildly)+$/)
})
