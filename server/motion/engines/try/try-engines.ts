import path from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { writeWhole } from '#server/disk/write-whole.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { type Engine, type ConfiguredEngine, EngineFailure } from '#server/motion/engine.ts'
import { type Try, type TryResult, tryPage } from './try-page.ts'

const PROMPT = 'The camera pushes in slowly, light wind moves what is loose.'
const PICTURE = 'picture.jpg'
const SEED = 1
const BROKEN_TEXT = 'The engine failed. See the log for the error.'

interface TryDeps {
  readonly engines: readonly Pick<ConfiguredEngine, 'engine'>[]
  readonly picturePath: string
  readonly folder: string
  /** Whether the user agreed to the costs; if not, nothing is ordered. */
  readonly isAgreed: boolean
  readonly signal: AbortSignal
  readonly nowMs: () => number
  readonly say: (line: string) => void
  readonly onError: (error: unknown) => void
}

/**
 * Renders one video of a picture with each model, and a page that shows them side by side. Engines run in parallel, their models one after
 * another. Returns the page's path; undefined before the orders are confirmed.
 */
export async function tryEngines(deps: TryDeps): Promise<string | undefined> {
  const { engines, folder, isAgreed, say } = deps
  const tries = engines.map(({ engine }) => ({ engine, videos: triesOf(engine) }))
  say(isAgreed ? 'Ordering these videos:' : 'These videos would be ordered:')
  for (const one of tries.flatMap(({ videos }) => videos)) say(`  ${lineOf(one)}${one.isFree ? '' : ' (the service charges for it)'}`)
  if (!isAgreed) {
    say('Nothing was ordered. Add --yes to order these videos.')
    return undefined
  }
  await mkdir(folder, { recursive: true })
  const upright = await sharp(deps.picturePath).autoOrient().flatten({ background: 'white' }).jpeg().toBuffer()
  await writeWhole([{ path: path.join(folder, PICTURE), bytes: upright }], deps.signal)
  const results = await Promise.all(tries.map(({ engine, videos }) => makeAll(engine, videos, deps)))
  deps.signal.throwIfAborted()
  const page = path.join(folder, 'index.html')
  await writeFile(page, tryPage({ picture: PICTURE, prompt: PROMPT, results: results.flat() }))
  return page
}

function triesOf({ name, isFree = false, parameters }: Engine): readonly Try[] {
  return parameters.series.flatMap(({ modelName, title = modelName, durationOptions }) => {
    const length = durationOptions.find(({ isDefault }) => isDefault) ?? durationOptions[0]
    const size = length?.resolutionOptions.find(({ isDefault }) => isDefault) ?? length?.resolutionOptions[0]
    if (length === undefined || size === undefined) return []
    return [{ engine: name, isFree, modelName, title, duration: length.value, resolution: size.value }]
  })
}

function lineOf({ engine, modelName, duration, resolution }: Try): string {
  return `${engine} ${modelName}, ${durationSeconds(duration)} s, ${resolution}`
}

async function makeAll(engine: Engine, videos: readonly Try[], deps: TryDeps): Promise<TryResult[]> {
  const results: TryResult[] = []
  for (const one of videos) {
    if (deps.signal.aborted) break
    const result = await make(engine, one, deps)
    deps.say(`${lineOf(one)}: ${'made' in result ? 'ready' : result.failure} (${Math.round(result.ms / 1000)} s)`)
    results.push(result)
  }
  return results
}

async function make(engine: Engine, one: Try, { folder, signal, nowMs, onError }: TryDeps): Promise<TryResult> {
  const name = `${one.engine}-${one.modelName}`.replaceAll(/[^\w.-]+/g, '-')
  const [video, poster] = [`${name}.mp4`, `${name}.jpg`]
  const startedMs = nowMs()
  let handle: string | null = null
  const request = {
    taskId: name,
    bizType: 'CUSTOM' as const,
    modelName: one.modelName,
    prompt: PROMPT,
    templateId: null,
    aiMusic: 0 as const,
    seed: SEED,
    variation: 0,
    imagePaths: [path.join(folder, PICTURE)],
    duration: one.duration,
    resolution: one.resolution,
    imageFidelity: 0.5,
    videoPath: path.join(folder, video),
    posterPath: path.join(folder, poster),
  }
  try {
    const saveHandle = async (saved: string) => void (handle = saved)
    const made = await engine.run(request, { signal, onStage: () => undefined, onProgress: () => undefined, handle: null, saveHandle })
    return { ...one, ms: nowMs() - startedMs, made, video, poster }
  } catch (error) {
    // No later run finds the remote work of a stopped trial, so it is cancelled now.
    if (signal.aborted && handle !== null) await engine.drop?.(handle).catch(onError)
    if (!(error instanceof EngineFailure) && !signal.aborted) onError(error)
    return { ...one, ms: nowMs() - startedMs, failure: error instanceof EngineFailure ? error.message : BROKEN_TEXT }
  }
}
