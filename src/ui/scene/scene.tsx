import type { CSSProperties, ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import type { PaletteName } from './palettes.ts'
import { PALETTES } from './palettes.ts'
import { forestPath, glitterLines, ridgePath, SCENE_HEIGHT, SCENE_WIDTH } from './scene-paths.ts'
import styles from './scene.module.css'

export type SceneMove = 'none' | 'push' | 'pull' | 'pan' | 'orbit'

interface SceneProps {
  readonly palette?: PaletteName
  readonly move?: SceneMove
  readonly seed?: number
}

const SUN_X = 980
const SHORE_Y = 600
const RANGES = [
  { baseY: 560, height: 250, peaks: 3, depth: 0.14 },
  { baseY: 600, height: 230, peaks: 4, depth: 0.26 },
  { baseY: 640, height: 190, peaks: 5, depth: 0.42 },
] as const

/** A lake between mountains, drawn by code in layers, so that a camera can move through it. Decorative. */
export function Scene({ palette = 'dusk', move = 'none', seed = 7 }: SceneProps): ReactElement {
  const id = useId()
  const { sky, glow, light, ranges, haze, water, front } = PALETTES[palette]
  const fill = (name: string) => `url(#${id}${name})`
  return (
    <div className={styles['scene']} data-move={move} aria-hidden="true">
      <Layer depth={0.03}>
        <defs>
          <linearGradient id={`${id}sky`} x2="0" y2="1">
            {sky.map((color, index) => (
              <stop key={color} offset={[0, 0.34, 0.62, 0.76][index]} stopColor={color} />
            ))}
          </linearGradient>
          <radialGradient id={`${id}glow`}>
            <stop stopColor={glow} stopOpacity="0.95" />
            <stop offset="0.18" stopColor={glow} stopOpacity="0.5" />
            <stop offset="1" stopColor={glow} stopOpacity="0" />
          </radialGradient>
        </defs>
        <rect width={SCENE_WIDTH} height={SCENE_HEIGHT} fill={fill('sky')} />
        <circle cx={SUN_X} cy="430" r="430" fill={fill('glow')} />
        <circle cx={SUN_X} cy="430" r="38" fill={light} />
      </Layer>
      {RANGES.map(({ baseY, height, peaks, depth }, index) => (
        <Layer key={depth} depth={depth}>
          <linearGradient id={`${id}range${index}`} gradientUnits="userSpaceOnUse" x1="0" y1={baseY - height} x2="0" y2={SHORE_Y + 40}>
            <stop stopColor={ranges[index]} />
            <stop offset="1" stopColor={haze} />
          </linearGradient>
          <path d={ridgePath(seed + index * 31, baseY, height, peaks)} fill={fill(`range${index}`)} />
        </Layer>
      ))}
      <Layer depth={0.55}>
        <linearGradient id={`${id}water`} x2="0" y2="1">
          <stop stopColor={water[0]} />
          <stop offset="1" stopColor={water[1]} />
        </linearGradient>
        <rect y={SHORE_Y} width={SCENE_WIDTH} height={SCENE_HEIGHT - SHORE_Y} fill={fill('water')} />
        <g stroke={light} strokeLinecap="round" opacity="0.55">
          {glitterLines(seed, SUN_X, SHORE_Y + 6, SCENE_HEIGHT).map(({ d, width }) => (
            <path key={d} d={d} strokeWidth={width} />
          ))}
        </g>
      </Layer>
      <Layer depth={1}>
        <path d={forestPath(seed + 5, 64)} fill={front} />
      </Layer>
      <div className={styles['grade']} />
    </div>
  )
}

function Layer({ depth, children }: { readonly depth: number; readonly children: ReactNode }): ReactElement {
  return (
    <svg
      className={styles['layer']}
      style={{ '--depth': depth } as CSSProperties}
      viewBox={`0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
    >
      {children}
    </svg>
  )
}
