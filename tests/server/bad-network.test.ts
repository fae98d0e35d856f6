import type { CommitIntent, PreparedPicture } from '#shared/contract/commit-contract.ts'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFailed, vi } from 'vitest'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { BASE_POINTS } from '#shared/domain/video-price.ts'
import { EFFECTS } from '#motion/effects/effects.ts'
import { ok } from '#shared/result.ts'
import { inTransaction } from '#server/database/database.ts'
import * as tables from '#server/database/schema.ts'
import { appendEntries } from '#server/billing/ledger.ts'
import { createHubsOnNetwork } from '../fixtures/hubs-on-network.ts'
import { makePhoto } from '../fixtures/photos/make-photo.ts'
import { makeRandom } from '../fixtures/photos/value-noise.ts'
import { type BadNetwork, createBadNetwork } from '../fixtures/server/bad-network.ts'
import { type Intercept, startTestServer } from '../fixtures/start-test-server.ts'
import { makeToken, sha256Of } from './client.ts'

const COMMITS = Number(process.env['BAD_NETWORK_COMMITS'] ?? 40)
const SEED = Number(process.env['BAD_NETWORK_SEED'] ?? Math.floor(Math.random() * 1_000_000))
const PICTURES = 10
const MAX_WAITING_COMMITS = 12
const COMMITS_PER_EVENT = Math.max(4, COMMITS / 20)
const WELCOME_POINTS = 100
/** Enough points to pay every commit twice, so that a lack of points cannot prevent a double payment. */
const GRANTED_POINTS = 2 * COMMITS * BASE_POINTS
const TIMEOUT_MS = 60_000 + COMMITS * 2000

it(
  `${COMMITS} commits over a network that drops, loses and delays, with hubs that die, freeze and are replaced, become as many batches, each paid once`,
  async () => {
    const random = makeRandom(SEED)
    const network = createBadNetwork(random)
    await using setup = await openServerAndHubs(network.intercept, random)
    const { server, hubs } = setup
    const startedMs = performance.now()
    const describeRun = () =>
      `seed ${SEED}: ${COMMITS} commits, ${JSON.stringify(network.counts)}, ${hubs.owners.length} owners, ${Math.round((performance.now() - startedMs) / 1000)} s`
    onTestFailed(() => console.error(describeRun(), JSON.stringify(hubs.work()?.outbox), hubs.bugs))

    const intents = makeIntents(await makePictures())
    const events = makeEvents(hubs, network)
    for (const [index, intent] of intents.entries()) {
      await vi.waitUntil(() => countWaitingCommits(hubs) < MAX_WAITING_COMMITS, { timeout: TIMEOUT_MS })
      const isRepeated = random() < 0.1
      await Promise.all([hubs.ask((api) => api.commit(intent)), isRepeated && hubs.ask((api) => api.commit(intent))])
      if (index % COMMITS_PER_EVENT === COMMITS_PER_EVENT - 1) await events.next()
    }
    hubs.thaw()
    await vi.waitUntil(() => isAllReported(hubs), { timeout: TIMEOUT_MS })

    expect(hubs.bugs).toEqual([])
    expect(network.failures).toEqual([])
    await expectOneBatchPerCommit(server, intents)
    const balance = await expectBalancedLedger(server)
    await expect.poll(hubs.credits).toEqual({ points: balance, held: 0 })
    await expectPicturesStoredOnce(server, intents)
    expect([...hubs.announced.values()].map((tabs) => tabs.length)).toEqual(Array.from({ length: COMMITS }, () => 1))
    const { dropped, lost, sent, puts } = network.counts
    expect([dropped / sent > 0.2, lost / sent > 0.1, puts >= PICTURES]).toEqual([true, true, true])
    if (process.env['BAD_NETWORK_COMMITS'] !== undefined) console.log(describeRun())
  },
  2 * TIMEOUT_MS,
)

type Hubs = ReturnType<typeof createHubsOnNetwork>
type Setup = Awaited<ReturnType<typeof openServerAndHubs>>
type Server = Setup['server']

/** Opens a server, and a browser with three hubs and one visitor. The visitor's login uses the same bad network. */
async function openServerAndHubs(intercept: Intercept, random: () => number) {
  const server = await startTestServer({ intercept })
  const hubs = createHubsOnNetwork({ origin: server.origin, userToken: makeToken(), random })
  for (let count = 0; count < 3; count += 1) hubs.startHub(1)
  await vi.waitUntil(() => hubs.credits(), { timeout: TIMEOUT_MS })
  const [owner] = await server.database.db.select().from(tables.owner)
  const grant = { kind: 'grant', amount: GRANTED_POINTS, note: 'for the test' } as const
  const grantResult = await inTransaction(server.database.db, (tx) => appendEntries(tx, owner!.id, [grant], Date.now()))
  expect(grantResult).toEqual(ok(WELCOME_POINTS + GRANTED_POINTS))
  return {
    server,
    hubs,
    async [Symbol.asyncDispose]() {
      await hubs.stop()
      await server.close()
    },
  }
}

function makePictures(): Promise<PreparedPicture[]> {
  const seeds = Array.from({ length: PICTURES }, (_, index) => index)
  return Promise.all(
    seeds.map(async (seed) => {
      const [width, height] = [480, 360]
      const bytes = await makePhoto({ width, height, seed })
      const blob = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
      return { blob, name: `photo-${seed}.jpg`, sha256: sha256Of(bytes), width, height }
    }),
  )
}

/** Makes commits of all kinds in turn. The later a commit, the more pictures it can use; each picture is used several times. */
function makeIntents(pictures: readonly PreparedPicture[]): CommitIntent[] {
  return Array.from({ length: COMMITS }, (_, index) => {
    const usableCount = 1 + Math.floor((index * PICTURES) / COMMITS)
    const bizType = BIZ_TYPES[index % BIZ_TYPES.length]!
    const settings = { modelName: 'kinora-motion-1', duration: '6s', resolution: '720p', videoNum: 1, imageFidelity: 0.5 } as const
    const effect = { templateId: EFFECTS[index % EFFECTS.length]!.id, aiMusic: 1 as const }
    return {
      id: crypto.randomUUID(),
      bizType,
      settings: { ...settings, prompt: `push in ${index}`, seed: index, ...(bizType === 'TEMPLATE' && effect) },
      picture: pictures[index % usableCount]!,
      lastPicture: bizType === 'HEAD_TAIL' ? pictures[(index + 1) % usableCount]! : undefined,
      priceCeiling: BASE_POINTS,
    }
  })
}

const picturesOf = ({ picture, lastPicture }: CommitIntent) => [picture, ...(lastPicture === undefined ? [] : [lastPicture])]

/**
 * Three events in turn: the owner hub dies, a newer build becomes the owner, or the owner freezes and thaws later. An event waits while two
 * owners could upload one picture in parallel: the server may then store it twice, but the test expects every picture once.
 */
function makeEvents(hubs: Hubs, network: BadNetwork) {
  let build = 1
  let count = 0
  return {
    async next() {
      hubs.thaw()
      const kind = count % 3
      count += 1
      await vi.waitUntil(() => !(kind === 2 ? network.isUploading() : network.isStoring()), { interval: 1, timeout: TIMEOUT_MS })
      if (kind === 0) {
        hubs.killOwner()
        hubs.startHub(build)
      } else if (kind === 1) {
        build += 1
        hubs.startHub(build)
        await vi.waitUntil(() => hubs.leadingBuild() === build, { timeout: 10_000 })
        hubs.closeOldest()
      } else hubs.freezeOwner()
    },
  }
}

/** Returns the number of commits that the server has not accepted yet. Throws if the server refused a commit. */
function countWaitingCommits(hubs: Hubs): number {
  const outbox = hubs.work()?.outbox ?? []
  if (outbox.some(({ state }) => state === 'refused')) throw new Error('a commit was refused')
  return outbox.length
}

function isAllReported(hubs: Hubs): boolean {
  const work = hubs.work()
  return countWaitingCommits(hubs) === 0 && work?.batches.length === 0 && work.finished.length >= COMMITS && !hubs.hasOpenClaims()
}

async function expectOneBatchPerCommit({ database }: Server, intents: readonly CommitIntent[]): Promise<void> {
  const batches = await database.db.select().from(tables.batch)
  expect(batches).toHaveLength(COMMITS)
  const keys = await database.db.select().from(tables.idempotency)
  expect(keys.map(({ key }) => key).toSorted()).toEqual(intents.map(({ id }) => id).toSorted())
  const batchIds = new Map(keys.map(({ key, answer }) => [key, (JSON.parse(answer) as { batchId: string }).batchId]))
  const hashByName = new Map((await database.db.select().from(tables.media)).map(({ name, sha256 }) => [name, sha256]))
  const storedCommits = intents.map(({ id }) => {
    const batch = batches.find((one) => one.id === batchIds.get(id))
    const { bizType, prompt, seed, templateId, images = [] } = batch ?? {}
    return { bizType, prompt, seed, templateId, pictures: images.map((name) => hashByName.get(name)) }
  })
  const expectedCommits = intents.map((intent) => {
    const { bizType, settings } = intent
    const { prompt, seed, templateId = null } = settings
    return { bizType, prompt, seed, templateId, pictures: picturesOf(intent).map(({ sha256 }) => sha256) }
  })
  expect(storedCommits).toEqual(expectedCommits)
  const tasks = await database.db.select().from(tables.task)
  expect(tasks.map(({ status }) => status)).toEqual(Array.from({ length: COMMITS }, () => 'SUCCESS'))
}

/** Returns the balance, and expects that the ledger sums up to it and every hold has exactly one end. */
async function expectBalancedLedger({ database }: Server): Promise<number> {
  const rows = await database.db.select().from(tables.ledger).orderBy(tables.ledger.seq)
  const entriesOf = (kind: string) => rows.filter((row) => row.kind === kind)
  const taskIdsOf = (kind: string) =>
    entriesOf(kind)
      .map(({ taskId }) => taskId ?? '')
      .toSorted()
  expect(new Set(rows.map(({ ownerId }) => ownerId)).size).toBe(1)
  expect(entriesOf('grant').map(({ amount }) => amount)).toEqual([WELCOME_POINTS, GRANTED_POINTS])
  expect([entriesOf('hold').length, new Set(taskIdsOf('hold')).size, entriesOf('return').length]).toEqual([COMMITS, COMMITS, 0])
  expect(taskIdsOf('settle')).toEqual(taskIdsOf('hold'))
  const sum = rows.reduce((total, { amount }) => total + amount, 0)
  expect(sum).toBe(WELCOME_POINTS + GRANTED_POINTS - COMMITS * BASE_POINTS)
  expect(rows.at(-1)?.balance).toBe(sum)
  return sum
}

async function expectPicturesStoredOnce({ database }: Server, intents: readonly CommitIntent[]): Promise<void> {
  const uploads = await database.db.select().from(tables.media).where(eq(tables.media.kind, 'upload'))
  const storedHashes = uploads.filter(({ state }) => state === 'stored').map(({ sha256 }) => sha256 ?? '')
  expect(storedHashes.toSorted()).toEqual([...new Set(intents.flatMap(picturesOf).map(({ sha256 }) => sha256))].toSorted())
}
