import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { type SwitchedEngine, createSwitchedEngine } from '../fixtures/server/switched-engine.ts'
import { type HeldEngine, createHeldEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

const RENDER_WORKER = new URL('../../dist/server/render-worker.js', import.meta.url)
const RENDER_WORKERS = 2
/** For all videos of all steps. */
const POINTS = 1000

export interface EnginesServer extends Omit<TestServer, 'stop'> {
  /** Until it rests, videos are rendered by the product's own renderer, and not there at once. */
  renderVideos(): void
  /** Until it rests, each waits for its release. */
  holdVideos(): HeldEngine
  /** Stands as it was started, with nothing under way. */
  rest(): Promise<void>
}

/** The server that all engines of a run use, with the built page and the built renderer. */
export async function startEnginesServer(): Promise<EnginesServer> {
  const engine: SwitchedEngine = createSwitchedEngine()
  const builtin = createBuiltinEngine({ workerUrl: RENDER_WORKER, workers: RENDER_WORKERS })
  const server = await startTestServer({ engine, config: { welcomePointsVisitor: POINTS, welcomeVisitorsPerAddressPerDay: 0 } })
  return {
    ...server,
    renderVideos: () => engine.use(builtin),
    holdVideos() {
      const held = createHeldEngine()
      engine.use(held)
      return held
    },
    async rest() {
      server.down(false)
      engine.use(null)
      await engine.abandon()
    },
    async close() {
      await server.close()
      await builtin.close()
    },
  }
}
