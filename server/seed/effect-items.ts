import type { TemplateSeed } from './template-seed.ts'
import { HOT_TEMPLATE, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { DEFAULT_DURATION, DEFAULT_RESOLUTION } from '#shared/domain/generation-options.ts'
import { findEffect } from '#shared/motion/effects/find-effect.ts'

type Row = readonly [id: string, prompt: string, tags: string, art: string]

/** Each effect of the renderer with a line about it, which asks the renderer for nothing that the effect does not do by itself. */
const HOT: readonly Row[] = [
  ['golden-hour', 'A low sun wanders over everything and leaves it warm', 'light sun warm', 'sunset fields sea mountains'],
  ['northern-lights', 'Green and violet curtains above a silent place', 'light night sky', 'lake snow mountains night'],
  ['first-snow', 'The first snow of the year, large and unhurried', 'weather winter calm', 'forest village mountains winter'],
  ['vertigo', 'The ground seems to fall away behind what matters', 'camera tense', 'street tower silhouette mountains'],
  ['neon-pulse', 'A night out, on the beat', 'light night city', 'neon street city night'],
  ['cherry-blossoms', 'One soft afternoon in April', 'weather spring romantic', 'flowers blossom garden petals'],
  ['old-film', 'Found in a tin box, a hundred years later', 'film vintage', 'train sea village boat'],
  ['underwater', 'As seen from the bottom of a quiet bay', 'dream water calm', 'underwater whale koi sea'],
  ['drone-rise', 'Up and away until the whole place lies below', 'camera epic', 'mountains desert valley clouds'],
  ['midnight-rain', 'Nobody is out but the lights', 'weather night city', 'rain street city neon'],
  ['fireflies', 'Small lights on their way through a summer dusk', 'light night summer', 'forest night meadow'],
  ['pop-art', 'Four loud prints on a gallery wall', 'fun colour', 'petals cat flower portrait balloon'],
  ['blockbuster', 'The trailer for a story that begins here', 'film epic', 'silhouette desert castle mountains'],
  ['crystal-ball', 'A ball of glass glides past and knows more', 'dream wonder', 'planet lake forest flower'],
  ['heartbeat', 'Closer and back again, with every beat', 'dream romantic', 'flower portrait silhouette petals'],
  ['campfire-embers', 'Stories are told beside this fire', 'light warm night', 'camp fire forest night desert'],
  ['hyper-zoom', 'Three leaps and you are there', 'camera energy', 'city street planet mountains'],
  ['kaleidoscope', 'A turning window of coloured glass', 'dream colour', 'flower petals coral nebula'],
  ['film-noir', 'Somebody was here before you', 'film night mystery', 'street rain city silhouette'],
  ['confetti-party', 'Everybody cheers at once', 'fun party', 'balloon lanterns city cat'],
  ['fog-bank', 'Grey and quiet, like the coast in November', 'weather mystery', 'lighthouse sea forest mist'],
  ['big-reveal', 'First a detail, then all of it', 'camera epic', 'castle valley mountains planet'],
  ['starlit-night', 'A sky with nothing in its way', 'light night sky', 'stars desert night mountains'],
  ['paper-flag', 'A print on thin paper, up on a mast', 'fun wind', 'paper-cut ink balloon boat'],
  ['water-rings', 'A first drop falls into still water', 'dream water calm', 'pond water lake boat'],
  ['summer-memories', 'A reel from the summer nobody forgot', 'film vintage warm', 'beach sunset boat sea'],
  ['thunderstorm', 'The sky has lost its patience', 'weather epic', 'lighthouse sea clouds mountains'],
  ['dream-haze', 'Half awake and in no hurry', 'light dream', 'clouds flowers balloon swan'],
  ['boomerang', 'There and back, and there again', 'camera playful', 'cat dancer balloon camels'],
  ['mirror-world', 'Folded once along the middle', 'dream mystery', 'lake city mountains nebula'],
]

const NEW: readonly Row[] = [
  ['daybreak', 'The dark gives way, at last', 'light morning epic', 'sunrise mountains sea mist'],
  ['autumn-wind', 'October goes through the trees', 'weather autumn', 'forest autumn leaves path'],
  ['whirlpool', 'All of it is drawn in, and comes back', 'dream water', 'sea nebula planet whale'],
  ['city-bokeh', 'The evening out of focus, as it should be', 'light city night', 'city rain street bokeh'],
  ['frozen-moment', 'A second that lasts much longer', 'camera mystery winter', 'dancer silhouette snow waterfall'],
  ['instant-photo', 'Shake it and wait', 'film vintage', 'balloon cat beach flower'],
  ['jelly', 'Nothing here is quite firm', 'fun playful', 'cat petals mushroom balloon'],
  ['desert-heat', 'Noon, and no shade for a day’s walk', 'weather summer tense', 'desert dunes camels'],
  ['glitch', 'A bad signal from a far place', 'film tense', 'neon city planet street'],
  ['center-stage', 'The house goes dark and one light stays', 'light stage epic', 'dancer silhouette portrait flower'],
  ['melting-time', 'It was solid a moment ago', 'dream surreal', 'desert planet clock castle'],
  ['lullaby-sway', 'To and fro until it sleeps', 'camera calm night', 'moon boat night swan'],
  ['documentary', 'Somebody was there and kept filming', 'film', 'camels village train mountains'],
  ['rubber-bounce', 'Made of rubber, apparently', 'fun playful', 'mushroom cat balloon planet'],
  ['attic-light', 'Dust and an old afternoon', 'film warm vintage', 'window paper-cut flower'],
  ['earthquake', 'It begins far below', 'dream tense', 'volcano city castle mountains'],
]

export const EFFECT_ITEMS: readonly TemplateSeed[] = [
  ...HOT.map((row) => toSeed(row, HOT_TEMPLATE)),
  ...NEW.map((row) => toSeed(row, NEW_TEMPLATE)),
]

function toSeed([id, prompt, tags, art]: Row, type: number): TemplateSeed {
  return {
    id,
    bizType: 'TEMPLATE',
    type,
    name: findEffect(id)?.name ?? id,
    seoPath: `${id}-video-effect`,
    prompt,
    tags: tags.split(' '),
    videoLength: DEFAULT_DURATION,
    videoResolution: DEFAULT_RESOLUTION,
    art: [art.split(' ')],
  }
}
