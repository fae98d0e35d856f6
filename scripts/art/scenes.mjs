import { auroraLake } from './aurora-lake.mjs'
import { autumnTrain } from './autumn-train.mjs'
import { castleFalls } from './castle-falls.mjs'
import { catWindow } from './cat-window.mjs'
import { cloudBalloon } from './cloud-balloon.mjs'
import { dahlia } from './dahlia-dew.mjs'
import { deepWhale } from './deep-whale.mjs'
import { duneCaravan } from './dune-caravan.mjs'
import { forestRays } from './forest-rays.mjs'
import { gateMist } from './gate-mist.mjs'
import { inkRiver } from './ink-river.mjs'
import { jellyGlow } from './jelly-glow.mjs'
import { koiPond } from './koi-pond.mjs'
import { lanternLake } from './lantern-lake.mjs'
import { lavenderRows } from './lavender-rows.mjs'
import { lowSunSail } from './low-sun-sail.mjs'
import { mistyPeaks } from './misty-peaks.mjs'
import { neonStreet } from './neon-street.mjs'
import { paperValley } from './paper-valley.mjs'
import { powderDancer } from './powder-dancer.mjs'
import { rainWindow } from './rain-window.mjs'
import { ringedPlanet } from './ringed-planet.mjs'
import { snowVillage } from './snow-village.mjs'
import { starNursery } from './star-nursery.mjs'
import { starTrails } from './star-trails.mjs'
import { stormLight } from './storm-light.mjs'

export const SCENES = [
  mistyPeaks,
  neonStreet,
  auroraLake,
  dahlia,
  lowSunSail,
  paperValley,
  ringedPlanet,
  rainWindow,
  duneCaravan,
  cloudBalloon,
  catWindow,
  deepWhale,
  forestRays,
  gateMist,
  inkRiver,
  jellyGlow,
  koiPond,
  lanternLake,
  lavenderRows,
  powderDancer,
  snowVillage,
  starNursery,
  starTrails,
  stormLight,
  castleFalls,
  autumnTrain,
]
