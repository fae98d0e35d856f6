import type { EncodedMusic } from '#server/motion/render/encode-music.ts'
import type { PublicDeps } from '#server/net/open-public.ts'
import type { VideoParameters } from '#shared/api/generation.ts'
import type { RenderPoolOptions } from '#server/motion/render/render-pool.ts'
import type { MusicRequest } from '#motion/music/music.ts'
import { createWorkerPool } from '#server/workers/worker-pool.ts'
import { MUSIC_LIMIT_MS } from '#server/motion/render/render-job.ts'
import { type Engine, type EngineRequest, EngineAway, EngineFailure, musicOf } from '#server/motion/engine.ts'
import { toWordedRequest } from '../control-words.ts'
import type { VideoFacts } from '#server/motion/read-video.ts'
import { downloadFile, MAX_VIDEO_BYTES } from './download-file.ts'
import { storeResult } from './store-result.ts'
import { type RemoteProvider, readHandle } from '#server/motion/remote-provider.ts'
import { LOST_TEXT, RemoteError, retryRemote } from './call-remote.ts'
import { type RemoteDeps, runRemote } from './run-remote.ts'

/** The time limit in ms for the download of a finished file, including retries. */
const FETCH_LIMIT_MS = 5 * 60 * 1000

export interface RemoteEngineDeps extends RemoteDeps {
  readonly network: PublicDeps
  readonly ffmpegPath: string | undefined
  readonly audioWorker: AudioWorker
}

/** An engine that delegates the work to a video service and downloads the file. */
export function createRemoteEngine<Order, Ref extends object>(
  provider: RemoteProvider<Order, Ref>,
  parameters: VideoParameters,
  deps: RemoteEngineDeps,
): Engine {
  const { clock, random, network, ffmpegPath, audioWorker, onProblem } = deps

  /** Composes the music of a silent video; null if none is requested, or if composing fails. */
  async function compose(request: EngineRequest, { hasSound, seconds }: VideoFacts, signal: AbortSignal): Promise<EncodedMusic | null> {
    const music = hasSound ? null : musicOf(request)
    if (music === null) return null
    return audioWorker.compose({ ...music, seconds }, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      onProblem(error)
      return null
    })
  }

  return {
    name: provider.name,
    parameters,
    async run(request, run) {
      const { signal, onStage } = run
      try {
        const file = await runRemote(provider, deps, toWordedRequest(request), run)
        onStage('finishing')
        const untilMs = clock.nowMs() + FETCH_LIMIT_MS
        const downloadOptions = { network, signal, maxBytes: MAX_VIDEO_BYTES, limitMs: FETCH_LIMIT_MS }
        const downloadTo = (path: string) =>
          retryRemote(() => downloadFile(file, path, downloadOptions), { clock, random, signal, untilMs })
        const result = await storeResult(request, { downloadTo, musicFor: (video) => compose(request, video, signal), ffmpegPath, signal })
        return { ...result, costUsd: file.costUsd }
      } catch (error) {
        if (error instanceof EngineFailure && error.cause !== undefined) onProblem(error.cause)
        if (!(error instanceof RemoteError)) throw error
        onProblem(error)
        throw new EngineFailure(LOST_TEXT, { cause: error })
      }
    },
    async check(signal) {
      try {
        await provider.check(signal)
        return null
      } catch (error) {
        if (error instanceof EngineAway) return error.reason
        if (error instanceof RemoteError || signal.aborted) return 'unreachable'
        throw error
      }
    },
    async drop(handle) {
      const ref = readHandle(handle, provider)?.ref ?? null
      if (ref !== null) await provider.cancel(ref)
    },
    close: () => audioWorker.close(),
  }
}

/** Composes music for videos without sound. */
interface AudioWorker {
  compose(music: MusicRequest, signal: AbortSignal): Promise<EncodedMusic>
  close(): Promise<void>
}

/** Composes music on its own thread, which starts on demand. */
export function createAudioWorker({ workerUrl, setTimer }: Pick<RenderPoolOptions, 'workerUrl' | 'setTimer'>): AudioWorker {
  const pool = createWorkerPool<MusicRequest, EncodedMusic>(workerUrl, 1, setTimer)
  return {
    compose: (music, signal) => pool.run(music, { limitMs: MUSIC_LIMIT_MS, signal }),
    close: () => pool.close(),
  }
}
