import { type Duration, type Resolution, durationSeconds } from '#shared/domain/generation-options.ts'
import { escaped } from '#server/http/plain-page.ts'
import type { EngineResult } from '#server/motion/engine.ts'

/** One video of a trial, in the length and resolution that the form preselects. */
export interface Trial {
  readonly engine: string
  readonly isFree: boolean
  readonly modelName: string
  readonly title: string
  readonly duration: Duration
  readonly resolution: Resolution
}

/** `video` and `poster`: files in the folder of the page. `failure`: the sentence that the user would see. */
export type TrialResult = Trial & { readonly ms: number } & (
    | { readonly made: EngineResult; readonly video: string; readonly poster: string }
    | { readonly failure: string }
  )

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; background: #14120f; color: #f2ece3 }
  img, video { width: 100%; border-radius: 8px; background: #000 }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.5rem; margin-top: 1.5rem }
  article { background: #201d19; border-radius: 12px; padding: 1rem }
  h2 { font-size: 1.1rem; margin: 0 0 .25rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: .75rem 0 0 }
  dd { margin: 0 }
  .failure { color: #ffb4a0 }
  header img { max-width: 20rem }`

interface TrialPage {
  readonly picture: string
  readonly prompt: string
  readonly results: readonly TrialResult[]
}

/** A standalone page without scripts that shows the videos of a trial side by side, with their time and cost. */
export function renderTrialPage({ picture, prompt, results }: TrialPage): string {
  const costs = results.flatMap((result) => ('made' in result && result.made.costUsd !== undefined ? [result.made.costUsd] : []))
  const costNotice =
    costs.length === 0 ? 'No service reported its charges.' : `Total charges reported by services: ${dollarText(sum(costs))}.`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Engine comparison</title>
<style>${STYLE}
</style>
<header>
<h1>Engine comparison</h1>
<p>${escaped(prompt)}</p>
<img src="${escaped(encodeURI(picture))}" alt='The photo used for all videos'>
<p>${costNotice}</p>
</header>
<main>
${results.map(renderArticle).join('\n')}
</main>
</html>
`
}

function renderArticle(result: TrialResult): string {
  const { title, engine, modelName, duration, resolution, ms } = result
  const facts: [string, string][] = [
    ['Engine', engine],
    ['Model', modelName],
    ['Requested', `${durationSeconds(duration)} s, ${resolution}`],
    ['Time', `${(ms / 1000).toFixed(1)} s`],
    ...('made' in result ? resultFacts(result) : []),
  ]
  const listHtml = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')
  return `<article>\n<h2>${escaped(title)}</h2>\n${renderVideo(result)}\n<dl>${listHtml}</dl>\n</article>`
}

function renderVideo(result: TrialResult): string {
  if (!('made' in result)) return `<p class="failure">${escaped(result.failure)}</p>`
  return `<video src="${escaped(encodeURI(result.video))}" poster="${escaped(encodeURI(result.poster))}" controls loop muted preload="metadata"></video>`
}

function resultFacts({ isFree, made: { width, height, bytes, costUsd } }: Extract<TrialResult, { made: unknown }>): [string, string][] {
  const cost = costUsd === undefined ? 'Unknown' : dollarText(costUsd)
  return [
    ['Size', `${width} × ${height} px, ${(bytes / 1_000_000).toFixed(1)} MB`],
    ['Cost', isFree ? 'Free' : cost],
  ]
}

function dollarText(costUsd: number): string {
  return `${costUsd.toFixed(4).replace(/0{1,2}$/, '')} US dollars`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
