import { BufferTarget, CanvasSource, Output, WebMOutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { lastFrame } from '#src/creations/actions/last-frame.ts'

const [WIDTH, HEIGHT] = [640, 360]
const FRAMES = 24

/** A video of one second that is red, except for a green last frame. */
async function makeVideo(): Promise<string> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')!
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new CanvasSource(canvas, { codec: 'vp8', bitrate: 1_000_000 })
  output.addVideoTrack(source, { frameRate: FRAMES })
  await output.start()
  for (let frame = 0; frame < FRAMES; frame += 1) {
    context.fillStyle = frame === FRAMES - 1 ? 'rgb(0 200 0)' : 'rgb(200 0 0)'
    context.fillRect(0, 0, WIDTH, HEIGHT)
    await source.add(frame / FRAMES, 1 / FRAMES)
  }
  await output.finalize()
  return URL.createObjectURL(new Blob([target.buffer!], { type: 'video/webm' }))
}

describe('the last frame of a video', () => {
  it('is its last picture, at its full size, as PNG', async () => {
    const frame = await lastFrame(await makeVideo())
    expect(frame?.type).toBe('image/png')
    const bitmap = await createImageBitmap(frame!)
    expect([bitmap.width, bitmap.height]).toEqual([WIDTH, HEIGHT])
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(bitmap, 0, 0, 1, 1)
    const [red = 0, green = 0] = context.getImageData(0, 0, 1, 1).data
    expect(green - red).toBeGreaterThan(150)
  })

  it('is null where there is no video', async () => {
    expect(await lastFrame(URL.createObjectURL(new Blob(['no video'])))).toBeNull()
  })
})
