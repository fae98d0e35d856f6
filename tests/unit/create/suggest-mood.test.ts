import { expect, test } from 'vitest'
import { makePlan } from '#motion/make-plan.ts'
import { suggestMood } from '#src/create/controls/music-panel.tsx'

const moodOf = (prompt: string, kind: 'move' | 'between' = 'move') =>
  suggestMood(
    makePlan({
      kind,
      prompt,
      picture: { width: 4, height: 3 },
      seconds: 4,
      framesPerSecond: 24,
      imageFidelity: 0.5,
      seed: 1,
      variation: 0,
    }),
  )

test.each([
  ['rain, noir', 'dark'],
  ['snow falls', 'calm'],
  ['confetti falls, pan left', 'upbeat'],
  ['golden hour light', 'romantic'],
  ['handheld', 'tense'],
  ['crane up', 'epic'],
  ['push in', 'calm'],
])('%s has the mood %s', (prompt, mood) => {
  expect(moodOf(prompt)).toBe(mood)
})

test('a way between two pictures is dreamy by default', () => {
  expect(moodOf('', 'between')).toBe('dreamy')
})
