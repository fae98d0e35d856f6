import { accountSteps } from './account.ts'
import { cropStep } from './crop.ts'
import { firstVisitStep } from './first-visit.ts'
import { offlineStep } from './offline.ts'
import { pageSteps } from './pages.ts'
import { profileSteps } from './profiles.ts'
import type { Step } from './step.ts'
import { tabSteps } from './tabs.ts'
import { videoSteps } from './videos.ts'

/** The steps of the table in docs/engines.md, in the order in which they run. */
export const STEPS: readonly Step[] = [
  firstVisitStep,
  ...videoSteps,
  offlineStep,
  cropStep,
  ...pageSteps,
  ...tabSteps,
  ...accountSteps,
  ...profileSteps,
]
