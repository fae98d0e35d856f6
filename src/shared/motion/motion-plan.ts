import type { DistortionKind } from '#shared/motion/distortions/distortion-kinds.ts'
import type { TransitionName } from '#shared/motion/between/transition-names.ts'
import type { Move } from '#shared/motion/camera/moves.ts'
import type { Grade } from './look/grades.ts'
import type { OverlayKind } from '#shared/motion/look/overlay-kinds.ts'
import type { UnmetRequest } from './prompt/unmet-request.ts'
import type { Track } from '#shared/motion/track.ts'

/** Where the camera stands. Lengths in picture heights, x to the right, y down; the focus plane lies at distance 1. */
export interface CameraPose {
  /** Part of the picture's width that is in view, 1 = all of it. */
  readonly view: number
  /** The view's centre, from the picture's centre. */
  readonly panX: number
  readonly panY: number
  /** A step aside around the focus plane: near things move against it, far things with it. */
  readonly truckX: number
  readonly truckY: number
  /** A step forward, 0 to below 1: near things grow faster. */
  readonly push: number
}

/** A camera's way through one picture. */
export interface CameraScene {
  readonly kind: 'camera'
  readonly from: CameraPose
  readonly to: CameraPose
  /** Parts of the time, 0 to 1, in which the move gathers speed and slows down. */
  readonly easeIn: number
  readonly easeOut: number
  /** The place on the way over time, 0 its start and 1 its end, in place of the eased one. */
  readonly progress?: Track
  /** How far apart near and far lie, as a part of the distance; 0 is a flat picture. */
  readonly relief: number
  /** The depth (0 far, 1 near) that keeps its place. */
  readonly focusDepth: number
  /** The steepest depth, per picture height, that this move can show without folding the picture. */
  readonly maxDepthSlope: number
}

/** The way from one picture to another: a morph where they are alike, else the transition. */
export interface BetweenScene {
  readonly kind: 'between'
  readonly transition: TransitionName
  /** How freely pictures and camera are moved, 0 to 1. */
  readonly bend: number
  /** Near things change before far ones (1), after them (-1), or all at once (0). */
  readonly order: number
  /** How the camera leaves its rest in a morph, at its farthest: closer by a part, aside in picture heights, turned by degrees. */
  readonly arc: { readonly push: number; readonly x: number; readonly y: number; readonly turn: number }
  /** The way that the camera goes on through a transition, in parts of the room that it has. */
  readonly drift: { readonly x: number; readonly y: number }
  readonly easeIn: number
  readonly easeOut: number
}

/** A movement of the picture itself, on top of the camera's. */
export interface Distortion {
  readonly kind: DistortionKind
  /** 0 is none, 1 the kind's ordinary strength. */
  readonly strength: Track
}

/** Something between picture and eye. */
export interface Overlay {
  readonly kind: OverlayKind
  /** 0 is none, 1 the kind's ordinary strength. */
  readonly strength: Track
}

/** What was read out of the wish, to be told to the person before anything is paid. */
export interface PlanSummary {
  /** Moves that were asked for; empty when the camera's way is our choice. */
  readonly moves: readonly Move[]
  readonly unmet: readonly UnmetRequest[]
}

/** A whole video as plain data. The same plan and pictures give the same frame bytes everywhere. */
export interface MotionPlan {
  readonly version: 2
  readonly frameCount: number
  /** Width of the (first) picture divided by its height. */
  readonly aspect: number
  /** Decides where snow flakes and the like are. */
  readonly seed: number
  readonly scene: CameraScene | BetweenScene
  readonly distortions: readonly Distortion[]
  /** Drawn in this order. */
  readonly overlays: readonly Overlay[]
  readonly grade: Grade | null
  readonly summary: PlanSummary
}

/** The part of a plan that says what is to be seen. */
export type PlannedLook = Pick<MotionPlan, 'scene' | 'distortions' | 'overlays' | 'grade' | 'summary'>
