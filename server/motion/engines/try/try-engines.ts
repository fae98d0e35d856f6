import path from 'node:path'
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { writeWhole } from '#server/disk/write-whole.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { type Engine, type ConfiguredEngine, EngineFailure } from '#server/motion/engine.ts'
import { type Trial, type TrialResult, renderTrialPage } from './try-page.ts'

const PROMPT = 'The camera pushes in slowly, light wind moves what is loose.'
const PICTURE_NAME = 'picture.jpg'
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
 * Renders one video of a picture with each model, and writes a page that shows them side by side. Engines run in parallel, their models one
 * after another. Returns the page's path; undefined if the user has not agreed to the costs.
 */
export async function tryEngines(deps: TryDeps): Promise<string | undefined> {
  const { engines, folder, isAgreed, say } = deps
  const engineTrials = engines.map(({ engine }) => ({ engine, videos: trialsOf(engine) }))
  say(isAgreed ? 'Ordering these videos:' : 'These videos would be ordered:')
  for (const trial of engineTrials.flatMap(({ videos }) => videos))
    say(`  ${trialLine(trial)}${trial.isFree ? '' : ' (the service charges for it)'}`)
  if (!isAgreed) {
    say('Nothing was ordered. Add --yes to order these videos.')
    return undefined
  }
  await mkdir(folder, { recursive: true })
  const uprightJpeg = await sharp(deps.picturePath).autoOrient().flatten({ background: 'white' }).jpeg().toBuffer()
  await writeWhole([{ path: path.join(folder, PICTURE_NAME), bytes: uprightJpeg }], deps.signal)
  const results = await Promise.all(engineTrials.map(({ engine, videos }) => runTrials(engine, videos, deps)))
  deps.signal.throwIfAborted()
  const page = path.join(folder, 'index.html')
  await writeFile(page, renderTrialPage({ picture: PICTURE_NAME, prompt: PROMPT, results: results.flat() }))
  return page
}

function trialsOf({ name, isFree = false, parameters }: Engine): readonly Trial[] {
  return parameters.series.flatMap(({ modelName, title = modelName, durationOptions }) => {
    const durationOption = durationOptions.find(({ isDefault }) => isDefault) ?? durationOptions[0]
    const resolutionOption = durationOption?.resolutionOptions.find(({ isDefault }) => isDefault) ?? durationOption?.resolutionOptions[0]
    if (durationOption === undefined || resolutionOption === undefined) return []
    return [{ engine: name, isFree, modelName, title, duration: durationOption.value, resolution: resolutionOption.value }]
  })
}

function trialLine({ engine, modelName, duration, resolution }: Trial): string {
  return `${engine} ${modelName}, ${durationSeconds(duration)} s, ${resolution}`
}

async function runTrials(engine: Engine, videos: readonly Trial[], deps: TryDeps): Promise<TrialResult[]> {
  const results: TrialResult[] = []
  for (const trial of videos) {
    if (deps.signal.aborted) break
    const result = await runTrial(engine, trial, deps)
    deps.say(`${trialLine(trial)}: ${'made' in result ? 'ready' : result.failure} (${Math.round(result.ms / 1000)} s)`)
    results.push(result)
  }
  return results
}

async function runTrial(engine: Engine, trial: Trial, { folder, signal, nowMs, onError }: TryDeps): Promise<TrialResult> {
  const name = `${trial.engine}-${trial.modelName}`.replaceAll(/[^\w.-]+/g, '-')
  const [videoName, posterName] = [`${name}.mp4`, `${name}.jpg`]
  const startedMs = nowMs()
  let handle: string | null = null
  const request = {
    taskId: name,
    bizType: 'CUSTOM' as const,
    modelName: trial.modelName,
    prompt: PROMPT,
    templateId: null,
    aiMusic: 0 as const,
    seed: SEED,
    variation: 0,
    imagePaths: [path.join(folder, PICTURE_NAME)],
    duration: trial.duration,
    resolution: trial.resolution,
    imageFidelity: 0.5,
    videoPath: path.join(folder, videoName),
    posterPath: path.join(folder, posterName),
  }
  try {
    const saveHandle = async (savedHandle: string) => void (handle = savedHandle)
    const result = await engine.run(request, { signal, onStage: () => undefined, onProgress: () => undefined, handle: null, saveHandle })
    return { ...trial, ms: nowMs() - startedMs, made: result, video: videoName, poster: posterName }
  } catch (error) {
    // No later run finds the remote work of a stopped trial, so it is cancelled now.
    if (signal.aborted && handle !== null) await engine.drop?.(handle).catch(onError)
    if (!(error instanceof EngineFailure) && !signal.aborted) onError(error)
    return { ...trial, ms: nowMs() - startedMs, failure: error instanceof EngineFailure ? error.message : BROKEN_TEXT }
  }
}
