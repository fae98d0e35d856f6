import { test as base } from '@playwright/test'
import { type SharedServer, type SharedServerOptions, createSharedServers } from '../../fixtures/server/shared-server.ts'
import { awaitTakeover } from './await-takeover.ts'

export { expect } from '@playwright/test'

/** Only a test with this tag has the service worker, because storing the whole app needs seconds. */
const OFFLINE_TAG = '@offline'

/** Only a test with this tag has the app's animations, because drawing them needs a fifth of a test run. */
const MOVING_TAG = '@moving'

interface Fixtures {
  /** For `test.use`: the options with which the test's server starts. */
  readonly serverOptions: SharedServerOptions
  /** One server for all tests of a worker with the same options; before each test it has no users and its initial configuration. */
  readonly server: SharedServer
}

interface WorkerFixtures {
  readonly servers: ReturnType<typeof createSharedServers>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverOptions: [{}, { option: true }],
  serviceWorkers: async ({ serviceWorkers }, provide, { tags }) => provide(tags.includes(OFFLINE_TAG) ? 'allow' : serviceWorkers),
  contextOptions: async ({ contextOptions }, provide, { tags }) =>
    provide(tags.includes(MOVING_TAG) ? contextOptions : { reducedMotion: 'reduce', ...contextOptions }),
  context: async ({ context, javaScriptEnabled }, provide) => {
    if (javaScriptEnabled) context.on('page', awaitTakeover)
    await provide(context)
  },
  servers: [
    // Playwright reads the names of the needed fixtures from this pattern. It is empty, because `servers` needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const servers = createSharedServers()
      await provide(servers)
      await servers.close()
    },
    { scope: 'worker' },
  ],
  server: async ({ servers, serverOptions }, provide) => {
    await provide(await servers.acquire(serverOptions))
  },
})
