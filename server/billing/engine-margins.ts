import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#server/platform/database/database.ts'

const MICROS_PER_DOLLAR = 1_000_000
const CENTS_PER_DOLLAR = 100

export interface ModelOrders {
  readonly engine: string
  readonly model: string
  readonly made: number
  readonly failed: number
  readonly cancelled: number
  readonly points: number
  readonly costMicros: number
  /** Videos of which nobody says what they cost. */
  readonly withoutCost: number
}

export interface Margins {
  readonly models: readonly ModelOrders[]
  /** What people have paid for a point, on average; null before the first payment in dollars. */
  readonly usdPerPoint: number | null
}

/** What was ordered at video services, by model, beside what people paid for it. */
export async function readMargins(db: Database): Promise<Margins> {
  const models = await queryRows<ModelOrders>(
    db,
    sql`select engine, model_name as model,
        count(*) filter (where outcome = 'made')::int as made,
        count(*) filter (where outcome = 'failed')::int as failed,
        count(*) filter (where outcome = 'cancelled')::int as cancelled,
        sum(points)::int as points, coalesce(sum(cost_micros), 0)::float8 as "costMicros",
        count(*) filter (where outcome = 'made' and cost_micros is null)::int as "withoutCost"
      from engine_order group by engine, model_name order by engine, model_name`,
  )
  const [paid] = await queryRows<{ cents: number; points: number }>(
    db,
    sql`select coalesce(sum(amount_cents - refunded_cents), 0)::float8 as cents, coalesce(sum(points - points_taken_back), 0)::float8 as points
      from payment where currency_code = 'USD'`,
  )
  return { models, usdPerPoint: paid === undefined || paid.points === 0 ? null : paid.cents / CENTS_PER_DOLLAR / paid.points }
}

const HEAD = ['model', 'engine', 'made', 'failed', 'cancelled', 'points', 'income', 'cost', 'margin']
const UNKNOWN = '?'

/** A table for the terminal; what is not known has a question mark. */
export function marginLines({ models, usdPerPoint }: Margins): readonly string[] {
  if (models.length === 0) return ['Nothing was ordered at a video service yet.']
  const rows = models.map(({ model, engine, made, failed, cancelled, points, costMicros, withoutCost }) => {
    const income = usdPerPoint === null ? null : points * usdPerPoint
    const cost = withoutCost > 0 ? null : costMicros / MICROS_PER_DOLLAR
    const margin = income === null || cost === null ? null : income - cost
    return [model, engine, made, failed, cancelled, points, ...[income, cost, margin].map(dollars)].map(String)
  })
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  const value =
    usdPerPoint === null
      ? 'No payment in dollars yet, so that a point has no value.'
      : `A point brought ${usdPerPoint.toFixed(4)} $ on average.`
  const unsaid = models.filter(({ withoutCost }) => withoutCost > 0).map(({ model, withoutCost }) => `${model} (${withoutCost})`)
  return [
    line(HEAD),
    ...rows.map(line),
    value,
    ...(unsaid.length === 0 ? [] : [`Without a cost: ${unsaid.join(', ')}. MODEL_COSTS says what a second of a model costs.`]),
  ]
}

function dollars(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2)
}
