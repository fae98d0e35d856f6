import { createBuiltinEngine } from '#server/motion/engines/open-engines.ts'
import { type SwitchedEngine, createSwitchedEngine } from '../fixtures/server/switched-engine.ts'
import { type PausedEngine, createPausedEngine } from '../fixtures/server/test-engines.ts'
import { type TestServer, startTestServer } from '../fixtures/start-test-server.ts'

const RENDER_WORKER = new URL('../../dist/server/render-worker.js', import.meta.url)
const RENDER_WORKERS = 2
/** Enough points for the videos of all steps. */
const WELCOME_POINTS = 1000

export interface EnginesServer extends Omit<TestServer, 'stop'> {
  /** Lets the product's own renderer make the videos until `reset`. */
  renderVideos(): void
  /** Until `reset`, each video waits until the test releases it. */
  holdVideos(): PausedEngine
  /** Resets the server to its initial state, without running tasks. */
  reset(): Promise<void>
}

/** Starts the server that all browser engines of a run share, with the built page and the built renderer. */
export async function startEnginesServer(): Promise<EnginesServer> {
  const engine: SwitchedEngine = createSwitchedEngine()
  const builtin = createBuiltinEngine({ workerUrl: RENDER_WORKER, workers: RENDER_WORKERS })
  const server = await startTestServer({ engine, config: { welcomePointsVisitor: WELCOME_POINTS, welcomeVisitorsPerAddressPerDay: 0 } })
  return {
    ...server,
    renderVideos: () => engine.use(builtin),
    holdVideos() {
      const pausedEngine = createPausedEngine()
      engine.use(pausedEngine)
      return pausedEngine
    },
    async reset() {
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
