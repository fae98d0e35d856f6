import type { FalConfig } from '#server/engine-config.ts'
import type { Engine } from '#server/providers/engine/engine.ts'
import type { RemoteEngineDeps } from '#server/providers/engine/remote/create-remote-engine.ts'
import { createRemoteEngine } from '#server/providers/engine/remote/create-remote-engine.ts'
import { FAL_MODELS } from './fal-models.ts'
import { createFalProvider } from './fal-provider.ts'
import { createFalWebhook } from './fal-webhook.ts'
import { toParameters } from '#server/providers/engine/to-parameters.ts'

export interface FalEngineDeps extends RemoteEngineDeps {
  readonly config: FalConfig
  readonly fetch: typeof globalThis.fetch
  readonly webhookUrl: string | undefined
}

/** Videos by fal.ai: one key, models by name. Its wire is tested against a local stand-in, never against the paid service. */
export function createFalEngine(deps: FalEngineDeps): Engine {
  const { config, fetch, clock, wakeups } = deps
  const parameters = toParameters(config.model, FAL_MODELS[config.model])
  return {
    ...createRemoteEngine(createFalProvider({ ...deps, nowMs: clock.nowMs }), parameters, deps),
    webhook: createFalWebhook({ jwksUrl: config.jwksUrl, fetch, nowMs: clock.nowMs, wakeups }),
  }
}
