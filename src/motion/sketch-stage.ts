import type { SketchMode, SketchOrder, SketchPicture } from '#shared/contract/sketch-contract.ts'
import type { SketchAnswer, SketchClient } from './sketch-client.ts'

/** A sketch to show. The same key means the same pictures and plan. */
interface SketchRequest {
  readonly key: string
  /** A key of the user's choices. A changed choice counts as a touch of the sketch; a new seed alone does not. */
  readonly choice: string
  readonly plan: SketchOrder['plan']
  readonly mode: SketchMode
  /** Returns null if a picture can't be loaded. */
  readonly loadPictures: () => Promise<readonly SketchPicture[] | null>
}

/**
 * none: no frame is shown; playing: the sketch runs; still: the requested single frame is shown; resting: a frame is shown and the
 * sketch does not run.
 */
export type SketchPhase = 'none' | 'playing' | 'still' | 'resting'

interface SketchHost<Canvas> {
  /** Called with each new canvas that has a frame of the sketch. */
  readonly show: (canvas: Canvas) => void
  readonly onPhase: (phase: SketchPhase) => void
}

export interface SketchActor {
  /** Sets the sketch to show. Null stops the drawing; the canvas then still shows its last frame. */
  setRequest(request: SketchRequest | null): void
  setInSight(isInSight: boolean): void
  touch(): void
  leave(): void
}

interface Actor<Canvas> extends SketchClaim {
  readonly name: string
  readonly host: SketchHost<Canvas>
  isInSight: boolean
  lastTouch: number
  isUnfinished: boolean
  request: SketchRequest | null
  choice: string | null
  canvas: Canvas | null
  /** The request key of the frame on the canvas; null without a frame. */
  drawnKey: string | null
}

/** The sketch that runs or starts, and its request. */
interface Run<Canvas> {
  readonly actor: Actor<Canvas>
  readonly request: SketchRequest
  readonly mode: SketchMode
  /**
   * True if the run draws only one frame, because this sketch's frame is missing or outdated. Afterwards, the sketch that was touched
   * last runs.
   */
  readonly isCatchingUp: boolean
}

interface SketchStageDeps<Canvas> {
  readonly client: SketchClient<Canvas>
  readonly isTabVisible: () => boolean
}

export interface SketchStage<Canvas> {
  enter(host: SketchHost<Canvas>): SketchActor
  /** Pauses or resumes all sketches, for example while a picture is prepared. */
  setPaused(isPaused: boolean): void
  /** Chooses again which sketch runs. Called after a change that the stage can't see, such as the tab's visibility. */
  update(): void
}

/** Runs one sketch at a time, in a visible tab only: the visible sketch that was touched last. */
export function createSketchStage<Canvas>({ client, isTabVisible }: SketchStageDeps<Canvas>): SketchStage<Canvas> {
  const actors = new Set<Actor<Canvas>>()
  let actorCount = 0
  let touchCount = 0
  let isPaused = false
  let isClientPaused = true
  let currentRun: Run<Canvas> | null = null

  function update(): void {
    const nextRun = isTabVisible() && !isPaused ? chooseRun() : null
    if (
      currentRun !== null &&
      currentRun.actor === nextRun?.actor &&
      currentRun.request.key === nextRun.request.key &&
      currentRun.mode === nextRun.mode
    )
      return
    if (currentRun !== null && currentRun.actor !== nextRun?.actor) reportResting(currentRun)
    currentRun = nextRun
    if (currentRun !== null) void startRun(currentRun)
    else if (!isClientPaused) client.pause()
    isClientPaused = currentRun === null
  }

  function chooseRun(): Run<Canvas> | null {
    const chosenActor = chooseSketch(actors)
    const outdatedActor = chooseOutdated(actors, chosenActor)
    const actor = outdatedActor ?? chosenActor
    const request = actor?.request ?? null
    if (actor === null || request === null) return null
    return { actor, request, mode: outdatedActor === null ? request.mode : 'still', isCatchingUp: outdatedActor !== null }
  }

  function reportResting({ actor: { canvas, host }, mode }: Run<Canvas>): void {
    if (canvas !== null && mode === 'play') host.onPhase('resting')
  }

  async function startRun(newRun: Run<Canvas>): Promise<void> {
    const { actor, request, mode } = newRun
    const pictures = await request.loadPictures()
    if (currentRun !== newRun) return
    if (pictures === null) return finishRequest(actor)
    const answer = await client.draw(actor.name, { key: request.key, pictures, plan: request.plan }, mode)
    if (currentRun === newRun) receive(newRun, answer)
  }

  function receive({ actor, request, mode, isCatchingUp }: Run<Canvas>, answer: SketchAnswer<Canvas>): void {
    if (answer.status === 'lost') return runNext()
    if (answer.status !== 'drawn') return finishRequest(actor)
    if (actor.canvas !== answer.canvas) actor.host.show(answer.canvas)
    actor.canvas = answer.canvas
    actor.drawnKey = request.key
    if (isCatchingUp) {
      actor.host.onPhase('resting')
      return runNext()
    }
    actor.host.onPhase(mode === 'play' ? 'playing' : 'still')
    if (mode === 'still') finishRequest(actor)
  }

  /** Marks the actor's request as drawn or failed, then runs the next sketch. */
  function finishRequest(actor: Actor<Canvas>): void {
    actor.isUnfinished = false
    runNext()
  }

  function runNext(): void {
    currentRun = null
    update()
  }

  client.onLost = runNext

  return {
    enter(host) {
      actorCount += 1
      const actor: Actor<Canvas> = {
        name: `sketch-${actorCount}`,
        host,
        isInSight: false,
        lastTouch: 0,
        isUnfinished: false,
        request: null,
        choice: null,
        canvas: null,
        drawnKey: null,
      }
      actors.add(actor)
      const touch = () => {
        touchCount += 1
        actor.lastTouch = touchCount
      }
      return {
        setRequest(request) {
          const isNew = request !== null && (request.key !== actor.request?.key || request.mode !== actor.request.mode)
          if (request !== null && (request.choice !== actor.choice || request.mode !== actor.request?.mode)) touch()
          actor.isUnfinished = request !== null && (isNew || actor.isUnfinished)
          actor.request = request
          actor.choice = request?.choice ?? actor.choice
          update()
        },
        setInSight(isInSight) {
          if (isInSight && actor.lastTouch === 0) touch()
          actor.isInSight = isInSight
          update()
        },
        touch() {
          touch()
          update()
        },
        leave() {
          actors.delete(actor)
          update()
          client.dropCanvas(actor.name)
        },
      }
    },
    setPaused(shouldPause) {
      isPaused = shouldPause
      update()
    },
    update,
  }
}

/** The facts about one sketch that decide which sketch runs. */
interface SketchClaim {
  readonly isInSight: boolean
  /** The number of the last touch: a changed choice or mode, a pointer or the focus on the sketch, its first appearance. 0: none yet. */
  readonly lastTouch: number
  /** The sketch is animated, or its request is not drawn yet. */
  readonly isUnfinished: boolean
  /** The request key of the sketch's drawn frame; null without a frame. */
  readonly drawnKey: string | null
  readonly request: { readonly key: string; readonly mode: SketchMode } | null
}

/** Returns the sketch to run: of the visible sketches with an unfinished request, the one that was touched last. Null if there is none. */
function chooseSketch<Claim extends SketchClaim>(claims: Iterable<Claim>): Claim | null {
  let chosen: Claim | null = null
  for (const claim of claims) {
    if (claim.isInSight && claim.isUnfinished && (chosen === null || claim.lastTouch > chosen.lastTouch)) chosen = claim
  }
  return chosen
}

/**
 * Returns a visible animated sketch, other than the chosen one, whose frame is missing or outdated. One frame of it is drawn before the
 * chosen sketch runs.
 */
function chooseOutdated<Claim extends SketchClaim>(claims: Iterable<Claim>, chosen: Claim | null): Claim | null {
  for (const claim of claims) {
    const { isInSight, isUnfinished, drawnKey, request } = claim
    if (claim !== chosen && isInSight && isUnfinished && request?.mode === 'play' && drawnKey !== request.key) return claim
  }
  return null
}
