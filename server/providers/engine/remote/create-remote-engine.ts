import type { Engine } from '#server/providers/engine/engine.ts'
import type { PublicDeps } from '#server/providers/net/open-public.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { RemoteProvider } from './remote-provider.ts'
import type { RemoteDeps } from './run-remote.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { downloadFile } from './download-file.ts'
import { keepResult } from './keep-result.ts'
import { LOST_TEXT } from './remote-texts.ts'
import { RemoteTrouble } from './remote-trouble.ts'
import { retrying } from './retrying.ts'
import { runRemote } from './run-remote.ts'

/** How long a finished file is tried to be fetched, in ms. */
export const FETCH_LIMIT_MS = 5 * 60 * 1000

export interface RemoteEngineDeps extends RemoteDeps {
  readonly network: PublicDeps
  readonly ffmpegPath: string | undefined
}

/** An engine that lets a video service do the work and brings its file home. */
export function createRemoteEngine<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  parameters: VideoParameters,
  deps: RemoteEngineDeps,
): Engine {
  const { clock, random, network, ffmpegPath, onProblem } = deps
  return {
    name: provider.name,
    parameters,
    async run(request, run) {
      const { signal, onStage } = run
      try {
        const file = await runRemote(provider, deps, request, run)
        onStage('finishing')
        const untilMs = clock.nowMs() + FETCH_LIMIT_MS
        const fetchTo = (path: string) => retrying(() => downloadFile(file, path, network, signal), { clock, random, signal, untilMs })
        return await keepResult(request, fetchTo, ffmpegPath, signal)
      } catch (error) {
        if (error instanceof EngineFailure && error.cause !== undefined) onProblem(error.cause)
        if (!(error instanceof RemoteTrouble)) throw error
        onProblem(error)
        throw new EngineFailure(LOST_TEXT, { cause: error })
      }
    },
    close: async () => undefined,
  }
}
