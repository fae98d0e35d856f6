import { type Database, queryRows, sql } from '#server/database/database.ts'
import { minorDigits } from '#shared/domain/currencies.ts'
import { BASE_CURRENCY } from '#shared/domain/sku-rules.ts'

const MICROS_PER_DOLLAR = 1_000_000

export interface ModelOrders {
  readonly engine: string
  readonly model: string
  readonly made: number
  readonly failed: number
  readonly cancelled: number
  readonly points: number
  readonly costMicros: number
  /** The number of finished videos whose cost is unknown. */
  readonly withoutCost: number
}

export interface Margins {
  readonly models: readonly ModelOrders[]
  /** The average price that users paid for a point, in US dollars; null before the first payment in dollars. */
  readonly usdPerPoint: number | null
  /** The average price per point in other currencies, in whole units. */
  readonly others: readonly { readonly currencyCode: string; readonly perPoint: number }[]
}

/** The cost of videos at external services, by model, and the points revenue. */
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
  const paidRows = await queryRows<{ currencyCode: string; minor: number; points: number }>(
    db,
    sql`select currency_code as "currencyCode", sum(amount_cents - refunded_cents)::float8 as minor, sum(points - points_taken_back)::float8 as points
      from payment group by currency_code having sum(points - points_taken_back) > 0 order by currency_code`,
  )
  const pointPrices = paidRows.map(({ currencyCode, minor, points }) => ({
    currencyCode,
    perPoint: minor / 10 ** minorDigits(currencyCode) / points,
  }))
  const dollarPrice = pointPrices.find(({ currencyCode }) => currencyCode === BASE_CURRENCY)
  return { models, usdPerPoint: dollarPrice?.perPoint ?? null, others: pointPrices.filter((price) => price !== dollarPrice) }
}

const COLUMN_HEADS = ['model', 'engine', 'made', 'failed', 'canceled', 'points', 'income', 'cost', 'margin']
const UNKNOWN = '?'

/** The lines of a table for the terminal; unknown values are question marks. */
export function marginLines({ models, usdPerPoint, others }: Margins): readonly string[] {
  if (models.length === 0) return ['No videos have been ordered from a video service yet.']
  const rows = models.map(({ model, engine, made, failed, cancelled, points, costMicros, withoutCost }) => {
    const income = usdPerPoint === null ? null : points * usdPerPoint
    const cost = withoutCost > 0 ? null : costMicros / MICROS_PER_DOLLAR
    const margin = income === null || cost === null ? null : income - cost
    return [model, engine, made, failed, cancelled, points, ...[income, cost, margin].map(formatDollars)].map(String)
  })
  const widths = COLUMN_HEADS.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const formatLine = (cells: readonly string[]) =>
    cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ')
  const value =
    usdPerPoint === null
      ? 'No payments in US dollars yet, so the value of a point is unknown.'
      : `Average income per point: $${usdPerPoint.toFixed(4)}.`
  const modelsWithoutCost = models.filter(({ withoutCost }) => withoutCost > 0).map(({ model, withoutCost }) => `${model} (${withoutCost})`)
  return [
    formatLine(COLUMN_HEADS),
    ...rows.map(formatLine),
    value,
    ...(others.length === 0 ? [] : [`Average per point in other currencies (not converted): ${others.map(perPointText).join(', ')}.`]),
    ...(modelsWithoutCost.length === 0
      ? []
      : [`Videos without a known cost: ${modelsWithoutCost.join(', ')}. Set the cost per second in MODEL_COSTS.`]),
  ]
}

function perPointText({ currencyCode, perPoint }: Margins['others'][number]): string {
  return `${perPoint.toFixed(minorDigits(currencyCode) + 2)} ${currencyCode}`
}

function formatDollars(value: number | null): string {
  return value === null ? UNKNOWN : value.toFixed(2)
}
