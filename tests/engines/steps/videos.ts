import { expect } from 'vitest'
import { type Person, until } from '../person.ts'
import { type Step, type World, openPage, STUDIO_PATH } from './step.ts'

const RENDER_WAIT_MS = 120_000
const DIALOG = 'dialog[open]'
const PLAYED_S = 0.3
const LENGTH_S = 6

export const FIRST_PROMPT = 'Slow push in'

export const videoSteps: readonly Step[] = [
  {
    name: 'choose a photo',
    async run(world) {
      const person = await openPage(world, world.browser, STUDIO_PATH)
      await choosePhoto(person, world)
      expect(await readPictureShape(person)).toMatchObject({ isUpright: true })
    },
  },
  {
    name: 'choose a photo of 48 megapixels',
    async run(world) {
      const person = await openPage(world, world.browser, STUDIO_PATH)
      await choosePhoto(person, { photo: world.largePhoto })
      expect(await readPictureShape(person)).toMatchObject({ isUpright: true })
      await until(() => person.tab.evaluate(isPictureLit)).toBe(true)
    },
  },
  {
    name: 'prompt, generate',
    async run(world) {
      world.server.renderVideos()
      const person = await openPage(world, world.browser, STUDIO_PATH)
      await makeVideo(person, world, FIRST_PROMPT)
    },
  },
  {
    name: 'watch',
    async run(world) {
      const person = await openPage(world, world.browser, '/ai/creation')
      await watchVideo(person, FIRST_PROMPT)
      expect(await person.tab.evaluate(readVideoFacts)).toEqual({ width: 720, height: 960, seconds: LENGTH_S })
    },
  },
  {
    name: 'seek',
    async run(world) {
      const person = await openPage(world, world.browser, '/ai/creation')
      await watchVideo(person, FIRST_PROMPT)
      await person.press(/^Pause$/, { within: DIALOG })
      await until(() => person.tab.evaluate(isPaused)).toBe(true)
      await person.press(/^Playback position$/, { within: DIALOG, selectors: 'input', shareX: 0.75 })
      await until(() => person.tab.evaluate(readCurrentTime)).toBeGreaterThan(0.6 * LENGTH_S)
      const { timeBefore } = await person.tab.evaluate(readTimeBefore)
      expect(timeBefore).toBeLessThan(0.9 * LENGTH_S)
      await person.press(/^Play$/, { within: DIALOG })
      await until(() => person.tab.evaluate(readCurrentTime)).toBeGreaterThan(timeBefore + PLAYED_S)
    },
  },
  {
    name: 'reload: the video is still in the history',
    async run(world) {
      const person = await openPage(world, world.browser, '/ai/creation')
      await person.sees(new RegExp(`^Video: ${FIRST_PROMPT}$`))
      await person.tab.reload()
      await watchVideo(person, FIRST_PROMPT)
    },
  },
]

export async function choosePhoto(person: Person, { photo }: Pick<World, 'photo'>): Promise<void> {
  await person.sees(/^New video$/)
  // A draft that has just loaded may replace this file field at the same moment, so the choice is repeated.
  await until(() => person.tab.chooseFile('input[type="file"]', photo).then(() => true)).toBe(true)
  await until(() => readPictureShape(person)).not.toBeNull()
}

/** Makes a video in a new form, and waits for its finished card. */
export async function makeVideo(person: Person, world: World, prompt: string): Promise<void> {
  await choosePhoto(person, world)
  await person.write(/^Describe the motion/, prompt)
  await person.press(/^Generate · \d+ points$/)
  await person.sees(new RegExp(`^Video: ${prompt}$`), RENDER_WAIT_MS)
}

/** Opens the video from its card, and waits until it plays by itself. */
export async function watchVideo(person: Person, prompt: string): Promise<void> {
  await person.press(/^Play/, { within: `article[aria-label="Video: ${prompt}"]` })
  await until(() => person.tab.evaluate(readCurrentTime)).toBeGreaterThan(PLAYED_S)
}

function readPictureShape({ tab }: Person) {
  return tab.evaluate(() => {
    const picture = [...document.images].find(({ alt }) => alt.startsWith('Your photo'))
    if (picture === undefined || !picture.complete || picture.naturalWidth === 0) return null
    return { isUpright: picture.naturalHeight > picture.naturalWidth }
  })
}

/** Whether the prepared picture has bright pixels. A canvas above the engine's size limit draws nothing, and its picture is black. */
function isPictureLit(): boolean {
  const picture = [...document.images].find(({ alt }) => alt.startsWith('Your photo'))
  const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d')
  if (picture === undefined || context === null) return false
  context.drawImage(picture, 0, 0, 8, 8)
  const { data } = context.getImageData(0, 0, 8, 8)
  return data.some((value, index) => index % 4 < 3 && value > 32)
}

const readCurrentTime = () => document.querySelector<HTMLVideoElement>('dialog[open] video')?.currentTime ?? 0
const isPaused = () => document.querySelector<HTMLVideoElement>('dialog[open] video')?.paused ?? false
const readTimeBefore = () => ({ timeBefore: document.querySelector<HTMLVideoElement>('dialog[open] video')?.currentTime ?? 0 })
const readVideoFacts = () => {
  const video = document.querySelector<HTMLVideoElement>('dialog[open] video')
  return { width: video?.videoWidth, height: video?.videoHeight, seconds: Math.round(video?.duration ?? 0) }
}
