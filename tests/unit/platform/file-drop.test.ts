import { expect, test, vi } from 'vitest'
import { createFileDrop } from '#src/pictures/file-drop.ts'

const photo = new File(['photo'], 'photo.jpg')
const other = new File(['other'], 'other.jpg')

function setUp() {
  const place = { path: '/studio' }
  return { place, drop: createFileDrop(() => place.path), take: vi.fn() }
}

test('a file goes to the open screen, until it closes', () => {
  const { drop, take } = setUp()
  const close = drop.receive(take)
  drop.drop([photo, other])
  close()
  drop.drop([other])
  expect(take.mock.calls).toEqual([[[photo, other]]])
})

test('a file that arrives before the screen has started is passed to it once, the latest one', () => {
  const { drop, take } = setUp()
  drop.drop([photo])
  drop.drop([other])
  drop.receive(take)()
  drop.receive(take)
  expect(take.mock.calls).toEqual([[[other]]])
})

test('a file dropped on one screen does not go to another', () => {
  const { place, drop, take } = setUp()
  drop.drop([photo])
  place.path = '/demo'
  drop.receive(take)
  place.path = '/studio'
  drop.receive(take)
  expect(take).not.toHaveBeenCalled()
})

test('a screen that closes late does not remove the files of the next one', () => {
  const { drop, take } = setUp()
  const closeFormer = drop.receive(vi.fn())
  drop.receive(take)
  closeFormer()
  expect(drop.hasReceiver()).toBe(true)
  drop.drop([photo])
  expect(take).toHaveBeenCalledOnce()
})

test('files that a screen passes on wait for the next one, although that screen accepts files itself', () => {
  const { place, drop, take } = setUp()
  const former = vi.fn()
  const close = drop.receive(former)
  place.path = '/tool'
  drop.keepForNext([photo])
  drop.receive(take)
  close()
  expect(former).not.toHaveBeenCalled()
  expect(take.mock.calls).toEqual([[[photo]]])
})
