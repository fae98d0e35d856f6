import * as options from './generation-options.ts'
import { pointsPerVideo } from './video-price.ts'
import { CONTROL_NAMES } from '#motion/controls/motion-controls.ts'

/** The controls of the built-in renderer. It adds no objects to a picture, so a negative prompt has no effect. */
const BUILTIN_CONTROLS = CONTROL_NAMES.filter((name) => name !== 'negativePrompt')

/** Options and prices of the built-in renderer; the page shows them until the server answers. Rule: docs/create.md, "Prices". */
export const BUILTIN_PARAMETERS = {
  videoNumOptions: [...options.VIDEO_COUNTS],
  series: [
    {
      modelName: options.DEFAULT_MODEL,
      title: 'Kinora Motion',
      bestAt: 'Keeps your photo as it is, and adds camera moves, weather and light',
      controls: BUILTIN_CONTROLS,
      durationOptions: options.DURATIONS.map((duration) => ({
        value: duration,
        isDefault: duration === options.DEFAULT_DURATION,
        resolutionOptions: options.RESOLUTIONS.map((resolution) => ({
          value: resolution,
          isDefault: resolution === options.DEFAULT_RESOLUTION,
          points: pointsPerVideo(duration, resolution),
        })),
      })),
    },
  ],
}
