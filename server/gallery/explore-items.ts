import type { TemplateSeed } from './open-gallery.ts'
import { HOT_TEMPLATE, NEW_TEMPLATE } from '#shared/api/templates.ts'
import { type Duration, DEFAULT_RESOLUTION } from '#shared/domain/generation-options.ts'
import { slugOf } from '#shared/domain/detail-path.ts'

/** `art`: slugs or tags of suitable sample pictures, in order of preference; `lastArt`: the same for the last picture of a transition. */
type Row = readonly [name: string, prompt: string, videoLength: Duration, tags: string, art: string, lastArt?: string]

const HOT_ROWS: readonly Row[] = [
  [
    'Above the Mist',
    'Slow push in over the peaks, thin mist drifts by, warm light',
    '6s',
    'mountains calm morning',
    'misty-peaks mountains mist',
  ],
  [
    'Homeward',
    'The camera drifts slowly to the right, golden light, gentle light leaks',
    '6s',
    'sea sunset warm',
    'low-sun-sail boat sea sunset',
  ],
  [
    'From Day to Aurora',
    'A soft glow during the transition, dreamy mood',
    '6s',
    'transition night sky',
    'autumn-train misty-peaks mountains sunrise',
    'aurora-lake aurora night',
  ],
  ['The Long Crest', 'Slow pan to the right along the ridge, shimmering heat', '8s', 'desert vast summer', 'dune-caravan dunes desert'],
  ['Silent Curtains', 'The camera tilts slowly up to the sky, moonlight mood', '8s', 'night sky wonder', 'aurora-lake aurora lake night'],
  ['Higher Than Rain', 'The camera rises slowly, soft glow, dreamy mood', '6s', 'sky flight dream', 'cloud-balloon balloon clouds'],
  [
    'Rain on the Window',
    'Slow zoom in, soft rain, twinkling lights in the background',
    '6s',
    'city night rain',
    'rain-window rain window city bokeh',
  ],
  ['Neon After Ten', 'Slow dolly in, neon light, haze, film grain', '6s', 'city night neon', 'neon-street neon street city'],
  ['A Petal, Up Close', 'Very slow push in, soft glow, a light vignette', '6s', 'macro flower calm', 'dahlia-dew petals flower macro'],
  [
    'Between Two Skies',
    'Gentle light leaks and warm light during the transition',
    '6s',
    'transition sky',
    'misty-peaks clouds',
    'low-sun-sail sunset',
  ],
  ['Far Nebula', 'Slow zoom out, soft bokeh, cinematic look', '8s', 'space vast wonder', 'star-nursery nebula space stars'],
  ['First Light on a Planet', 'Slow orbit to the left, a soft glow', '8s', 'space wonder epic', 'ringed-planet planet space nebula'],
  ['Paper Valley', 'Slow truck to the right, a light vignette', '6s', 'paper craft calm', 'paper-valley paper-cut'],
  ['Ink and Silence', 'Slow pull back, thin mist, black and white film', '8s', 'ink calm', 'ink-river ink landscape mist'],
  ['The Walker', 'Slow push in, drifting fog, cinematic look', '6s', 'people story', 'forest-rays walk dancer gate forest'],
  ['Winter Comes Early', 'Slow dolly in, soft snowfall, cool light', '6s', 'winter calm', 'autumn-train snow forest winter mountains'],
]

const NEW_ROWS: readonly Row[] = [
  ['Embers by the Water', 'Slow push in, glowing embers, warm light', '6s', 'night warm', 'aurora-lake fire camp lake night'],
  ['Heavy Weather', 'Slow push in, handheld camera, heavy rain, cold light', '6s', 'sea storm', 'storm-light storm lighthouse sea'],
  ['Lanterns Going Up', 'The camera rises slowly, soft bokeh, warm light', '8s', 'night festival', 'lantern-lake lanterns night balloon'],
  ['Vertigo at the Edge', 'Dolly zoom, a light vignette', '4s', 'tense mountains', 'castle-falls cliff tower castle mountains'],
  [
    'Caravan to City',
    'Thin mist and a dreamy mood during the transition',
    '6s',
    'transition city desert',
    'dune-caravan desert',
    'rain-window city neon street',
  ],
  ['Old Harbour, Old Film', 'Slow pan to the left, vintage film', '6s', 'sea vintage', 'low-sun-sail harbour boat sea village'],
  [
    'Wind in the Grass',
    'Slow truck to the left, a gentle breeze, golden light',
    '6s',
    'field wind warm',
    'lavender-rows lavender field flower',
  ],
  [
    'Blossom to Snow',
    'Soft snowfall during the transition',
    '6s',
    'transition seasons',
    'dahlia-dew blossom flowers garden petals',
    'snow-village snow winter mountains',
  ],
  ['Under the Moon', 'The camera tilts slowly up, moonlight, thin fog', '8s', 'night calm', 'paper-valley moon night lake'],
  ['Deep Forest', 'Very slow dolly in, drifting fog, muted colors', '8s', 'forest calm', 'forest-rays forest trees mist'],
  [
    'Ready for the Stage',
    'Slow orbit to the right, light vignette, film grain',
    '6s',
    'people stage',
    'powder-dancer dancer silhouette portrait',
  ],
  [
    'Across the Universe',
    'A soft glow during the transition, cool light',
    '6s',
    'transition space',
    'ringed-planet planet space',
    'star-nursery nebula space stars',
  ],
]

export const EXPLORE_ITEMS: readonly TemplateSeed[] = [
  ...HOT_ROWS.map((row) => toSeed(row, HOT_TEMPLATE)),
  ...NEW_ROWS.map((row) => toSeed(row, NEW_TEMPLATE)),
]

function toSeed([name, prompt, videoLength, tags, art, lastArt]: Row, type: number): TemplateSeed {
  const slug = slugOf(name)
  return {
    id: slug,
    bizType: lastArt === undefined ? 'CUSTOM' : 'HEAD_TAIL',
    type,
    name,
    seoPath: slug,
    prompt,
    tags: tags.split(' '),
    videoLength,
    videoResolution: DEFAULT_RESOLUTION,
    art: lastArt === undefined ? [art.split(' ')] : [art.split(' '), lastArt.split(' ')],
  }
}
