import type { Kernel } from '#motion/kernel/create-kernel.ts'
import { type OverlayCanvas, type OverlayFactory, createBrush, smoothBetween } from './overlay-canvas.ts'
import { createFinish, changesColours } from './create-finish.ts'
import { gridSize } from '#motion/camera/fill-grid.ts'
import type { MotionPlan } from '#motion/motion-plan.ts'
import type { Size, Scene } from '#motion/pixels.ts'
import { seedOf } from '#motion/random.ts'
import { type Track, valueAt } from '#motion/keyframes.ts'
import type { OverlayKind } from '../vocabulary/overlay-kinds.ts'
import { makeAurora, makeGlow, makeLightLeaks, makeSpotlight } from './overlays/lights.ts'
import { makeBokeh, makeConfetti, makeDust, makeFireflies, makeStars } from './overlays/sparkles.ts'
import { makeBubbles, makeEmbers, makeHearts } from './overlays/rising.ts'
import { makeFilmScratches, makeFlash, makeGrain, makeLetterbox, makeScanlines, makeVignette } from './overlays/film.ts'
import { makeFog, makeLightning, makeRain } from './overlays/weather.ts'
import { makeLeaves, makePetals, makeSnow } from './overlays/falling.ts'

/** Overlays and grade, applied to a frame after its scene. */
export interface FrameStyle {
  apply(index: number): void
}

/** A unit is a pixel at 1280 x 720: the square with this side, in units, has the frame's area. */
const DESIGN_SIDE = 960
/** An overlay without keys fades in, so that a video starts with the unchanged picture. */
const FADE_IN_SECONDS = 0.4

function depthReader(scene: Scene, frame: Size): OverlayCanvas['readDepths'] {
  if (scene.writeDepths === undefined) return undefined
  const { columns, rows } = gridSize(frame)
  const depths = new Float32Array(columns * rows)
  return () => {
    scene.writeDepths?.(depths)
    return depths
  }
}

function strengthAt(track: Track, seconds: number, time: number): number {
  return typeof track === 'number' ? track * smoothBetween(seconds, 0, FADE_IN_SECONDS) : valueAt(track, time)
}

const OVERLAYS: Record<OverlayKind, OverlayFactory> = {
  rain: makeRain,
  snow: makeSnow,
  embers: makeEmbers,
  fog: makeFog,
  'light-leaks': makeLightLeaks,
  grain: makeGrain,
  bokeh: makeBokeh,
  confetti: makeConfetti,
  petals: makePetals,
  vignette: makeVignette,
  glow: makeGlow,
  flash: makeFlash,
  letterbox: makeLetterbox,
  dust: makeDust,
  leaves: makeLeaves,
  fireflies: makeFireflies,
  hearts: makeHearts,
  stars: makeStars,
  bubbles: makeBubbles,
  aurora: makeAurora,
  spotlight: makeSpotlight,
  scanlines: makeScanlines,
  'film-scratches': makeFilmScratches,
  lightning: makeLightning,
}

/**
 * The overlays and grade of a plan, or null without both. It works on the RGBA frame at `pixelsOffset`. Each frame depends only on the
 * plan, its index and the scene. Rule: docs/motion.md, "Overlays and grades".
 */
export function createFrameStyle(kernel: Kernel, plan: MotionPlan, frame: Size, pixelsOffset: number, scene?: Scene): FrameStyle | null {
  const grade = plan.grade && changesColours(plan.grade) ? plan.grade : null
  if (plan.overlays.length === 0 && !grade) return null
  const unit = Math.sqrt(frame.width * frame.height) / DESIGN_SIDE
  const brush = createBrush(kernel, frame, pixelsOffset, unit)
  const readDepths = scene && depthReader(scene, frame)
  const finish = createFinish(kernel, plan.seed, frame, pixelsOffset, unit, grade, readDepths !== undefined)
  const { addSoftPlane, addGrain } = finish
  const size = { width: frame.width / unit, height: frame.height / unit }
  const canvas: Omit<OverlayCanvas, 'seed'> = { kernel, frame, pixelsOffset, unit, ...size, brush, addSoftPlane, addGrain, readDepths }
  const painters = plan.overlays.map(({ kind, strength }, index) => ({
    paint: OVERLAYS[kind]({ ...canvas, seed: seedOf(`${plan.seed}/${index}/${kind}`) }),
    strength,
    isOnTop: kind === 'letterbox',
  }))

  /** Paints the overlays of a frame. Returns whether anything was painted. */
  function paintAll(index: number, time: number, isOnTop: boolean): boolean {
    const seconds = index / plan.framesPerSecond
    let hasPainted = false
    for (const painter of painters) {
      const strength = strengthAt(painter.strength, seconds, time)
      if (painter.isOnTop !== isOnTop || strength <= 0) continue
      painter.paint(seconds, strength)
      hasPainted = true
    }
    brush.flush()
    return hasPainted
  }

  return {
    apply(index) {
      const time = plan.frameCount > 1 ? index / (plan.frameCount - 1) : 0
      finish.begin()
      const isPainted = paintAll(index, time, false)
      if (isPainted || grade) finish.run(index, time, isPainted)
      paintAll(index, time, true)
    },
  }
}
