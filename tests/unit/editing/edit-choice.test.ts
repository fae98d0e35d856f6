import { expect, it } from 'vitest'
import { editedName } from '#src/editing/edit-video.ts'
import { initialChoice, orderOf, resultOf } from '#src/editing/use-editor.ts'
import { creation } from '../../fixtures/page/builders.ts'

const facts = { width: 1280, height: 720, frames: 240, hasSound: true }
const blob = new Blob(['video'])

it('a video begins whole and unchanged', () => {
  const choice = initialChoice(240)
  expect(orderOf(blob, facts, choice)).toEqual({
    clips: [blob],
    trim: { from: 0, to: 240 },
    crop: { x: 0, y: 0, width: 1280, height: 720 },
    loop: 'none',
    sound: { kind: 'own' },
    format: 'mp4',
    stillFrame: 0,
  })
  expect(resultOf(facts, choice)).toEqual({ width: 1280, height: 720, frames: 240 })
})

it('music counts once there is a file', () => {
  const musicChoice = { ...initialChoice(240), sound: 'music' as const }
  expect(orderOf(blob, facts, musicChoice).sound).toEqual({ kind: 'own' })
  const file = new File([], 'song.mp3')
  const music = { file, volume: 0.3, fadeInS: 2, fadeOutS: 0 }
  expect(orderOf(blob, facts, { ...musicChoice, music }).sound).toEqual({ kind: 'music', ...music })
})

it('the length includes joined parts and the loop; a still is one frame', () => {
  const joinedParts = [{ key: 'a', title: 'Another', blob, frames: 48 }]
  const choice = {
    ...initialChoice(240),
    trim: { from: 24, to: 72 },
    joined: joinedParts,
    loop: 'thereAndBack' as const,
    ratio: '9:16' as const,
  }
  expect(resultOf(facts, choice)).toEqual({ width: 406, height: 720, frames: 190 })
  expect(orderOf(blob, facts, choice).clips).toEqual([blob, blob])
  expect(resultOf(facts, { ...choice, format: 'png' }).frames).toBe(1)
  expect(resultOf(facts, { ...choice, format: 'gif' })).toEqual({ width: 271, height: 480, frames: 190 })
})

it('a result has the name of its video, and its kind', () => {
  const wavesCreation = { ...creation('3f6b2c00-0000-4000-8000-000000000000', 1_700_000_000_000, 'batch'), prompt: 'Waves at night' }
  expect(editedName(wavesCreation, 'mp4')).toBe('waves-at-night-2023-11-14-3f6b2c-edited.mp4')
  expect(editedName(wavesCreation, 'gif')).toBe('waves-at-night-2023-11-14-3f6b2c-edited.gif')
  expect(editedName(wavesCreation, 'jpeg')).toBe('waves-at-night-2023-11-14-3f6b2c-still.jpg')
})
