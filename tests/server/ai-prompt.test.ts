import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#server/verbs/rate-limit.ts'
import { FIRST_PROMPT_WORDS } from '#shared/domain/prompt-words.ts'
import { getPromptWords, suggestPrompt } from '#shared/api/prompts.ts'
import { makePlan } from '#motion/make-plan.ts'
import { readPrompt } from '#motion/prompt/read-prompt.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'
import { type TestClient, createTestClient, createVisitor, upload } from './client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: false })
})
afterAll(() => server.close())

/** Renders SVG shapes as a JPEG. */
function drawPicture(width: number, height: number, shapes: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

const plainPicture = (colour: string, width = 640, height = 480) =>
  drawPicture(width, height, `<rect width="100%" height="100%" fill="${colour}"/>`)

/** A plain picture with much detail at the position `x`. */
function figureAt(x: number, colour = '#7f8f7f', width = 640, height = 480): Promise<Buffer> {
  const stripes = Array.from({ length: 12 }, (_, index) => `<rect x="${x - 60 + index * 10}" y="160" width="5" height="160" fill="#eee"/>`)
  return drawPicture(width, height, `<rect width="100%" height="100%" fill="${colour}"/>${stripes.join('')}`)
}

async function suggestFor(...pictures: Buffer[]): Promise<string> {
  const client = await createVisitor(server)
  const images = []
  for (const picture of pictures) images.push(await upload(client, picture))
  return (await client.get(suggestPrompt, { images })).prompt
}

const readSuggestion = async (picture: Buffer) => readPrompt(await suggestFor(picture))

describe('the prompt suggested for a picture', () => {
  it('is the same each time for the same picture', async () => {
    const photo = await makePhoto({ width: 900, height: 600, seed: 3 })
    expect(await suggestFor(photo)).toBe(await suggestFor(photo))
  })

  it('asks for a calm camera and for nothing that the renderer cannot do, whatever the picture', async () => {
    const photos = await Promise.all(
      [0, 1, 2, 3].map((seed) => makePhoto({ width: 500 + 250 * seed, height: 400 + 100 * ((seed * 3) % 4), seed })),
    )
    const plainPictures = await Promise.all(
      ['#000', '#fff', '#123', '#fa4', '#48f', '#f0f', '#888', '#310'].map((colour) => plainPicture(colour)),
    )
    const figures = await Promise.all([120, 320, 520].map((x) => figureAt(x)))
    const oddPictures = [
      await plainPicture('#9ab', 1000, 420),
      await plainPicture('#9ab', 420, 1000),
      await figureAt(210, '#433', 420, 900),
    ]
    for (const picture of [...photos, ...plainPictures, ...figures, ...oddPictures]) {
      const prompt = await suggestFor(picture)
      const intent = readPrompt(prompt)
      expect([prompt, intent.moves.length, intent.unmet, intent.pace < 1]).toEqual([prompt, 1, [], true])
      expect([prompt, intent.overlays.length + intent.distortions.length + (intent.grade === null ? 0 : 1) > 0]).toEqual([prompt, true])
    }
  })

  it('moves to the side where something is', async () => {
    const [leftIntent, middleIntent, rightIntent] = [
      await readSuggestion(await figureAt(120)),
      await readSuggestion(await figureAt(320)),
      await readSuggestion(await figureAt(520)),
    ]
    expect(leftIntent).toMatchObject({ moves: ['push-in'], focus: { x: expect.closeTo(-0.28) } })
    expect(rightIntent).toMatchObject({ moves: ['push-in'], focus: { x: expect.closeTo(0.28) } })
    expect(middleIntent.moves[0]).toMatch(/^orbit/)
  })

  it('goes along a wide picture, up or down a tall one, and into a landscape', async () => {
    expect((await readSuggestion(await plainPicture('#9ab', 1000, 420))).moves[0]).toMatch(/^pan/)
    expect((await readSuggestion(await plainPicture('#9ab', 420, 1000))).moves[0]).toMatch(/^tilt/)
    const hills = Array.from(
      { length: 40 },
      (_, index) => `<rect x="${index * 16}" y="${150 + (index % 3) * 8}" width="8" height="330" fill="#243"/>`,
    )
    const valley = await drawPicture(
      640,
      480,
      `<rect width="640" height="150" fill="#cde"/><rect y="150" width="640" height="330" fill="#465"/>${hills.join('')}`,
    )
    expect((await readSuggestion(valley)).moves).toEqual(['dolly-in'])
    const sea = await drawPicture(
      640,
      480,
      '<rect width="640" height="340" fill="#dde8ee"/><rect y="340" width="640" height="140" fill="#223440"/>',
    )
    expect((await readSuggestion(sea)).moves).toEqual(['rise'])
  })

  it('names a guess as a guess, and no unlikely one', async () => {
    const face = await drawPicture(
      640,
      480,
      '<rect width="640" height="480" fill="#788078"/><ellipse cx="150" cy="230" rx="90" ry="125" fill="#d7a082"/>',
    )
    expect(await suggestFor(face)).toContain('closer to what may be a face on the left')
    expect((await readSuggestion(face)).focus).toEqual({ x: expect.closeTo(-0.28), y: 0 })
    const sky = await drawPicture(
      640,
      480,
      '<rect width="640" height="340" fill="#9cc4f0"/><rect y="340" width="640" height="140" fill="#223440"/>',
    )
    expect(await suggestFor(sky)).toContain('rises slowly under what looks like a wide sky')
    const wall = await drawPicture(
      640,
      480,
      '<rect width="640" height="340" fill="#b0a090"/><rect y="340" width="640" height="140" fill="#402a20"/>',
    )
    expect(await suggestFor(wall)).not.toMatch(/looks like|may be/)
  })

  it('names the light of the picture', async () => {
    const readGrade = async (colour: string) => (await readSuggestion(await plainPicture(colour))).grade
    expect(await readGrade('#c98f5a')).toBe('warm')
    expect(await readGrade('#ffd9a8')).toBe('golden')
    expect(await readGrade('#7fa6c9')).toBe('cold')
    expect(await readGrade('#0c1626')).toBe('moonlight')
    expect(await readGrade('#808080')).toBe('faded')
  })

  it('names light alone between two pictures, where the camera is not its own', async () => {
    const prompt = await suggestFor(await plainPicture('#7fa6c9'), await plainPicture('#c98f5a'))
    const planInput = { kind: 'between', prompt, picture: { width: 640, height: 480 } } as const
    const { summary } = makePlan({ ...planInput, seed: 1, variation: 0, seconds: 6, framesPerSecond: 24, imageFidelity: 0.5 })
    expect([prompt, summary.unmet]).toEqual([prompt, []])
    expect(readPrompt(prompt).grade).toBe('warm')
    expect(readPrompt(await suggestFor(await plainPicture('#c98f5a'), await plainPicture('#7fa6c9'))).grade).toBe('cold')
  })
})

describe('asking for a prompt', () => {
  it('needs pictures of one’s own', async () => {
    const [client, otherVisitor] = [await createVisitor(server), await createVisitor(server)]
    const foreignImage = await upload(otherVisitor)
    const rejection = { code: 'H3000', fields: ['images'] }
    for (const image of [foreignImage, `/media/${'0'.repeat(32)}.jpg`, 'https://example.org/a.jpg', '/media/../secret.jpg', '']) {
      expect(await client.refusal(suggestPrompt, { images: [image] })).toEqual(rejection)
    }
    const ownImage = await upload(client)
    expect(await client.refusal(suggestPrompt, { images: [ownImage, foreignImage] })).toEqual(rejection)
    expect((await client.refusal(suggestPrompt, { images: [] })).code).toBe('H3000')
    expect((await client.refusal(suggestPrompt, { images: [ownImage, ownImage, ownImage] })).code).toBe('H3000')
    expect(await createTestClient(server).refusal(suggestPrompt, { images: [ownImage] })).toEqual({ code: 'H3009' })
  })

  it('is limited for each owner, by the number of pictures that were really measured', async () => {
    const [client, otherVisitor] = [await createVisitor(server), await createVisitor(server)]
    const makeInput = async (visitor: TestClient) => ({ images: [await upload(visitor)] })
    const [ownInput, otherInput] = [await makeInput(client), await makeInput(otherVisitor)]
    await client.refusal(suggestPrompt, { images: [''] })
    for (let count = 0; count < LIMITS.suggestByOwner.max; count++) await client.get(suggestPrompt, ownInput)
    expect((await client.refusal(suggestPrompt, ownInput)).code).toBe('H4022')
    expect(Number(client.headers().get('retry-after'))).toBeGreaterThan(0)
    await otherVisitor.get(suggestPrompt, otherInput)
  })
})

describe('the offered prompt words', () => {
  it('are public, and the renderer understands each one', async () => {
    const { words } = await createTestClient(server).get(getPromptWords, {})
    expect(words.length).toBeGreaterThanOrEqual(24)
    expect(words.slice(0, FIRST_PROMPT_WORDS.length)).toEqual(FIRST_PROMPT_WORDS)
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) {
      const { moves, overlays, distortions, grade, pace, unmet } = readPrompt(word)
      expect([word, unmet, moves.length + overlays.length + distortions.length > 0 || grade !== null || pace !== 1]).toEqual([
        word,
        [],
        true,
      ])
    }
  })
})
