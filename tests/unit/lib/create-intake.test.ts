import { expect, test, vi } from 'vitest'
import { createIntake } from '#src/lib/create-intake.ts'

const photo = new File(['photo'], 'photo.jpg')
const other = new File(['other'], 'other.jpg')

function setUp() {
  const place = { path: '/studio' }
  return { place, intake: createIntake(() => place.path), take: vi.fn() }
}

test('a file goes to the screen that is open, until it closes', () => {
  const { intake, take } = setUp()
  const close = intake.open(take)
  intake.bring([photo, other])
  close()
  intake.bring([other])
  expect(take.mock.calls).toEqual([[[photo, other]]])
})

test('what comes before the screen has started is handed to it once, the latest of it', () => {
  const { intake, take } = setUp()
  intake.bring([photo])
  intake.bring([other])
  intake.open(take)()
  intake.open(take)
  expect(take.mock.calls).toEqual([[[other]]])
})

test('a file brought to one screen is not taken by another', () => {
  const { place, intake, take } = setUp()
  intake.bring([photo])
  place.path = '/demo'
  intake.open(take)
  place.path = '/studio'
  intake.open(take)
  expect(take).not.toHaveBeenCalled()
})

test('a screen that closes late does not take the files away from the one after it', () => {
  const { intake, take } = setUp()
  const closeFormer = intake.open(vi.fn())
  intake.open(take)
  closeFormer()
  expect(intake.hasTaker()).toBe(true)
  intake.bring([photo])
  expect(take).toHaveBeenCalledOnce()
})

test('what a screen passes on waits for the next one, although that screen takes files itself', () => {
  const { place, intake, take } = setUp()
  const former = vi.fn()
  const close = intake.open(former)
  place.path = '/tool'
  intake.pass([photo])
  intake.open(take)
  close()
  expect(former).not.toHaveBeenCalled()
  expect(take.mock.calls).toEqual([[[photo]]])
})
