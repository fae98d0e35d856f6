import type { DistortionKind } from './vocabulary/distortion-kinds.ts'
import type { Move } from './vocabulary/moves.ts'
import type { Grade } from './vocabulary/grades.ts'
import type { OverlayKind } from './vocabulary/overlay-kinds.ts'
import type { UnmetRequest } from './vocabulary/unmet-request.ts'
import type { Track } from './keyframes.ts'
import type { MotionBrush } from './controls/motion-controls.ts'
import type { PictureWindow } from './controls/output-window.ts'

/** The camera's position. Lengths in picture heights, x to the right, y down; the focus plane is at distance 1. */
export interface CameraPose {
  /** The visible share of the picture's width, 1 = all of it. */
  readonly view: number
  /** The view's centre, from the picture's centre. */
  readonly panX: number
  readonly panY: number
  /** Sideways motion around the focus plane: near areas move against it, far areas with it. */
  readonly truckX: number
  readonly truckY: number
  /** Forward motion, 0 to below 1: near areas grow faster. */
  readonly push: number
}

/** The depth in focus, 0 far to 1 near, at the start and at the end. */
export interface FocusPull {
  readonly from: number
  readonly to: number
}

/** A camera path through one picture. */
export interface CameraScene {
  readonly kind: 'camera'
  readonly from: CameraPose
  readonly to: CameraPose
  /** Shares of the time, 0 to 1, in which the move accelerates and slows down. */
  readonly easeIn: number
  readonly easeOut: number
  /** The progress on the path over time, from 0 at the start of the path to 1 at its end. It replaces `easeIn` and `easeOut`. */
  readonly progress?: Track
  /** The distance between near and far as a share of the camera's distance; 0 is a flat picture. */
  readonly relief: number
  /** The depth of the focus plane, which sideways moves do not shift: 0 far to 1 near. */
  readonly focusDepth: number
  /** The steepest depth, per picture height, that this move can show without folding the picture. */
  readonly maxDepthSlope: number
  /** The focus during the scene. With measured depth, areas out of focus are blurred. */
  readonly focusPull?: FocusPull
}

/** Transitions between two dissimilar pictures. */
export const TRANSITION_NAMES = ['depth-dissolve', 'zoom-blur', 'light-leak', 'slide', 'ink'] as const
export type TransitionName = (typeof TRANSITION_NAMES)[number]

/** A scene between two pictures: a morph if they are alike, otherwise the transition. */
export interface BetweenScene {
  readonly kind: 'between'
  readonly transition: TransitionName
  /** The strength of distortion and camera, 0 to 1. */
  readonly bend: number
  /** Near areas change before far ones (1), after them (-1), or all at once (0). */
  readonly order: number
  /** The camera's farthest position in a morph: a push, x and y in picture heights, rotation in degrees. */
  readonly arc: { readonly push: number; readonly x: number; readonly y: number; readonly turn: number }
  /** The camera's drift through a transition, as a share of the available margin. */
  readonly drift: { readonly x: number; readonly y: number }
  readonly easeIn: number
  readonly easeOut: number
}

/** A distortion of the picture, in addition to the camera's motion. */
export interface Distortion {
  readonly kind: DistortionKind
  /** The strength over time: 0 is none, 1 the kind's ordinary strength. */
  readonly strength: Track
}

/** A layer over the picture, such as snow. */
export interface Overlay {
  readonly kind: OverlayKind
  /** The strength over time: 0 is none, 1 the kind's ordinary strength. */
  readonly strength: Track
}

/** The moves that the prompt requests, and the requests that the video cannot show. The user sees both before payment. */
export interface PlanSummary {
  /** Requested moves; empty if the plan chose the camera path. */
  readonly moves: readonly Move[]
  readonly unmet: readonly UnmetRequest[]
}

/** A whole video as plain data. Rendering the same plan and pictures produces the same bytes on every device. */
export interface MotionPlan {
  readonly version: 2
  readonly frameCount: number
  readonly framesPerSecond: number
  /** Width of the (first) picture's shown part divided by its height. */
  readonly aspect: number
  /** The shown part of each picture; absent if the whole picture is shown. */
  readonly window?: PictureWindow
  /** The motion that the user painted, in cells of the whole picture. */
  readonly brush?: MotionBrush
  /** The seed of random positions, for example of snowflakes. */
  readonly seed: number
  readonly scene: CameraScene | BetweenScene
  readonly distortions: readonly Distortion[]
  /** The overlays in the order in which they are drawn. */
  readonly overlays: readonly Overlay[]
  readonly grade: Grade | null
  readonly summary: PlanSummary
}

/** The parts of a plan that are planned separately for each kind of video. */
export type PlannedStyle = Pick<MotionPlan, 'scene' | 'distortions' | 'overlays' | 'grade' | 'summary'>
