import { afterAll, beforeAll, expect, it } from 'vitest'
import { marginLines, readMargins } from '#server/billing/engine-margins.ts'
import type { OpenedDatabase } from '#server/database/database.ts'
import { engineOrder } from '#server/database/schema.ts'
import { openTestDatabase } from '../../fixtures/server/test-database.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const makeEngineOrder = (taskId: string, changes: Partial<typeof engineOrder.$inferInsert> = {}) => ({
  taskId,
  engine: 'fal',
  modelName: 'pixverse-v6',
  outcome: 'made' as const,
  points: 120,
  costMicros: 300_000,
  endedAtMs: 1,
  ...changes,
})

it('compares the costs of orders with the paid prices, by model', async () => {
  expect(marginLines(await readMargins(database.db))).toEqual(['No videos have been ordered from a video service yet.'])
  await database.db
    .insert(engineOrder)
    .values([
      makeEngineOrder('a'),
      makeEngineOrder('b'),
      makeEngineOrder('c', { outcome: 'failed', points: 0, costMicros: null }),
      makeEngineOrder('d', { modelName: 'veo', costMicros: null }),
    ])
  const { models, usdPerPoint, others } = await readMargins(database.db)
  expect([usdPerPoint, others]).toEqual([null, []])
  expect(models).toEqual([
    { engine: 'fal', model: 'pixverse-v6', made: 2, failed: 1, cancelled: 0, points: 240, costMicros: 600_000, withoutCost: 0 },
    { engine: 'fal', model: 'veo', made: 1, failed: 0, cancelled: 0, points: 120, costMicros: 0, withoutCost: 1 },
  ])
  expect(marginLines({ models, usdPerPoint: 0.01, others: [] })).toEqual([
    'model        engine  made  failed  canceled  points  income  cost  margin',
    'pixverse-v6  fal        2       1         0     240    2.40  0.60    1.80',
    'veo          fal        1       0         0     120    1.20     ?       ?',
    'Average income per point: $0.0100.',
    'Videos without a known cost: veo (1). Set the cost per second in MODEL_COSTS.',
  ])
})
