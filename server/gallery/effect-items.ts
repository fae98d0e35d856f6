import type { TemplateSeed } from './open-gallery.ts'
import { HOT_TEMPLATE, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { DEFAULT_DURATION, DEFAULT_RESOLUTION } from '#shared/domain/generation-options.ts'
import { findEffect } from '#motion/effects/effects.ts'

type Row = readonly [id: string, icon: string, prompt: string, tags: string, art: string]

/** The prompts contain no words for which the renderer would add something to the effect. */
const HOT_ROWS: readonly Row[] = [
  ['golden-hour', 'sunset', 'Warm evening sun over the whole scene', 'light sun warm', 'lavender-rows sunset fields sea mountains'],
  ['northern-lights', 'rainbow', 'Green and violet lights move across the sky', 'light night sky', 'star-trails lake snow mountains night'],
  [
    'first-snow',
    'snowflake',
    'The first snow of the year, in large flakes',
    'weather winter calm',
    'snow-village forest village mountains winter',
  ],
  [
    'vertigo',
    'move-vertical',
    'The subject stays while the background falls away',
    'camera tense',
    'castle-falls street tower silhouette mountains',
  ],
  ['neon-pulse', 'zap', 'A night out, on the beat', 'light night city', 'powder-dancer neon street city night'],
  ['cherry-blossoms', 'flower-2', 'A soft spring afternoon in April', 'weather spring romantic', 'koi-pond flowers blossom garden petals'],
  ['old-film', 'film', 'Like a movie from 100 years ago', 'film vintage', 'storm-light train sea village boat'],
  ['underwater', 'fish', 'As seen from the bottom of a quiet bay', 'dream water calm', 'deep-whale underwater whale koi sea'],
  ['drone-rise', 'drone', 'Up and away until the whole place is in view', 'camera epic', 'gate-mist mountains desert valley clouds'],
  ['midnight-rain', 'cloud-rain', 'A lonely city at night', 'weather night city', 'cat-window rain street city neon'],
  ['fireflies', 'lightbulb', 'Small lights float through a summer evening', 'light night summer', 'aurora-lake forest night meadow'],
  ['pop-art', 'palette', '4 bright prints on a gallery wall', 'fun color', 'cloud-balloon petals cat flower portrait balloon'],
  ['blockbuster', 'popcorn', 'The opening of a movie trailer', 'film epic', 'dune-caravan silhouette desert castle mountains'],
  ['crystal-ball', 'orbit', 'A glass ball glides past', 'dream wonder', 'lantern-lake planet lake forest flower'],
  ['heartbeat', 'heart-pulse', 'Closer and back again, like a heartbeat', 'dream romantic', 'jelly-glow flower portrait silhouette petals'],
  ['campfire-embers', 'flame-kindling', 'An evening by the campfire', 'light warm night', 'star-trails camp fire forest night desert'],
  ['hyper-zoom', 'zoom-in', 'Closer and closer in 3 leaps', 'camera energy', 'ringed-planet city street planet mountains'],
  ['kaleidoscope', 'hexagon', 'Turning patterns, like in a kaleidoscope', 'dream color', 'dahlia-dew flower petals coral nebula'],
  [
    'film-noir',
    'venetian-mask',
    'A dark scene from an old detective movie',
    'film night mystery',
    'neon-street street rain city silhouette',
  ],
  ['confetti-party', 'party-popper', 'A party where everyone cheers', 'fun party', 'cat-window balloon lanterns city cat'],
  ['fog-bank', 'cloud-fog', 'Gray and quiet, like the coast in November', 'weather mystery', 'gate-mist lighthouse sea forest mist'],
  ['big-reveal', 'scan-eye', 'First a detail, then the whole photo', 'camera epic', 'misty-peaks castle valley mountains planet'],
  ['starlit-night', 'moon-star', 'A clear night sky full of stars', 'light night sky', 'star-nursery stars desert night mountains'],
  ['paper-flag', 'flag', 'The photo printed on a paper flag', 'fun wind', 'ink-river paper-cut ink balloon boat'],
  ['water-rings', 'droplet', 'A drop falls into still water', 'dream water calm', 'koi-pond pond water lake boat'],
  ['summer-memories', 'sailboat', 'An old home movie of a summer', 'film vintage warm', 'cloud-balloon beach sunset boat sea'],
  ['thunderstorm', 'cloud-lightning', 'Lightning in a dark sky', 'weather epic', 'storm-light lighthouse sea clouds mountains'],
  ['dream-haze', 'cloud-moon', 'Soft and bright, like a dream', 'light dream', 'jelly-glow clouds flowers balloon swan'],
  ['boomerang', 'repeat', 'There and back, again and again', 'camera playful', 'cat-window cat dancer balloon camels'],
  ['mirror-world', 'flip-horizontal-2', 'The photo mirrored along the middle', 'dream mystery', 'gate-mist lake city mountains nebula'],
]

const NEW_ROWS: readonly Row[] = [
  ['daybreak', 'sunrise', 'The night ends and the sun comes up', 'light morning epic', 'misty-peaks sunrise mountains sea mist'],
  ['autumn-wind', 'leaf', 'An October day in the trees', 'weather autumn', 'autumn-train forest autumn leaves path'],
  ['whirlpool', 'tornado', 'Everything is drawn in and comes back', 'dream water', 'deep-whale sea nebula planet whale'],
  ['city-bokeh', 'aperture', 'City lights in the evening, out of focus', 'light city night', 'rain-window city rain street bokeh'],
  [
    'frozen-moment',
    'circle-pause',
    'One second that lasts much longer',
    'camera mystery winter',
    'castle-falls dancer silhouette snow waterfall',
  ],
  ['instant-photo', 'camera', 'An instant photo that develops as you watch', 'film vintage', 'cloud-balloon balloon cat beach flower'],
  ['jelly', 'candy', 'The photo wobbles like jelly', 'fun playful', 'dahlia-dew cat petals mushroom balloon'],
  ['desert-heat', 'thermometer-sun', 'Hot air at noon, with no shade', 'weather summer tense', 'star-trails desert dunes camels'],
  ['glitch', 'tv-minimal', 'A screen with a bad signal', 'film tense', 'neon-street neon city planet street'],
  [
    'center-stage',
    'spotlight',
    'The room goes dark and a spotlight stays on',
    'light stage epic',
    'powder-dancer dancer silhouette portrait flower',
  ],
  ['melting-time', 'hourglass', 'The photo melts like wax', 'dream surreal', 'ringed-planet desert planet clock castle'],
  ['lullaby-sway', 'moon', 'To and fro, like a cradle', 'camera calm night', 'paper-valley moon boat night swan'],
  ['documentary', 'video', 'Real life, filmed by hand', 'film', 'snow-village camels village train mountains'],
  ['rubber-bounce', 'volleyball', 'The photo bounces like rubber', 'fun playful', 'koi-pond mushroom cat balloon planet'],
  ['attic-light', 'lamp', 'Dust in the light of an old attic', 'film warm vintage', 'cat-window window paper-cut flower'],
  ['earthquake', 'activity', 'The ground begins to shake', 'dream tense', 'misty-peaks volcano city castle mountains'],
]

export const EFFECT_ITEMS: readonly TemplateSeed[] = [
  ...HOT_ROWS.map((row) => toSeed(row, HOT_TEMPLATE)),
  ...NEW_ROWS.map((row) => toSeed(row, NEW_TEMPLATE)),
]

function toSeed([id, icon, prompt, tags, art]: Row, type: number): TemplateSeed {
  return {
    id,
    bizType: 'TEMPLATE',
    type,
    icon: `lucide:${icon}`,
    name: findEffect(id)?.name ?? id,
    seoPath: `${id}-video-effect`,
    prompt,
    tags: tags.split(' '),
    videoLength: DEFAULT_DURATION,
    videoResolution: DEFAULT_RESOLUTION,
    art: [art.split(' ')],
  }
}
