import { savesData } from './saves-data.ts'
import { untilIdle } from './until-idle.ts'

const waiting: (() => Promise<unknown>)[] = []
let untilQuiet: () => Promise<unknown> = untilIdle
let isStarted = false
let isBusy = false

/** Keeps a load for when the page has nothing else to do. What fails then is loaded when it is asked for. */
export function warmLater(load: () => Promise<unknown>): void {
  waiting.push(load)
  if (isStarted) void warm()
}

/** Begins with the loads that wait, one at a time, each when it is quiet; not where data is to be saved. */
export function startWarming(quiet: () => Promise<unknown> = untilIdle): void {
  untilQuiet = quiet
  isStarted = !savesData()
  if (isStarted) void warm()
}

async function warm(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await untilQuiet()
    await load().catch(() => undefined)
  }
  isBusy = false
}
