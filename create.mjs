import {
  DEFAULT_AI_MUSIC,
  DEFAULT_IMAGE_FIDELITY,
  DURATIONS,
  RESOLUTION_BOX,
  RESOLUTIONS,
} from '#shared/domain/generation-options.ts'
import { TOOL_ROUTES } from '#shared/domain/detail-path.ts'
import {
  BLURRED_BELOW,
  DARK_BRIGHTNESS_BELOW,
  DARK_HIGHLIGHTS_BELOW,
  FRAME_RATIO_MAX,
  FRAME_RATIO_MIN,
  SMALL_BELOW_PX,
} from '#shared/domain/preflight.ts'
import { pointsPerVideo } from '#shared/domain/price.ts'
import { ROUTES } from '#shared/domain/route-patterns.ts'
import { BIZ_TYPES } from '#shared/domain/task.ts'
import { numbersTable, table } from './table.mjs'

export const prices = table(
  ['', ...DURATIONS],
  RESOLUTIONS.map((resolution) => [resolution, ...DURATIONS.map((duration) => pointsPerVideo(duration, resolution))]),
)

export const sizes = table(
  ['`RESOLUTION_BOX`', 'landscape', 'portrait'],
  RESOLUTIONS.map((resolution) => {
    const { width, height } = RESOLUTION_BOX[resolution]
    return [resolution, `${width} × ${height} px`, `${height} × ${width} px`]
  }),
)

const FORMS = {
  CUSTOM: [1, '`config/video/parameter`', `fidelity ${DEFAULT_IMAGE_FIDELITY}`],
  HEAD_TAIL: [2, '`config/head_tail/parameter`', `fidelity ${DEFAULT_IMAGE_FIDELITY}`],
  TEMPLATE: [1, '`config/video/parameter`', `an effect, music ${DEFAULT_AI_MUSIC}`],
}

export const forms = table(
  ['kind', 'screen', 'pictures', 'prepare call', 'of its own'],
  BIZ_TYPES.map((kind) => [kind, `\`${ROUTES[TOOL_ROUTES[kind]]}\``, ...FORMS[kind]]),
)

export const findings = table(
  ['finding', 'when', 'what helps'],
  [
    [
      '`too_small`',
      `a side is under ${SMALL_BELOW_PX} px, half the shorter side of a 720p video, which makes it more than twice as large`,
      'another picture',
    ],
    ['`blurred`', `sharpness under ${BLURRED_BELOW}`, 'another picture'],
    [
      '`dark`',
      `mean luma under ${DARK_BRIGHTNESS_BELOW}, and the luma that one px in fifty exceeds under ${DARK_HIGHLIGHTS_BELOW}`,
      'brightening on the device',
    ],
    [
      '`ratios_apart`',
      `ratio of the start frame ÷ ratio of the end frame outside ${FRAME_RATIO_MIN} to ${FRAME_RATIO_MAX}, both still allowed`,
      "the end frame cut to the start frame's ratio: its largest centred part, in whole px",
    ],
  ],
)

export const numbers = await numbersTable({
  'src/shared/domain/price.ts': { BASE_POINTS: 'points of a video of 6 s at 720p, and the least that any video costs' },
  'src/shared/domain/generation-options.ts': {
    DEFAULT_MODEL: 'the model a form begins with',
    DURATIONS: 'lengths of a video',
    DEFAULT_DURATION: 'the length a form begins with',
    RESOLUTIONS: 'resolutions of a video',
    DEFAULT_RESOLUTION: 'the resolution a form begins with',
    VIDEO_COUNTS: 'how many videos one commit may ask for',
    DEFAULT_VIDEO_COUNT: 'how many a form begins with',
    DEFAULT_IMAGE_FIDELITY: 'how closely a video keeps to its picture, from 0 to 1, where nobody has said',
    DEFAULT_AI_MUSIC: 'whether an effect has a soundtrack where nobody has said: 1 is yes',
    MAX_SEED: 'the largest seed; the least is 0',
    MAX_PROMPT_LENGTH: 'characters of a prompt, in UTF-16 units',
    FRAMES_PER_SECOND: 'frames in a second of every video',
  },
  'src/shared/domain/task.ts': {
    SAFE_RESEND_MS: 'how long a commit without an answer is sent again',
    MAX_FAILED_GENERATIONS: 'videos of one owner that may fail within the window before the next is refused',
    FAILURE_WINDOW_MS: 'how long a failed video counts',
  },
  'src/shared/domain/prompt-history.ts': { MAX_KEPT_PROMPTS: 'earlier prompts that each kind of form keeps' },
  'src/shared/domain/prompt-words.ts': { FIRST_PROMPT_WORDS: 'words to add that are offered until the list is there' },
  'workers/image/core/measure-look.ts': { LOOK_SIDE_PX: 'longest side of the copy that is looked at before a commit' },
  'src/shared/domain/preflight.ts': {
    SMALL_BELOW_PX: 'a shorter side counts as too small',
    BLURRED_BELOW: 'a lower sharpness counts as blurred',
    DARK_BRIGHTNESS_BELOW: 'mean luma of a dark picture',
    DARK_HIGHLIGHTS_BELOW: 'luma of the brightest px of a dark picture',
    FRAME_RATIO_MIN: 'least ratio of the start frame divided by that of the end frame',
    FRAME_RATIO_MAX: 'greatest ratio of the start frame divided by that of the end frame',
  },
  'src/shared/domain/share-rules.ts': {
    MAX_SHARED_IMAGES: 'pictures that are kept of one share',
    SHARED_KEPT_MS: 'how long a share waits to be taken',
    MAX_SHARES_KEPT: 'shares that wait at once; the oldest go first',
  },
})
