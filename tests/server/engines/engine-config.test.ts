import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createLog } from '#server/telemetry/log.ts'
import { GATEWAY_MODEL_NAMES } from '#server/motion/engines/gateway/gateway-models.ts'
import { REPLICATE_MODEL_NAMES } from '#server/motion/engines/replicate/replicate-models.ts'
import { VEO_CLOUD_NAMES, VEO_KEY_NAMES } from '#server/motion/engines/veo/veo-models.ts'
import { pixverse55 } from '#server/motion/engines/fal/fal-models.ts'
import { loadClient, openEngines } from '#server/motion/engines/open-engines.ts'
import { makePoster } from '#server/motion/make-poster.ts'
import { templatePrompt } from '#server/motion/engines/template-prompts.ts'
import { toParameters } from '#server/motion/engines/to-parameters.ts'
import { WAN_OFFER, wanFrames, wanGuidance, wanSize } from '#server/motion/engines/comfyui/wan-options.ts'
import { EFFECTS } from '#motion/effects/effects.ts'

describe('the configuration of an engine', () => {
  it('is the built-in one, one video at a time, by default', () => {
    const defaultConfig = {
      engines: [{ name: 'builtin', concurrency: 1 }],
      prices: new Map(),
      costs: new Map(),
      timeLimitMs: 1_800_000,
      webhookOrigin: undefined,
    }
    expect(readConfig({}).engine).toEqual(defaultConfig)
    const { engines } = readConfig({ ENGINES: 'fal, builtin,comfyui', FAL_KEY: 'k', COMFYUI_URL: 'http://gpu:8188' }).engine
    expect(engines.map(({ name, concurrency }) => [name, concurrency])).toEqual([
      ['fal', 4],
      ['builtin', 1],
      ['comfyui', 1],
    ])
    const { engine } = readConfig({ ENGINE_CONCURRENCY: '3', ENGINE_TIME_LIMIT_S: '60' })
    expect(engine).toMatchObject({ engines: [{ concurrency: 3 }], timeLimitMs: 60_000 })
  })

  it('reports in one sentence each missing or wrong value', () => {
    expect(() => readConfig({ ENGINES: 'comfyui' })).toThrow('ENGINES=comfyui needs COMFYUI_URL')
    expect(() => readConfig({ ENGINES: 'builtin,fal' })).toThrow('ENGINES=fal needs FAL_KEY')
    for (const ENGINES of ['magic', 'builtin,', 'builtin,builtin']) expect(() => readConfig({ ENGINES })).toThrow(/^ENGINES/)
    expect(() => readConfig({ ENGINE: 'fal' })).toThrow(/^ENGINE: ENGINE is now ENGINES and accepts several engines/)
    for (const MODEL_PRICES of ['wan-2.2', 'wan-2.2=', 'wan-2.2=cheap', 'wan-2.2=8', '=12']) {
      expect(() => readConfig({ MODEL_PRICES })).toThrow(/^MODEL_PRICES/)
    }
    expect(() => readConfig({ ENGINE_TIME_LIMIT_S: '3600' })).toThrow(/^ENGINE_TIME_LIMIT_S: /)
    expect(() => readConfig({ COMFYUI_URL: 'gpu:8188' })).toThrow(/^COMFYUI_URL: /)
    expect(() => readConfig({ COMFYUI_URL: 'http://me:secret@gpu:8188' })).toThrow(
      'COMFYUI_URL: The address must not contain a username or password',
    )
  })

  it('finds the providers of stored clients by the names of their keys, with all models or some', () => {
    const keys = { REPLICATE_API_TOKEN: 'r', GEMINI_API_KEY: 'g', AI_GATEWAY_API_KEY: 'a' }
    const modelSettings = { REPLICATE_MODELS: 'wan-video/wan-2.2-i2v-fast, bytedance/seedance-1-pro', VEO_URL: 'http://127.0.0.1:9' }
    const { engines } = readConfig({ ENGINES: 'replicate,veo,gateway', ...keys, ...modelSettings }).engine
    expect(engines).toMatchObject([
      { name: 'replicate', token: 'r', models: modelSettings.REPLICATE_MODELS.split(', '), webhookSecret: undefined, concurrency: 4 },
      { name: 'veo', account: { key: 'g' }, models: VEO_KEY_NAMES, url: modelSettings.VEO_URL, concurrency: 2 },
      { name: 'gateway', key: 'a', models: GATEWAY_MODEL_NAMES, url: 'https://ai-gateway.vercel.sh/v3/ai', concurrency: 4 },
    ])
    expect(() => readConfig({ ENGINES: 'replicate' })).toThrow('ENGINES=replicate needs REPLICATE_API_TOKEN')
    expect(readConfig({ ENGINES: 'veo', GOOGLE_CLOUD_PROJECT: 'studio' }).engine.engines).toMatchObject([
      {
        account: { project: 'studio', location: 'us-central1' },
        models: VEO_CLOUD_NAMES,
        url: 'https://us-central1-aiplatform.googleapis.com',
      },
    ])
    expect(() => readConfig({ ENGINES: 'veo' })).toThrow('ENGINES=veo needs GOOGLE_CLOUD_PROJECT with its credentials, or GEMINI_API_KEY')
    expect(() => readConfig({ GOOGLE_CLOUD_LOCATION: 'a.example/' })).toThrow('GOOGLE_CLOUD_LOCATION: Use a location such as us-central1.')
    expect(() => readConfig({ ENGINES: 'gateway' })).toThrow('ENGINES=gateway needs AI_GATEWAY_API_KEY')
    expect(() => readConfig({ VEO_MODELS: 'veo-9' })).toThrow(/^VEO_MODELS/)
    expect(() => readConfig({ GATEWAY_MODELS: 'alibaba/wan-v2.6-i2v,alibaba/wan-v2.6-i2v' })).toThrow(
      'GATEWAY_MODELS: List each model only once.',
    )
    expect(() => readConfig({ REPLICATE_WEBHOOK_SECRET: 'secret' })).toThrow('REPLICATE_WEBHOOK_SECRET: It must start with whsec_.')
  })

  it('lets a service send events only where it can reach the server', () => {
    const fal = { ENGINES: 'fal', FAL_KEY: 'k' }
    expect(readConfig(fal).engine.webhookOrigin).toBeUndefined()
    expect(
      readConfig({ ...fal, PUBLIC_ORIGIN: 'https://kinora.example/x', PUBLIC_WITHOUT: 'mail,operator', PAYMENT_PROVIDER: 'sandbox' }).engine
        .webhookOrigin,
    ).toBe('https://kinora.example')
  })

  const THREE_ENGINES = { ENGINES: 'builtin,fal,comfyui', FAL_KEY: 'k', COMFYUI_URL: 'http://gpu:8188' }
  const render = { workerUrl: new URL('file:///nowhere.js'), workers: 1 }
  const openConfigured = (env: Record<string, string>) =>
    openEngines({ config: readConfig(env).engine, render, ffmpegPath: undefined, log: createLog('silent') })

  it('makes the engines that are named, with what each offers', async () => {
    const { all, parameters } = await openConfigured(THREE_ENGINES)
    await Promise.all(all.map((engine) => engine.close()))
    expect(all.map((engine) => [engine.name, engine.parameters.series[0]?.modelName, engine.webhook !== undefined])).toEqual([
      ['builtin', 'kinora-motion-1', false],
      ['fal', 'pixverse-v6', true],
      ['comfyui', 'wan-2.2', false],
    ])
    expect(parameters.series.map(({ modelName }) => modelName)).toEqual(['kinora-motion-1', 'pixverse-v6', 'wan-2.2'])
    for (const { title, bestAt } of parameters.series) expect(`${title}: ${bestAt}`).toMatch(/^\w.+: \w.{20,}$/)
  })

  it('loads the client of each provider, and names a missing package', async () => {
    const keys = { REPLICATE_API_TOKEN: 'r', GEMINI_API_KEY: 'g', AI_GATEWAY_API_KEY: 'a' }
    const { all, parameters } = await openConfigured({ ENGINES: 'replicate,veo,gateway', ...keys })
    await Promise.all(all.map((engine) => engine.close()))
    expect(all.map(({ name }) => name)).toEqual(['replicate', 'veo', 'gateway'])
    expect(parameters.series.map(({ modelName }) => modelName)).toEqual([
      ...REPLICATE_MODEL_NAMES,
      ...VEO_KEY_NAMES,
      ...GATEWAY_MODEL_NAMES,
    ])
    for (const { title, bestAt } of parameters.series) expect(`${title}: ${bestAt}`).toMatch(/^\w.+: \w.{20,}$/)
    await expect(loadClient(Promise.reject(new Error('not found')), 'veo', '@google/genai')).rejects.toThrow(
      'ENGINES=veo needs the @google/genai package: npm install --include=optional.',
    )
  })

  it('prices a model by the second, and reports values that fit no model', async () => {
    const pointsOf = async (MODEL_PRICES: string) =>
      (await openConfigured({ ...THREE_ENGINES, MODEL_PRICES })).parameters.series.map(({ durationOptions }) => {
        const sixSeconds = durationOptions.find(({ value }) => value === '6s')
        return sixSeconds?.resolutionOptions.map(({ points }) => points)
      })
    expect(await pointsOf('')).toEqual([
      [50, 50, 75],
      [50, 50, 75],
      [50, 50],
    ])
    expect(await pointsOf('pixverse-v6=30, wan-2.2=12.5')).toEqual([
      [50, 50, 75],
      [145, 180, 270],
      [60, 75],
    ])
    await expect(openConfigured({ ...THREE_ENGINES, MODEL_PRICES: 'pixverse-v5.5=30' })).rejects.toThrow(
      'no engine has the model pixverse-v5.5. Available models: kinora-motion-1',
    )
    await expect(openConfigured({ MODEL_PRICES: 'kinora-motion-1=30' })).rejects.toThrow('keep at least one model at the default price')
  })
})

describe('an engine’s offers', () => {
  it('is returned with its points, and with one default choice each', () => {
    const { series } = toParameters('wan-2.2', WAN_OFFER)
    const [fourSeconds, sixSeconds] = series[0]!.durationOptions
    expect([fourSeconds!.isDefault, sixSeconds!.isDefault]).toEqual([false, true])
    expect(sixSeconds!.resolutionOptions).toEqual([
      { value: '480p', isDefault: false, points: 50 },
      { value: '720p', isDefault: true, points: 50 },
    ])
    const [firstDuration, secondDuration] = toParameters('pixverse-v5.5', pixverse55).series[0]!.durationOptions
    expect([firstDuration!.value, firstDuration!.isDefault]).toEqual(['8s', true])
    expect(secondDuration!.resolutionOptions.map(({ value }) => value)).toEqual(['480p', '720p'])
  })

  it('have words for every effect, and for no other', () => {
    expect(EFFECTS.length).toBeGreaterThan(20)
    for (const { id } of EFFECTS) expect(templatePrompt(id)).toMatch(/\w{3}/)
    expect(['', 'constructor', 'nope'].map(templatePrompt)).toEqual([undefined, undefined, undefined])
  })

  it('fit Wan: 4k + 1 frames at 16 a second, sides in steps of 16, a weaker prompt for more fidelity', () => {
    expect([wanFrames('4s'), wanFrames('6s'), wanFrames('10s')]).toEqual([65, 97, 161])
    expect(wanSize({ width: 4000, height: 3000 }, '720p')).toEqual({ width: 960, height: 720 })
    expect(wanSize({ width: 3000, height: 4001 }, '480p')).toEqual({ width: 480, height: 640 })
    expect([wanGuidance(0), wanGuidance(0.5), wanGuidance(1)]).toEqual([5, 3.5, 2])
  })
})

describe.skipIf(process.platform === 'win32')('the poster of a remote video', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kinora-poster-'))
    const redPicture = { create: { width: 40, height: 30, channels: 3, background: 'red' } } as const
    await sharp(redPicture).png().toFile(path.join(folder, 'frame.png'))
    await sharp({ create: { ...redPicture.create, background: 'blue' } })
      .png()
      .toFile(path.join(folder, 'picture.png'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Writes a shell script that replaces ffmpeg. */
  async function writeFfmpegScript(script: string): Promise<string> {
    const file = path.join(folder, `ffmpeg-${script.length}`)
    await writeFile(file, `#!/bin/sh\n${script}\n`)
    await chmod(file, 0o755)
    return file
  }

  async function posterSource(ffmpegPath: string | undefined): Promise<string> {
    const size = { width: 64, height: 36 }
    const poster = sharp(await makePoster(path.join(folder, 'frame.png'), path.join(folder, 'picture.png'), size, ffmpegPath))
    expect(await poster.metadata()).toMatchObject({ format: 'jpeg', ...size })
    const { channels } = await poster.stats()
    return channels[0]!.mean > channels[2]!.mean ? 'frame' : 'picture'
  }

  it('is a frame of it where ffmpeg returns one, else its source picture', async () => {
    expect(await posterSource(await writeFfmpegScript('while [ "$1" != -i ]; do shift; done; cat "$2"'))).toBe('frame')
    expect(await posterSource(await writeFfmpegScript('exit 1'))).toBe('picture')
    expect(await posterSource(undefined)).toBe('picture')
  })
})
