import { auroraLake } from './aurora-lake.mjs'
import { cloudBalloon } from './cloud-balloon.mjs'
import { dahlia } from './dahlia-dew.mjs'
import { deepWhale } from './deep-whale.mjs'
import { duneCaravan } from './dune-caravan.mjs'
import { forestRays } from './forest-rays.mjs'
import { inkRiver } from './ink-river.mjs'
import { lanternLake } from './lantern-lake.mjs'
import { lowSunSail } from './low-sun-sail.mjs'
import { mistyPeaks } from './misty-peaks.mjs'
import { neonStreet } from './neon-street.mjs'
import { paperValley } from './paper-valley.mjs'
import { rainWindow } from './rain-window.mjs'
import { ringedPlanet } from './ringed-planet.mjs'
import { starTrails } from './star-trails.mjs'

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
  deepWhale,
  forestRays,
  inkRiver,
  lanternLake,
  starTrails,
]
