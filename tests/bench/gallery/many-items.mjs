import { createRequire } from 'node:module'

const VIDEO_PATH = '/media/tiny.mp4'
const LIST_URLS = /\/api\/v1\/template\/(?:effects|explore|new|hot|popular)\?/

/** Answers each request of the page for a gallery list with `count` items, which are copies of the server's items. */
export async function answerWithMany(page, count) {
  const video = await makeTinyVideo()
  await page.route(`**${VIDEO_PATH}`, (route) => route.fulfill({ contentType: 'video/mp4', body: video }))
  await page.route(LIST_URLS, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const { data } = body.data
    const items = Array.from({ length: count }, (_, index) => {
      const item = data[index % data.length]
      return { ...item, id: `${item.id}-${index}`, templateName: `${item.templateName} ${index}`, movieUrl: VIDEO_PATH }
    })
    await route.fulfill({ response: answer, json: { ...body, data: { data: items, totalSize: count } } })
  })
}

/** A silent video of one second, which the gallery's tiles can play. */
async function makeTinyVideo() {
  const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder')
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width: 320, height: 180, frameRate: 24, speed: 10 })
  encoder.initialize()
  for (let frame = 0; frame < 24; frame += 1) encoder.addFrameRgba(new Uint8Array(320 * 180 * 4).fill(frame * 8))
  encoder.finalize()
  const bytes = Buffer.from(encoder.FS.readFile(encoder.outputFilename))
  encoder.delete()
  return bytes
}
