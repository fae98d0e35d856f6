import { expect, test } from 'vitest'
import { continueFromLastFrame } from '#src/creations/actions/last-frame.ts'
import { sameSettings } from '#src/creations/actions/same-settings.ts'
import { setTexts } from '../platform/set-texts.ts'
import { fakeDeps, mediaItem } from './fake-deps.ts'

setTexts()

const creationSettings = {
  prompt: 'pan right',
  modelName: 'kinora-motion-1',
  duration: '8s',
  resolution: '1080p',
  videoNum: 3,
  seed: 7,
  srcImage: ['/media/first.jpg', '/media/last.jpg'],
} as const

test('the same settings of a picture video: with its fidelity, its seed and its pictures', () => {
  const page = fakeDeps()
  const params = { imageFidelity: 0.2 }
  sameSettings(
    mediaItem({ ...creationSettings, srcImage: [...creationSettings.srcImage], bizType: 'HEAD_TAIL', params, templateId: 'x', aiMusic: 1 })
      .creation,
    page.deps,
  )
  const { srcImage: _, ...settings } = creationSettings
  expect(page.prefills).toEqual([
    {
      bizType: 'HEAD_TAIL',
      settings: { ...settings, imageFidelity: 0.2 },
      pictures: [
        { url: '/media/first.jpg', name: 'first.jpg' },
        { url: '/media/last.jpg', name: 'last.jpg' },
      ],
    },
  ])
  expect(page.visitedPaths).toEqual(['/tools/start-end-frame'])
})

test('the same settings of an effect: with its id, its name and its music, and no fidelity', () => {
  const page = fakeDeps()
  const effect = { bizType: 'TEMPLATE', templateId: 'neon', templateName: 'Neon', aiMusic: 1, params: { imageFidelity: 0.2 } } as const
  sameSettings(mediaItem({ ...effect, srcImage: ['/media/a.jpg'] }).creation, page.deps)
  expect(page.prefills[0]?.settings).toMatchObject({ templateId: 'neon', templateName: 'Neon', aiMusic: 1, videoNum: 1 })
  expect(page.prefills[0]?.settings).not.toHaveProperty('imageFidelity')
  expect(page.visitedPaths).toEqual(['/tools/video-templates'])
})

test('a value that a creation lacks has its default: fidelity 0.5, one video, and no seed', () => {
  const page = fakeDeps()
  sameSettings(mediaItem({ params: {}, videoNum: 9 }).creation, page.deps)
  expect(page.prefills[0]?.settings).toMatchObject({ imageFidelity: 0.5, videoNum: 1 })
  expect(page.prefills[0]?.settings).not.toHaveProperty('seed')
  expect(page.visitedPaths).toEqual(['/tools/image-to-video-generator'])
})

test('the last frame begins a new video, with the name of its source video', async () => {
  const page = fakeDeps()
  const { creation } = mediaItem()
  expect(await continueFromLastFrame(creation, page.deps)).toBe(true)
  expect(page.deps.lastFrame).toHaveBeenCalledWith('/media/v.mp4')
  const settings = { extends: { id: creation.id, title: creation.prompt } }
  expect(page.prefills).toEqual([{ bizType: 'CUSTOM', settings, pictures: [{ name: 'last-frame-012345.png', file: expect.any(Blob) }] }])
  expect(page.visitedPaths).toEqual(['/tools/image-to-video-generator'])
})

test('the last frame does not navigate a user who has left while it was captured', async () => {
  const screens = ['the list', 'the prices']
  const page = fakeDeps({ locationKey: () => screens.shift() ?? '' })
  expect(await continueFromLastFrame(mediaItem().creation, page.deps)).toBe(false)
  expect([page.prefills, page.visitedPaths, page.titles()]).toEqual([[], [], []])
})

test('a frame that fails to load shows an error, and no page opens', async () => {
  const page = fakeDeps({ lastFrame: async () => null })
  expect(await continueFromLastFrame(mediaItem().creation, page.deps)).toBe(false)
  expect(await continueFromLastFrame(mediaItem({ videoUrl: null }).creation, page.deps)).toBe(false)
  expect(page.titles()).toEqual(['error: action.frameFailed', 'error: action.frameFailed'])
  expect([page.prefills, page.visitedPaths]).toEqual([[], []])
})
