import { createHash } from 'node:crypto'

const VISITOR_POINTS = 1_000_000

/** An id of 32 hex digits, derived from a text. */
export function idOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Adds a visitor with points, a stored picture, finished creations (the newest last), and running batches. */
export async function addVisitor(client, name, { creations, running }) {
  const token = idOf(`token ${name}`)
  const owner = idOf(`owner ${name}`)
  const image = `${idOf(`image ${name}`)}.jpg`
  const nowMs = Date.now()
  await client.query('insert into owner (id, token_sha256, created_at_ms) values ($1, $2, $3)', [
    owner,
    createHash('sha256').update(token).digest('hex'),
    nowMs,
  ])
  await client.query(
    `insert into ledger (owner_id, seq, kind, amount, balance, note, occurred_at_ms) values ($1, 1, 'grant', $2, $2, 'Welcome points', $3)`,
    [owner, VISITOR_POINTS, nowMs],
  )
  await client.query(
    `insert into media (name, owner_id, kind, state, content_type, width, height, created_at_ms)
      values ($1, $2, 'upload', 'stored', 'image/jpeg', 480, 360, $3)`,
    [image, owner, nowMs],
  )
  await addTasks(client, { owner, image, name: `done ${name}`, count: creations, status: 'SUCCESS' })
  await addTasks(client, { owner, image, name: `running ${name}`, count: running, status: 'PROCESSING' })
  return {
    token,
    owner,
    image: `/media/${image}`,
    batchIds: Array.from({ length: running }, (_, index) => idOf(`running ${name} ${index + 1}`)),
  }
}

const LEASE_MS = 24 * 60 * 60 * 1000

/** Adds `count` batches of one video each, a second apart. The id of the first one is `idOf('<name> 1')`. */
export async function addTasks(client, { owner, image, name, count, status }) {
  const id = `substr(encode(sha256(convert_to($2 || ' ' || n, 'UTF8')), 'hex'), 1, 32)`
  const startMs = Date.now() - count * 1000
  await client.query(
    `insert into batch (id, owner_id, biz_type, model_name, prompt, images, duration, resolution, video_num, image_fidelity, created_at_ms)
      select ${id}, $1, 'CUSTOM', 'kinora-motion-1', 'slow push in on the hill ' || n, array[$3], '6s', '720p', 1, 0.5, $5::bigint + n * 1000
      from generate_series(1, $4::int) n`,
    [owner, name, image, count, startMs],
  )
  await client.query(
    `insert into task (id, batch_id, owner_id, take, status, stage, worker, attempts, lease_until_ms, points, video_name, poster_name, width, height,
        created_at_ms, finished_at_ms)
      select 'task-' || ${id}, ${id}, $1, 0, $5, case $5 when 'PROCESSING' then 'rendering' end, 'bench', 1,
        case $5 when 'PROCESSING' then $4::bigint + ${LEASE_MS} end, 10, ${id} || '.mp4', ${id} || '.jpg', 1280, 720, $4::bigint + n * 1000,
        case $5 when 'SUCCESS' then $4::bigint + n * 1000 + 900 end
      from generate_series(1, $3::int) n`,
    [owner, name, count, startMs, status],
  )
}
