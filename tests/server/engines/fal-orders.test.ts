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

const submits = () => fal.of('POST', /^\/fal-ai\//)

it('accepts one picture as the first and the last', async () => {
  const [first = ''] = bench.request().imagePaths
  await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL', imagePaths: [first, first] }))
  const sent = JSON.parse(submits()[0]!.body.toString()) as Record<string, unknown>
  expect(sent['end_image_url']).toBe(sent['first_image_url'])
})

it('fails at once for a file that is no picture, and orders nothing', async () => {
  const [first = ''] = bench.request().imagePaths
  const none = path.join(bench.folder, 'none.jpg')
  await writeFile(none, 'no picture')
  const failed = await bench
    .run(engine, bench.request({ bizType: 'HEAD_TAIL', imagePaths: [first, none] }))
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(EngineFailure)
  expect(String(failed)).toContain("couldn't read")
  expect(submits()).toEqual([])
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
  const sent = JSON.parse(submits()[0]!.body.toString()) as Record<string, unknown>
  expect(sent).toMatchObject({
    prompt: 'Waves, the camera orbits to the left, snow falls',
    negative_prompt: 'text',
    generate_audio_switch: false,
  })
})

it('stays unchanged where it has no room for further words', async () => {
  const prompt = 'a'.repeat(MAX_PROMPT_LENGTH)
  await bench.run(engine, bench.request({ prompt, controls: { camera: 'rise' } }))
  expect(JSON.parse(submits()[0]!.body.toString())).toMatchObject({ prompt })
})
