import type { TemplateSeed } from './open-gallery.ts'
import { HOT_TEMPLATE, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { DEFAULT_DURATION, DEFAULT_RESOLUTION } from '#shared/domain/generation-options.ts'
import { findEffect } from '#motion/effects/effects.ts'

type Row = readonly [id: string, icon: string, prompt: string, tags: string, art: string]

/** Each effect of the renderer with a prompt that requests nothing beyond the effect. */
const HOT: readonly Row[] = [
  [
    'golden-hour',
    'sunset',
    'A low sun wanders over everything and leaves it warm',
    'light sun warm',
    'lavender-rows sunset fields sea mountains',
  ],
  [
    'northern-lights',
    'rainbow',
    'Green and violet curtains above a silent place',
    'light night sky',
    'star-trails lake snow mountains night',
  ],
  [
    'first-snow',
    'snowflake',
    'The first snow of the year, large and unhurried',
    'weather winter calm',
    'snow-village forest village mountains winter',
  ],
  [
    'vertigo',
    'move-vertical',
    'The ground seems to fall away behind what matters',
    'camera tense',
    'castle-falls street tower silhouette mountains',
  ],
  ['neon-pulse', 'zap', 'A night out, on the beat', 'light night city', 'powder-dancer neon street city night'],
  ['cherry-blossoms', 'flower-2', 'One soft afternoon in April', 'weather spring romantic', 'koi-pond flowers blossom garden petals'],
  ['old-film', 'film', 'Found in a tin box, a hundred years later', 'film vintage', 'storm-light train sea village boat'],
  ['underwater', 'fish', 'As seen from the bottom of a quiet bay', 'dream water calm', 'deep-whale underwater whale koi sea'],
  ['drone-rise', 'drone', 'Up and away until the whole place lies below', 'camera epic', 'gate-mist mountains desert valley clouds'],
  ['midnight-rain', 'cloud-rain', 'Nobody is out but the lights', 'weather night city', 'cat-window rain street city neon'],
  ['fireflies', 'lightbulb', 'Small lights on their way through a summer dusk', 'light night summer', 'aurora-lake forest night meadow'],
  ['pop-art', 'palette', 'Four loud prints on a gallery wall', 'fun colour', 'cloud-balloon petals cat flower portrait balloon'],
  ['blockbuster', 'popcorn', 'The trailer for a story that begins here', 'film epic', 'dune-caravan silhouette desert castle mountains'],
  ['crystal-ball', 'orbit', 'A ball of glass glides past and knows more', 'dream wonder', 'lantern-lake planet lake forest flower'],
  ['heartbeat', 'heart-pulse', 'Closer and back again, with every beat', 'dream romantic', 'jelly-glow flower portrait silhouette petals'],
  [
    'campfire-embers',
    'flame-kindling',
    'Stories are told beside this fire',
    'light warm night',
    'star-trails camp fire forest night desert',
  ],
  ['hyper-zoom', 'zoom-in', 'Three leaps and you are there', 'camera energy', 'ringed-planet city street planet mountains'],
  ['kaleidoscope', 'hexagon', 'A turning window of coloured glass', 'dream colour', 'dahlia-dew flower petals coral nebula'],
  ['film-noir', 'venetian-mask', 'Somebody was here before you', 'film night mystery', 'neon-street street rain city silhouette'],
  ['confetti-party', 'party-popper', 'Everybody cheers at once', 'fun party', 'cat-window balloon lanterns city cat'],
  ['fog-bank', 'cloud-fog', 'Grey and quiet, like the coast in November', 'weather mystery', 'gate-mist lighthouse sea forest mist'],
  ['big-reveal', 'scan-eye', 'First a detail, then all of it', 'camera epic', 'misty-peaks castle valley mountains planet'],
  ['starlit-night', 'moon-star', 'A sky with nothing in its way', 'light night sky', 'star-nursery stars desert night mountains'],
  ['paper-flag', 'flag', 'A print on thin paper, up on a mast', 'fun wind', 'ink-river paper-cut ink balloon boat'],
  ['water-rings', 'droplet', 'A first drop falls into still water', 'dream water calm', 'koi-pond pond water lake boat'],
  ['summer-memories', 'sailboat', 'A reel from the summer nobody forgot', 'film vintage warm', 'cloud-balloon beach sunset boat sea'],
  ['thunderstorm', 'cloud-lightning', 'The sky has lost its patience', 'weather epic', 'storm-light lighthouse sea clouds mountains'],
  ['dream-haze', 'cloud-moon', 'Half awake and in no hurry', 'light dream', 'jelly-glow clouds flowers balloon swan'],
  ['boomerang', 'repeat', 'There and back, and there again', 'camera playful', 'cat-window cat dancer balloon camels'],
  ['mirror-world', 'flip-horizontal-2', 'Folded once along the middle', 'dream mystery', 'gate-mist lake city mountains nebula'],
]

const NEW: readonly Row[] = [
  ['daybreak', 'sunrise', 'The dark gives way, at last', 'light morning epic', 'misty-peaks sunrise mountains sea mist'],
  ['autumn-wind', 'leaf', 'October goes through the trees', 'weather autumn', 'autumn-train forest autumn leaves path'],
  ['whirlpool', 'tornado', 'All of it is drawn in, and comes back', 'dream water', 'deep-whale sea nebula planet whale'],
  ['city-bokeh', 'aperture', 'The evening out of focus, as it should be', 'light city night', 'rain-window city rain street bokeh'],
  [
    'frozen-moment',
    'circle-pause',
    'A second that lasts much longer',
    'camera mystery winter',
    'castle-falls dancer silhouette snow waterfall',
  ],
  ['instant-photo', 'camera', 'Shake it and wait', 'film vintage', 'cloud-balloon balloon cat beach flower'],
  ['jelly', 'candy', 'Nothing here is quite firm', 'fun playful', 'dahlia-dew cat petals mushroom balloon'],
  ['desert-heat', 'thermometer-sun', 'Noon, and no shade for a day’s walk', 'weather summer tense', 'star-trails desert dunes camels'],
  ['glitch', 'tv-minimal', 'A bad signal from a far place', 'film tense', 'neon-street neon city planet street'],
  [
    'center-stage',
    'spotlight',
    'The house goes dark and one light stays',
    'light stage epic',
    'powder-dancer dancer silhouette portrait flower',
  ],
  ['melting-time', 'hourglass', 'It was solid a moment ago', 'dream surreal', 'ringed-planet desert planet clock castle'],
  ['lullaby-sway', 'moon', 'To and fro until it sleeps', 'camera calm night', 'paper-valley moon boat night swan'],
  ['documentary', 'video', 'Somebody was there and kept filming', 'film', 'snow-village camels village train mountains'],
  ['rubber-bounce', 'volleyball', 'Made of rubber, apparently', 'fun playful', 'koi-pond mushroom cat balloon planet'],
  ['attic-light', 'lamp', 'Dust and an old afternoon', 'film warm vintage', 'cat-window window paper-cut flower'],
  ['earthquake', 'activity', 'It begins far below', 'dream tense', 'misty-peaks volcano city castle mountains'],
]

export const EFFECT_ITEMS: readonly TemplateSeed[] = [
  ...HOT.map((row) => toSeed(row, HOT_TEMPLATE)),
  ...NEW.map((row) => toSeed(row, NEW_TEMPLATE)),
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
