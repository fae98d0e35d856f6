import type { Engine } from '#server/motion/engine.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createComfyuiEngine } from '#server/motion/engines/comfyui/comfyui-provider.ts'
import { isFastStart, readVideo } from '#server/motion/read-video.ts'
import * as texts from '#server/motion/engines/remote/call-remote.ts'
import { type ComfyuiStub, startComfyuiStub } from '../../fixtures/engines/comfyui-stub.ts'
import { type EngineBench, createEngineBench, failureOf } from '../../fixtures/engines/engine-bench.ts'
import { TINY_VIDEO_SIZE } from '../../fixtures/server/tiny-video.ts'

let comfyui: ComfyuiStub
let bench: EngineBench
let engine: Engine

beforeEach(async () => {
  comfyui = await startComfyuiStub()
  bench = await createEngineBench()
  engine = comfyuiEngine()
})

afterEach(async () => {
  await comfyui.close()
  await bench.close()
})

function comfyuiEngine(graphDir?: string): Engine {
  return createComfyuiEngine({ ...bench.deps, config: { url: `${comfyui.origin}/`, graphDir } })
}

const lastNodes = () => Object.values(comfyui.prompts.at(-1)!.graph)
const findNode = (type: string) => lastNodes().find(({ class_type: nodeType }) => nodeType === type)!

const failureText = async (run: Promise<unknown>) => (await failureOf(run)).message

describe('a video by ComfyUI', () => {
  it('is made from an uploaded picture and a graph, and downloaded whole', async () => {
    const request = bench.request()
    const video = await bench.run(engine, request)
    expect(video).toEqual({ ...TINY_VIDEO_SIZE, bytes: (await readFile(request.videoPath)).byteLength })
    expect(await sharp(request.posterPath).metadata()).toMatchObject({ format: 'jpeg', ...TINY_VIDEO_SIZE })
    expect(bench.stages).toEqual(['rendering', 'finishing'])
    expect(comfyui.of('GET', /^\/view$/)[0]!.query.toString()).toBe('filename=kinora_00001_.mp4&subfolder=kinora&type=output')

    expect(findNode('LoadImage').inputs).toEqual({ image: 'kinora-task1-0.jpg' })
    const size = { width: 1152, height: 720 }
    expect(findNode('WanImageToVideo').inputs).toMatchObject({ ...size, length: 97, start_image: ['first', 0] })
    const samplerNodes = lastNodes().filter(({ class_type: type }) => type === 'KSamplerAdvanced')
    expect(samplerNodes.map(({ inputs }) => [inputs['noise_seed'], inputs['cfg'], inputs['start_at_step']])).toEqual([
      [8, 3.5, 0],
      [8, 3.5, 10],
    ])
    expect(findNode('CreateVideo').inputs).toMatchObject({ fps: 16 })
    expect(JSON.stringify(lastNodes())).not.toContain('{{')
    const uploads = comfyui.of('POST', /^\/upload\/image$/)
    const { body } = uploads[0]!
    const jpeg = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8])), body.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2)
    expect(await sharp(jpeg).metadata()).toMatchObject(size)
  })

  it('has every link of its graph to an existing node', async () => {
    await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL' }))
    const { graph } = comfyui.prompts[0]!
    const links = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs).filter((input) => Array.isArray(input)))
    expect(links.length).toBeGreaterThan(15)
    for (const [id] of links as [string, number][]) expect(Object.keys(graph)).toContain(id)
  })

  it('moves from the first picture to the last', async () => {
    await bench.run(engine, bench.request({ bizType: 'HEAD_TAIL' }))
    const pictures = lastNodes().filter(({ class_type: type }) => type === 'LoadImage')
    expect(pictures.map(({ inputs }) => inputs['image'])).toEqual(['kinora-task1-0.jpg', 'kinora-task1-1.jpg'])
    expect(findNode('WanFirstLastFrameToVideo').inputs).toMatchObject({ start_image: ['first', 0], end_image: ['last', 0] })
  })

  it('contains the unwanted words of the user, beside the words that no video should show', async () => {
    await bench.run(engine, bench.request({ controls: { negativePrompt: 'umbrellas' } }))
    expect(lastNodes().map(({ inputs }) => inputs['text'])).toContainEqual(expect.stringMatching(/^umbrellas, blurry/))
  })

  it('contains the words of an effect, and a prompt as plain words only', async () => {
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', prompt: '{{seed}} "}, {' }))
    expect(findNode('CLIPTextEncode').inputs['text']).toMatch(/snow.*\. \{\{seed\}\} "\}, \{$/)
    const request = bench.request({ prompt: '{{seed}}' })
    bench.handle = null
    await bench.run(engine, request)
    expect(findNode('CLIPTextEncode').inputs['text']).toBe('{{seed}}')
  })

  it('has our music under an effect with music, of the same length', async () => {
    const request = bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', aiMusic: 1 })
    await bench.run(engine, request)
    expect(bench.composed).toEqual([{ mood: 'calm', seed: 8, seconds: 1 }])
    expect(await readVideo(request.videoPath)).toEqual({ size: TINY_VIDEO_SIZE, seconds: 1, hasSound: true })
    expect(await isFastStart(request.videoPath)).toBe(true)
  })

  it('is made without music when that fails, and without when none was chosen', async () => {
    bench.isMute = true
    const request = bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow', aiMusic: 1 })
    await bench.run(engine, request)
    expect(await readVideo(request.videoPath)).toMatchObject({ hasSound: false })
    expect(bench.problems.map(String)).toEqual(['Error: no musician'])
    bench.handle = null
    await bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'first-snow' }))
    expect(bench.composed).toHaveLength(1)
  })

  it.each([['gifs'], ['videos']])('is found under %s too, beside pictures', async (listName) => {
    const preview = { filename: 'preview.mp4', subfolder: '', type: 'temp' }
    const clip = { filename: 'clip.mp4', subfolder: '', type: 'output' }
    comfyui.outputs = { images: [{ filename: 'x.png', subfolder: '', type: 'output' }], [listName]: [preview, clip] }
    await bench.run(engine, bench.request())
    expect(comfyui.of('GET', /^\/view$/)[0]!.query.get('filename')).toBe('clip.mp4')
  })

  it('is refused, before anything is sent, in an unsupported size or for an unsupported effect', async () => {
    expect(await failureText(bench.run(engine, bench.request({ resolution: '1080p' })))).toBe(texts.NO_OPTION_TEXT)
    expect(await failureText(bench.run(engine, bench.request({ bizType: 'TEMPLATE', templateId: 'toString' })))).toBe(texts.NO_EFFECT_TEXT)
    expect(comfyui.requests).toEqual([])
  })
})

describe('a ComfyUI that fails', () => {
  it('rejects a graph without its model, and reports that the server is not ready', async () => {
    const nodeErrors = { highFile: { class_type: 'UNETLoader', errors: [{ type: 'value_not_in_list' }] } }
    comfyui.submits = [
      { status: 400, json: { error: { type: 'prompt_outputs_failed_validation', message: 'm' }, node_errors: nodeErrors } },
    ]
    expect(await failureText(bench.run(engine, bench.request()))).toBe(texts.NOT_READY_TEXT)
    expect(String(bench.problems[0])).toContain('UNETLoader')
    expect(bench.handle).toBe('')
  })

  it.each([
    ['torch.OutOfMemoryError', texts.MEMORY_TEXT],
    ['RuntimeError', texts.BROKE_TEXT],
  ])('breaks while it runs: %s', async (type, text) => {
    const details = { node_type: 'KSamplerAdvanced', exception_type: type, exception_message: 'secret words', traceback: [] }
    comfyui.status = {
      status_str: 'error',
      completed: false,
      messages: [
        ['execution_start', {}],
        ['execution_error', details],
      ],
    }
    expect(await failureText(bench.run(engine, bench.request()))).toBe(text)
    expect(bench.problems.map(String)).toEqual([`Error: ComfyUI: ${type} in KSamplerAdvanced`])
  })

  it('ends without a video', async () => {
    comfyui.outputs = { images: [{ filename: 'x.png', subfolder: '', type: 'output' }] }
    expect(await failureText(bench.run(engine, bench.request()))).toBe(texts.BROKE_TEXT)
  })

  it('is stopped past the time limit, where it waits and where it runs', async () => {
    comfyui.stuckAt = 'running'
    expect(await failureText(bench.run(engine, bench.request()))).toBe(texts.TOO_LONG_TEXT)
    const { id } = comfyui.prompts[0]!
    const bodies = (route: RegExp) => comfyui.of('POST', route).map(({ body }) => JSON.parse(body.toString()) as unknown)
    expect(bodies(/^\/queue$/)).toEqual([{ delete: [id] }])
    expect(bodies(/^\/interrupt$/)).toEqual([{ prompt_id: id }])
  })

  it('is not interrupted while it works for another client', async () => {
    comfyui.stuckAt = 'pending'
    expect(await failureText(bench.run(engine, bench.request()))).toBe(texts.TOO_LONG_TEXT)
    expect(comfyui.of('POST', /^\/queue$/)).toHaveLength(1)
    expect(comfyui.of('POST', /^\/interrupt$/)).toEqual([])
  })
})

describe('a ComfyUI that restarts', () => {
  it('gets lost orders once more, and no third time', async () => {
    comfyui.stuckAt = 'running'
    bench.clock.hold()
    const run = bench.run(engine, bench.request())
    await bench.clock.untilAsleep()
    expect(comfyui.prompts).toHaveLength(1)
    comfyui.forget()
    bench.clock.release()
    comfyui.stuckAt = undefined
    await run
    expect(comfyui.prompts).toHaveLength(2)
    expect(new Set(comfyui.prompts.map(({ id }) => id)).size).toBe(2)
  })

  it('is not unavailable because of a lost order, and then accepts no more', async () => {
    comfyui.stuckAt = 'running'
    bench.clock.hold()
    const run = bench.run(engine, bench.request())
    await bench.clock.untilAsleep()
    comfyui.forget()
    comfyui.submits = [{ status: 401 }]
    bench.clock.release()
    const error = await failureOf(run)
    expect([error.name, error.message]).toEqual(['EngineFailure', texts.NOT_READY_TEXT])
  })

  it('fails an order when it loses it again', async () => {
    comfyui.submits = ['drop', 'drop', 'drop']
    comfyui.acceptsIds = false
    expect(await failureText(bench.run(engine, bench.request()))).toBe(texts.LOST_TEXT)
    expect(comfyui.prompts).toHaveLength(2)
  })

  it('has an id of its own, and is polled by that', async () => {
    comfyui.acceptsIds = false
    await bench.run(engine, bench.request())
    expect((JSON.parse(bench.handle!) as { ref: unknown }).ref).toEqual({ promptId: comfyui.prompts[0]!.id })
  })
})

describe('custom graphs', () => {
  const makeGraph = (changes: Record<string, unknown> = {}) => ({
    save: { class_type: 'OwnNode', inputs: { text: '{{prompt}}', ...changes } },
  })

  async function folderWith(files: Record<string, unknown>): Promise<string> {
    const folder = path.join(bench.folder, 'graphs')
    await mkdir(folder)
    for (const [name, content] of Object.entries(files)) {
      await writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
    }
    return folder
  }

  it('replace ours, and define how an effect is made', async () => {
    const templates = { 'own-effect': { graph: 'own.json', prompt: 'sparkle' }, 'first-snow': { prompt: 'own snow' } }
    const folder = await folderWith({ 'custom.json': makeGraph(), 'own.json': makeGraph({ kind: 1 }), 'templates.json': templates })
    const customEngine = comfyuiEngine(folder)
    const inputs: unknown[] = []
    for (const changes of [
      {},
      { bizType: 'TEMPLATE', templateId: 'own-effect' },
      { bizType: 'TEMPLATE', templateId: 'first-snow' },
    ] as const) {
      bench.handle = null
      await bench.run(customEngine, bench.request({ ...changes, prompt: '' }))
      inputs.push(findNode('OwnNode').inputs)
    }
    expect(inputs).toEqual([{ text: '' }, { text: 'sparkle', kind: 1 }, { text: 'own snow' }])
    expect(await readdir(bench.folder)).toContain('video.mp4')
  })

  it.each([
    ['custom.json is not in the API format', { 'custom.json': '{"nodes":[]}' }],
    ['custom.json is not in the API format', { 'custom.json': 'oops' }],
    ['custom.json uses the unknown value {{prmpt}}', { 'custom.json': makeGraph({ text: '{{prmpt}}' }) }],
    ['templates.json uses own.json for x, but this file does not exist', { 'templates.json': { x: { graph: 'own.json', prompt: 'p' } } }],
  ])('stop the start with a sentence: %s', async (sentence, files) => {
    const folder = await folderWith(files)
    expect(() => comfyuiEngine(folder)).toThrow(sentence)
  })

  it('stop the start when the folder does not exist', () => {
    expect(() => comfyuiEngine('/nowhere/graphs')).toThrow('COMFYUI_GRAPH_DIR: the folder /nowhere/graphs does not exist')
  })
})
