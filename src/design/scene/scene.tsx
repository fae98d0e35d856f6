import { useId } from 'react'
import { type PaletteName, PALETTES, forestPath, glitterLines, ridgePath, SCENE_HEIGHT, SCENE_WIDTH } from './scene-paths.ts'
import styles from './scene.module.css'

export type SceneMove = 'none' | 'push' | 'pull' | 'pan' | 'orbit'

interface SceneProps {
  readonly palette?: PaletteName
  readonly move?: SceneMove
  readonly seed?: number
}

const SUN_X = 980
const SUN_Y = 418
const SHORE_Y = 600
const GLOW_STOPS = [
  [0, 1],
  [0.06, 0.72],
  [0.16, 0.42],
  [0.34, 0.18],
  [0.6, 0.05],
  [1, 0],
] as const
const RANGES = [
  { baseY: 560, height: 190, peaks: 5, depth: 0.12, shade: 0 },
  { baseY: 600, height: 330, peaks: 2.2, depth: 0.2, shade: 0 },
  { baseY: 596, height: 200, peaks: 4, depth: 0.3, shade: 1 },
  { baseY: 640, height: 190, peaks: 6, depth: 0.42, shade: 2 },
] as const

/** A drawing of a lake between mountains. It consists of layers, between which a camera can move. Screen readers ignore it. */
export function Scene({ palette = 'dusk', move = 'none', seed = 7 }: SceneProps) {
  const id = useId()
  const { sky, glow, sun, ranges, haze, water, foreground } = PALETTES[palette]
  const gradientUrl = (name: string) => `url(#${id}${name})`
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
            {GLOW_STOPS.map(([offset, opacity]) => (
              <stop key={offset} offset={offset} stopColor={glow} stopOpacity={opacity} />
            ))}
          </radialGradient>
        </defs>
        <rect width={SCENE_WIDTH} height={SCENE_HEIGHT} fill={gradientUrl('sky')} />
        <ellipse cx={SUN_X} cy={SUN_Y} rx="760" ry="470" fill={gradientUrl('glow')} />
        <circle cx={SUN_X} cy={SUN_Y} r="26" fill={sun} />
      </Layer>
      {RANGES.map(({ baseY, height, peaks, depth, shade }, index) => (
        <Layer key={depth} depth={depth}>
          <linearGradient id={`${id}range${index}`} gradientUnits="userSpaceOnUse" x1="0" y1={baseY - height} x2="0" y2={SHORE_Y + 20}>
            <stop stopColor={ranges[shade]} stopOpacity={index === 0 ? 0.55 : 1} />
            <stop offset="0.55" stopColor={ranges[shade]} stopOpacity={index === 0 ? 0.3 : 0.92} />
            <stop offset="1" stopColor={haze} />
          </linearGradient>
          <path d={ridgePath(seed + index * 31, baseY, height, peaks)} fill={gradientUrl(`range${index}`)} />
        </Layer>
      ))}
      <Layer depth={0.55}>
        <radialGradient id={`${id}shine`}>
          {GLOW_STOPS.map(([offset, opacity]) => (
            <stop key={offset} offset={offset} stopColor={sun} stopOpacity={opacity * 0.5} />
          ))}
        </radialGradient>
        <linearGradient id={`${id}water`} x2="0" y2="1">
          <stop stopColor={water[0]} />
          <stop offset="1" stopColor={water[1]} />
        </linearGradient>
        <rect y={SHORE_Y} width={SCENE_WIDTH} height={SCENE_HEIGHT - SHORE_Y} fill={gradientUrl('water')} />
        <g transform={`translate(0 ${2 * SHORE_Y}) scale(1 -1)`} opacity="0.34">
          <path d={ridgePath(seed + 31, 600, 250, 2.2, SHORE_Y)} fill={ranges[0]} />
          <path d={ridgePath(seed + 93, 640, 190, 6, SHORE_Y)} fill={ranges[2]} />
        </g>
        <ellipse cx={SUN_X} cy={SHORE_Y + 6} rx="620" ry="60" fill={gradientUrl('shine')} />
        <g stroke={sun} strokeLinecap="round" opacity="0.55">
          {glitterLines(seed, SUN_X, SHORE_Y + 6, SCENE_HEIGHT).map(({ d, width }) => (
            <path key={d} d={d} strokeWidth={width} />
          ))}
        </g>
      </Layer>
      <Layer depth={1}>
        <path d={forestPath(seed + 5, 64)} fill={foreground} />
      </Layer>
      <div className={styles['grade']} />
      <svg className={styles['grain']}>
        <filter id={`${id}grain`}>
          <feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed={seed} />
          <feColorMatrix values="0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 0 0.5 0 0 0 -1.4 0.95" />
        </filter>
        <rect width="100%" height="100%" filter={`url(#${id}grain)`} />
      </svg>
    </div>
  )
}

function Layer({ depth, children }: { readonly depth: number; readonly children: React.ReactNode }) {
  return (
    <svg
      className={styles['layer']}
      style={{ '--depth': depth } as React.CSSProperties}
      viewBox={`0 0 ${SCENE_WIDTH} ${SCENE_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
    >
      {children}
    </svg>
  )
}
