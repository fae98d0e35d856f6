import type { Logger } from 'pino'
import type { EngineConfig } from '#server/engine-config.ts'
import type { RenderPoolOptions } from '../render/render-pool.ts'
import type { Engine } from './engine.ts'
import { SYSTEM_NETWORK } from '#server/platform/net/open-public.ts'
import { ENGINE_WEBHOOK_PATH } from './engine.ts'
import { createBuiltinEngine } from './builtin.ts'
import { createComfyuiEngine } from './comfyui/comfyui-provider.ts'
import { createFalEngine } from './fal/fal-provider.ts'
import { SYSTEM_CLOCK } from './remote/clock.ts'
import { createAudioWorker } from './remote/audio-worker.ts'
import { createWakeups } from './remote/wakeups.ts'

interface OpenEngine {
  readonly config: EngineConfig
  /** The built-in engine's threads. */
  readonly render: RenderPoolOptions
  readonly ffmpegPath: string | undefined
  readonly log: Logger
}

/** The engine that the configuration names. */
export function openEngine({ config, render, ffmpegPath, log }: OpenEngine): Engine {
  const { maker, timeLimitMs, webhookOrigin } = config
  if (maker.name === 'builtin') return createBuiltinEngine(render)
  const deps = {
    fetch: globalThis.fetch,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    wakeups: createWakeups(),
    network: SYSTEM_NETWORK,
    timeLimitMs,
    ffmpegPath,
    audioWorker: createAudioWorker(render),
    onProblem: (error: unknown) => log.warn({ err: error, engine: maker.name }, 'the video service had a problem'),
  }
  if (maker.name === 'comfyui') return createComfyuiEngine({ ...deps, config: maker })
  const webhookUrl = webhookOrigin === undefined ? undefined : `${webhookOrigin}${ENGINE_WEBHOOK_PATH}${maker.name}`
  return createFalEngine({ ...deps, config: maker, webhookUrl })
}
