import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MAX_PROMPT_LENGTH } from '#shared/domain/generation-options.ts'
import { type Engine, EngineFailure } from '#server/motion/engine.ts'
import { createFalEngine } from '#server/motion/engines/fal/fal-provider.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { type FalStub, FAL_KEY, startFalStub } from '../../fixtures/engines/fal-stub.ts'

let fal: FalStub
let bench: EngineBench
let engine: Engine

beforeEach(async () => {
  fal = await startFalStub()
  bench = await createEngineBench()
  const config = { key: FAL_KEY, model: 'pixverse-v6', queueUrl: fal.origin, jwksUrl: fal.origin } as const
  engine = createFalEngine({ ...bench.deps, config, webhookUrl: undefined })
})

afterEach(async () => {
  await fal.close()
  await bench.close()
})

const submitRequests = () => fal.of('POST', /^\/fal-ai\//)

it('accepts one picture as the first and the last', async () => {
  const [picturePath = ''] = bench.request().imagePaths
  await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL', imagePaths: [picturePath, picturePath] }))
  const sentInput = JSON.parse(submitRequests()[0]!.body.toString()) as Record<string, unknown>
  expect(sentInput['end_image_url']).toBe(sentInput['first_image_url'])
})

it('fails at once for a file that is no picture, and orders nothing', async () => {
  const [picturePath = ''] = bench.request().imagePaths
  const brokenPath = path.join(bench.folder, 'none.jpg')
  await writeFile(brokenPath, 'no picture')
  const runError = await bench
    .run(engine, bench.request({ bizType: 'HEAD_TAIL', imagePaths: [picturePath, brokenPath] }))
    .catch((error: unknown) => error)
  expect(runError).toBeInstanceOf(EngineFailure)
  expect(String(runError)).toContain("couldn't read")
  expect(submitRequests()).toEqual([])
})

it('gets the controls as words, with the unwanted ones', async () => {
  const controls = {
    camera: 'orbit-left',
    overlays: { snow: true, rain: false },
    grade: 'none',
    negativePrompt: 'text',
    music: 'calm',
  } as const
  await bench.run(engine, bench.request({ prompt: 'Waves. ', aiMusic: 1, controls }))
  const sentInput = JSON.parse(submitRequests()[0]!.body.toString()) as Record<string, unknown>
  expect(sentInput).toMatchObject({
    prompt: 'Waves, the camera orbits to the left, snow falls',
    negative_prompt: 'text',
    generate_audio_switch: false,
  })
})

it('stays unchanged where it has no room for further words', async () => {
  const prompt = 'a'.repeat(MAX_PROMPT_LENGTH)
  await bench.run(engine, bench.request({ prompt, controls: { camera: 'rise' } }))
  expect(JSON.parse(submitRequests()[0]!.body.toString())).toMatchObject({ prompt })
})
