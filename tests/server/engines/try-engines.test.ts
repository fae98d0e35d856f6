import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Engine } from '#server/motion/engine.ts'
import { DECLINED_TEXT, NOT_READY_TEXT } from '#server/motion/engines/remote/call-remote.ts'
import { toParameters } from '#server/motion/engines/to-parameters.ts'
import { tryEngines } from '#server/motion/engines/try/try-engines.ts'
import { WAN_OFFER } from '#server/motion/engines/comfyui/wan-options.ts'
import { type ContractService, CONTRACT_CASES } from '../../fixtures/engines/contract-services.ts'
import { type EngineBench, createEngineBench } from '../../fixtures/engines/engine-bench.ts'
import { readVideo } from '#server/motion/read-video.ts'
import { TINY_VIDEO_SIZE } from '../../fixtures/server/tiny-video.ts'
import { neverAborted } from '#shared/never-aborted.ts'
import { escaped } from '#server/http/plain-page.ts'

let bench: EngineBench
let services: ContractService[]
let lines: string[]
let errors: unknown[]
let folder: string

beforeEach(async () => {
  bench = await createEngineBench()
  folder = path.join(bench.folder, 'trial')
  services = []
  lines = []
  errors = []
})
afterEach(async () => {
  for (const { stub } of services) await stub.close()
  await bench.close()
})

async function openService(name: string): Promise<{ service: ContractService; engine: Engine }> {
  const service = await CONTRACT_CASES.find((one) => one.name === name)!.start()
  services.push(service)
  return { service, engine: service.open(bench.deps) }
}

function runTrial(engines: readonly Engine[], isAgreed: boolean, signal = neverAborted()) {
  return tryEngines({
    engines: engines.map((engine) => ({ engine })),
    picturePath: bench.request().imagePaths[0]!,
    folder,
    isAgreed,
    signal,
    nowMs: bench.clock.nowMs,
    say: (line) => void lines.push(line),
    onError: (error) => void errors.push(error),
  })
}

it('shows its planned orders, and sends none without consent', async () => {
  const { service, engine } = await openService('gateway')
  expect(await runTrial([engine, { ...engine, name: 'own', isFree: true }], false)).toBeUndefined()
  expect(lines[0]).toBe('These videos would be ordered:')
  expect(lines[1]).toBe('  gateway klingai/kling-v3.0-i2v, 6 s, 720p (the service charges for it)')
  expect(lines[5]).toBe('  own klingai/kling-v3.0-i2v, 6 s, 720p')
  expect(lines.at(-1)).toBe('Nothing was ordered. Add --yes to order these videos.')
  expect([service.stub.requests, await readdir(bench.folder)]).toEqual([[], ['first.jpg', 'last.jpg']])
})

it('makes one video with each model, and shows them with time and cost, or with the message of a failure', async () => {
  const gateway = await openService('gateway')
  const veo = await openService('veo')
  veo.service.decline!('no')
  const replicate = await openService('replicate')
  replicate.service.stub.submits = [{ status: 402, json: { title: 'Insufficient credit', detail: 'no', status: 402 } }]
  const page = await runTrial([gateway.engine, veo.engine, replicate.engine], true)
  expect([gateway, veo, replicate].map(({ service }) => service.ordered())).toEqual([4, 2, 3])
  expect(page).toBe(path.join(folder, 'index.html'))

  const html = await readFile(page!, 'utf8')
  const articles = html.split('<article>').slice(1)
  expect(articles).toHaveLength(10)
  expect(html).toContain('Total charges reported by services: 1.40 US dollars.')
  expect(articles[0]).toContain('<h2>Kling 3.0</h2>')
  expect(articles[0]).toContain('<dt>Requested</dt><dd>6 s, 720p</dd>')
  expect(articles[0]).toContain(`<dt>Size</dt><dd>${TINY_VIDEO_SIZE.width} × ${TINY_VIDEO_SIZE.height} px`)
  expect(articles[0]).toContain('<dt>Cost</dt><dd>0.35 US dollars</dd>')
  expect(articles[0]).toMatch(/<dt>Time<\/dt><dd>\d+\.\d s<\/dd>/)
  expect(articles[4]).toContain(`<p class="failure">${DECLINED_TEXT}</p>`)
  expect(articles[6]).toContain(`<p class="failure">${escaped(NOT_READY_TEXT)}</p>`)
  expect(articles[7]).toContain('<dt>Cost</dt><dd>Unknown</dd>')
  expect(lines).toContainEqual(expect.stringMatching(/^veo veo-3\.1-generate-preview, 6 s, 720p: .+declined.+ \(\d+ s\)$/))

  const files = [...html.matchAll(/(?:src|poster)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toHaveLength(1 + 2 * 7)
  for (const file of files.filter((name) => name.endsWith('.mp4'))) expect(await readVideo(path.join(folder, file))).toBeDefined()
  expect((await readdir(folder)).toSorted()).toEqual([...new Set(files), 'index.html'].toSorted())
  expect(await sharp(path.join(folder, 'picture.jpg')).metadata()).toMatchObject({ width: 640, height: 400 })
  expect(html).not.toMatch(/https?:|<script/)
})

it('quotes foreign words as text, and a broken engine breaks no other one', async () => {
  const { engine } = await openService('comfyui')
  const title = '<img src=x onerror=alert(1)> & "co"'
  const brokenEngine: Engine = {
    name: 'own',
    isFree: true,
    parameters: toParameters('../x', { ...WAN_OFFER, title }),
    run: () => Promise.reject(new Error('bug')),
    close: async () => undefined,
  }
  const html = await readFile((await runTrial([brokenEngine, engine], true))!, 'utf8')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;')
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('The engine failed. See the log for the error.')
  expect(errors.map(String)).toEqual(['Error: bug'])
  expect(await readdir(folder)).toContain('comfyui-wan-2.2.mp4')
})

it('cancels its orders when it is stopped', async () => {
  const openedServices = [await openService('fal'), await openService('replicate')]
  for (const { service } of openedServices) service.stall()
  bench.clock.hold()
  const stopController = new AbortController()
  const trial = runTrial(
    openedServices.map(({ engine }) => engine),
    true,
    stopController.signal,
  )
  const pollCounts = () => openedServices.map(({ service }) => service.stub.of('GET', service.polled).length)
  await expect.poll(pollCounts).toEqual([1, 1])
  stopController.abort(new Error('stopped'))
  await expect(trial).rejects.toThrow('stopped')
  expect(openedServices.map(({ service }) => [service.ordered(), service.cancelled()])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(errors).toEqual([])
})
