import { beforeEach, expect, test, vi } from 'vitest'
import { followLaunches } from '#src/app/follow-launches.ts'
import { createFileDrop } from '#src/pictures/file-drop.ts'

type Consumer = (params: { targetURL?: string; files?: { getFile: () => Promise<File> }[] }) => void

const picture = new File([new Uint8Array(3)], 'opened.jpg', { type: 'image/jpeg' })
const handle = { getFile: async () => picture }
let consumer: Consumer | undefined
const fakeLocation = { origin: 'https://kinora.test', pathname: '/home', search: '' }
const pushedPaths: string[] = []
let fileDrop: ReturnType<typeof createFileDrop>
let isBlocked = false

beforeEach(() => {
  pushedPaths.length = 0
  isBlocked = false
  Object.assign(fakeLocation, { pathname: '/home', search: '' })
  const go = (to: string) => {
    if (isBlocked) return
    pushedPaths.push(to)
    Object.assign(fakeLocation, { pathname: to })
  }
  fileDrop = createFileDrop(() => fakeLocation.pathname)
  followLaunches(go, { address: fakeLocation, drop: fileDrop, queue: { setConsumer: (next) => (consumer = next) } })
})

test('a shortcut changes the screen of the open window, unless it is there already', async () => {
  consumer?.({ targetURL: 'https://kinora.test/ai/creation' })
  await vi.waitFor(() => expect(pushedPaths).toEqual(['/ai/creation']))
  consumer?.({ targetURL: 'https://kinora.test/ai/creation' })
  consumer?.({ targetURL: 'https://elsewhere.test/home' })
  consumer?.({})
  await new Promise((resolve) => setImmediate(resolve))
  expect(pushedPaths).toEqual(['/ai/creation'])
})

test('a window in another language opens the rest of its address in its own language', async () => {
  Object.assign(fakeLocation, { pathname: '/en/ai/creation', search: '?kind=frames' })
  consumer?.({ targetURL: 'https://kinora.test/ai/creation?kind=frames' })
  consumer?.({ targetURL: 'https://kinora.test/ai/creation' })
  await vi.waitFor(() => expect(pushedPaths).toEqual(['/ai/creation']))
})

test('a file whose screen can’t open now waits for no later one', async () => {
  isBlocked = true
  consumer?.({ files: [handle] })
  await new Promise((resolve) => setTimeout(resolve))
  const receivedFiles: File[] = []
  fileDrop.receive((files) => receivedFiles.push(...files))
  expect([pushedPaths, receivedFiles]).toEqual([[], []])
})

test('a link of the app’s own protocol opens in the open window', async () => {
  consumer?.({ targetURL: 'https://kinora.test/home?link=web%2Bkinora%3A%2Fexplore%2Fgolden-hour' })
  await vi.waitFor(() => expect(pushedPaths).toEqual(['/explore/golden-hour']))
})

test('a file that is opened with the app is in the form for one picture', async () => {
  consumer?.({ targetURL: 'https://kinora.test/tools/image-to-video-generator', files: [handle] })
  await vi.waitFor(() => expect(pushedPaths).toEqual(['/tools/image-to-video-generator']))
  const receivedFiles: File[] = []
  fileDrop.receive((files) => receivedFiles.push(...files))
  expect(receivedFiles).toEqual([picture])
  consumer?.({ files: [handle] })
  await vi.waitFor(() => expect(receivedFiles).toEqual([picture, picture]))
  expect(pushedPaths).toHaveLength(1)
})
