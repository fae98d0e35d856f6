import type { Logger } from '#server/telemetry/log.ts'
import type { EngineConfig, EngineSetup } from './engine-config.ts'
import { SYSTEM_NETWORK } from '#server/net/open-public.ts'
import { BUILTIN_PARAMETERS } from '#shared/domain/builtin-parameters.ts'
import { toPlanRequest } from '#shared/domain/plan-request.ts'
import { findEffect } from '#motion/effects/effects.ts'
import { makePlan } from '#motion/make-plan.ts'
import { systemClock } from '#shared/clock.ts'
import type { Size } from '#motion/pixels.ts'
import { type RenderPoolOptions, createRenderPool } from '../render/render-pool.ts'
import { JobTimeout } from '#server/workers/worker-pool.ts'
import { type Engine, type EngineSet, ENGINE_WEBHOOK_PATH, EngineFailure, musicOf, createEngineSet } from '../engine.ts'
import { createComfyuiEngine } from './comfyui/comfyui-provider.ts'
import { createFalEngine } from './fal/fal-provider.ts'
import { createGatewayEngine } from './gateway/gateway-provider.ts'
import { createReplicateEngine } from './replicate/replicate-provider.ts'
import { createVeoEngine } from './veo/veo-provider.ts'
import { createWakeups } from './remote/wakeups.ts'
import { createAudioWorker } from './remote/create-remote-engine.ts'
import { NO_EFFECT_TEXT } from './remote/call-remote.ts'

interface OpenEnginesOptions {
  readonly config: EngineConfig
  readonly render: RenderPoolOptions
  readonly ffmpegPath: string | undefined
  readonly log: Logger
}

/** Creates the configured engines. Throws one sentence if one cannot be used. */
export async function openEngines(options: OpenEnginesOptions): Promise<EngineSet> {
  const { engines, prices, costs } = options.config
  const openConfigured = async (settings: EngineConfig['engines'][number]) => ({
    engine: await openEngine(settings, options),
    concurrency: settings.concurrency,
  })
  return createEngineSet(await Promise.all(engines.map(openConfigured)), prices, costs)
}

async function openEngine(settings: EngineSetup, { config, render, ffmpegPath, log }: OpenEnginesOptions): Promise<Engine> {
  const { timeLimitMs, webhookOrigin } = config
  if (settings.name === 'builtin') return createBuiltinEngine(render)
  const deps = {
    fetch: globalThis.fetch,
    clock: systemClock,
    random: Math.random,
    wakeups: createWakeups(),
    network: SYSTEM_NETWORK,
    timeLimitMs,
    ffmpegPath,
    audioWorker: createAudioWorker(render),
    onProblem: (error: unknown) => log.warn({ err: error, engine: settings.name }, 'Video service error'),
  }
  const webhookUrl = webhookOrigin === undefined ? undefined : `${webhookOrigin}${ENGINE_WEBHOOK_PATH}${settings.name}`
  switch (settings.name) {
    case 'comfyui':
      return createComfyuiEngine({ ...deps, config: settings })
    case 'fal':
      return createFalEngine({ ...deps, config: settings, webhookUrl })
    case 'replicate':
      return createReplicateEngine({
        ...deps,
        config: settings,
        webhookUrl,
        client: await loadClient(import('replicate'), settings.name, 'replicate'),
      })
    case 'veo':
      return createVeoEngine({
        ...deps,
        config: settings,
        client: await loadClient(import('@google/genai'), settings.name, '@google/genai'),
      })
    case 'gateway':
      return createGatewayEngine({ ...deps, config: settings, client: await loadClient(import('ai'), settings.name, 'ai') })
  }
}

/** Loads the client package of a service. The package is optional: throws one sentence if it is not installed. */
export async function loadClient<T>(packagePromise: Promise<T>, engine: string, name: string): Promise<T> {
  return packagePromise.catch((cause: unknown) => {
    throw new Error(`ENGINES=${engine} needs the ${name} package: npm install --include=optional.`, { cause })
  })
}

const NEEDS_ONE_TEXT = 'This video needs 1 photo.'
const NEEDS_TWO_TEXT = 'This video needs a start frame and an end frame.'
const TOO_SLOW_TEXT = 'This video took too long and was stopped, so your points were returned. Try a shorter video or a lower resolution.'

/** Kinora Motion: this project's renderer, on worker threads of this process. A repeated task renders the same video. */
export function createBuiltinEngine(options: RenderPoolOptions): Engine {
  const pool = createRenderPool(options)

  return {
    name: 'builtin',
    isFree: true,
    parameters: BUILTIN_PARAMETERS,
    async run(request, { signal, onStage, onProgress }) {
      const { imagePaths, resolution, videoPath, posterPath } = request
      const pictureCount = request.bizType === 'HEAD_TAIL' ? 2 : 1
      if (imagePaths.length !== pictureCount) throw new EngineFailure(pictureCount === 2 ? NEEDS_TWO_TEXT : NEEDS_ONE_TEXT)
      // A queued task may name an effect that this build does not have.
      if (request.bizType === 'TEMPLATE' && findEffect(request.templateId ?? '') === null) throw new EngineFailure(NO_EFFECT_TEXT)
      const planFor = (picture: Size, hasDepth: boolean) => makePlan({ ...toPlanRequest(request, picture), hasDepth })
      const video = pool.renderVideo(
        { imagePaths, resolution, planFor, music: musicOf(request), videoPath, posterPath },
        { signal, onStage, onProgress },
      )
      return video.catch((error: unknown) =>
        Promise.reject(error instanceof JobTimeout ? new EngineFailure(TOO_SLOW_TEXT, { cause: error }) : error),
      )
    },
    close: () => pool.close(),
  }
}
