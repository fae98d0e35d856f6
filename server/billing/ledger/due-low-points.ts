import { type Placeholder, sql } from '#server/database/database.ts'
import { LOW_POINTS } from '#shared/domain/top-up-rules.ts'

/**
 * Two queries for the statement that appends ledger entries, after its queries `last` and `appended`. They schedule an account for the next
 * payment round if its balance falls below its notice limit, or if a video reduces it below its top-up limit.
 */
export const dueLowPoints = (value: (parameter: 'ownerId' | 'total' | 'nowMs') => Placeholder) => sql`fallen as (
    select balance as before, balance + ${value('total')}::int as after, exists (select from appended where kind = 'hold') as is_hold
    from last
    where ${value('total')}::int < 0 and exists (select from appended)
  ), due as (
    insert into low_points (owner_id, notice_points, is_fallen, due_at_ms)
    select account.id, ${sql.raw(String(LOW_POINTS))}, is_low, ${value('nowMs')}::bigint
    from fallen
    join account on account.id = ${value('ownerId')}
    left join low_points known on known.owner_id = account.id
    left join top_up on top_up.owner_id = account.id and top_up.ended_at_ms is null
    cross join lateral (
      select case when known.owner_id is null then ${sql.raw(String(LOW_POINTS))} else known.notice_points end as notice
    ) asked
    cross join lateral (select coalesce(after < notice and before >= notice, false) as is_low) low
    where is_low or (is_hold and after < top_up.below_points)
    on conflict (owner_id) do update
      set due_at_ms = excluded.due_at_ms, is_fallen = low_points.is_fallen or excluded.is_fallen
  )`
