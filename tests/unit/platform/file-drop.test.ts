import { expect, test, vi } from 'vitest'
import { createFileDrop } from '#src/pictures/file-drop.ts'

const photo = new File(['photo'], 'photo.jpg')
const otherPhoto = new File(['other'], 'other.jpg')

function setUp() {
  const page = { path: '/studio' }
  return { page, drop: createFileDrop(() => page.path), onFiles: vi.fn() }
}

test('a file goes to the open screen, until it closes', () => {
  const { drop, onFiles } = setUp()
  const close = drop.receive(onFiles)
  drop.drop([photo, otherPhoto])
  close()
  drop.drop([otherPhoto])
  expect(onFiles.mock.calls).toEqual([[[photo, otherPhoto]]])
})

test('a file that arrives before the screen has started is passed to it once, the latest one', () => {
  const { drop, onFiles } = setUp()
  drop.drop([photo])
  drop.drop([otherPhoto])
  drop.receive(onFiles)()
  drop.receive(onFiles)
  expect(onFiles.mock.calls).toEqual([[[otherPhoto]]])
})

test('a file dropped on one screen does not go to another', () => {
  const { page, drop, onFiles } = setUp()
  drop.drop([photo])
  page.path = '/demo'
  drop.receive(onFiles)
  page.path = '/studio'
  drop.receive(onFiles)
  expect(onFiles).not.toHaveBeenCalled()
})

test('a screen that closes late does not remove the files of the next one', () => {
  const { drop, onFiles } = setUp()
  const closeFormerScreen = drop.receive(vi.fn())
  drop.receive(onFiles)
  closeFormerScreen()
  expect(drop.hasReceiver()).toBe(true)
  drop.drop([photo])
  expect(onFiles).toHaveBeenCalledOnce()
})

test('files that a screen passes on wait for the next one, although that screen accepts files itself', () => {
  const { page, drop, onFiles } = setUp()
  const formerReceiver = vi.fn()
  const close = drop.receive(formerReceiver)
  page.path = '/tool'
  drop.queueForNext([photo])
  drop.receive(onFiles)
  close()
  expect(formerReceiver).not.toHaveBeenCalled()
  expect(onFiles.mock.calls).toEqual([[[photo]]])
})
