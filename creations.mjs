import { announcedEnd, isGenerating, TASK_STATES } from '#shared/domain/task.ts'
import { numbersTable, table } from './table.mjs'

export const states = table(
  ['`TASK_STATES`', 'is still made', 'its end is announced'],
  TASK_STATES.map((state) => [state, isGenerating(state) ? 'yes' : '–', announcedEnd(state) === null ? '–' : 'yes']),
)

export const numbers = await numbersTable({
  'src/shared/domain/task.ts': {
    TASK_POLL_MS: 'how often a batch that runs is asked for',
    TASK_POLL_LEAST_GAP_MS: 'least time between two questions for a batch',
    BATCH_KEPT_MS: 'how long a batch stays in the pool',
    RECONCILE_MS: 'how often the history is asked for batches that have left the pool unfinished',
    RESTORE_WINDOW_MS: 'how long a deleted creation can be restored',
  },
  'src/shared/domain/gallery-rules.ts': { UNDO_DELETE_MS: 'how long the notice of a deletion can take it back' },
  'src/shared/domain/video-extensions.ts': { VIDEO_EXTENSIONS: 'endings of an address that a download keeps' },
})
