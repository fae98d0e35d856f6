import type { BatchTask, Creation } from '#shared/api/generation.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import type { GenerationSettings } from '#shared/contract/commit-contract.ts'
import type { FinishedTask, OutboxItem, TrackedBatch, WorkSnapshot } from '#shared/contract/hub-contract.ts'
import { UPRIGHT } from '#shared/domain/turn.ts'

export const preparedImage: PreparedImage = {
  blob: new Blob(['picture']),
  width: 1200,
  height: 800,
  sha256: 'a',
  sourceBytes: 7,
  sourceWidth: 1200,
  sourceHeight: 800,
  cut: null,
  shrinkPasses: 0,
  isFirstFrameOnly: false,
  turn: UPRIGHT,
  metadata: 'none',
}

export const settings: GenerationSettings = {
  modelName: 'kinora-motion-1',
  prompt: 'push in',
  duration: '6s',
  resolution: '720p',
  videoNum: 1,
  imageFidelity: 0.5,
}

export function outboxItem(change: Partial<OutboxItem> = {}): OutboxItem {
  return {
    id: 'commit-1',
    bizType: 'CUSTOM',
    state: 'queued',
    settings,
    priceCeiling: 50,
    width: 1200,
    height: 800,
    createdAtMs: 1000,
    sentBytes: 0,
    totalBytes: 0,
    isEditable: true,
    error: null,
    ...change,
  }
}

export function batchTask(change: Partial<BatchTask> = {}): BatchTask {
  return {
    id: 'task-1',
    status: 'PROCESSING',
    bizType: 'CUSTOM',
    errorMsg: null,
    stage: 'rendering',
    queuePosition: null,
    elapsedMs: 10,
    ...change,
  }
}

export function trackedBatch(change: Partial<TrackedBatch> = {}): TrackedBatch {
  return {
    batchId: 'batch-1',
    bizType: 'CUSTOM',
    expireAt: 9e9,
    commitId: 'commit-1',
    settings,
    points: 50,
    sourceUrl: '/media/a.jpg',
    width: 1200,
    height: 800,
    acceptedAtMs: 2000,
    isOverdue: false,
    tasks: [batchTask()],
    ...change,
  }
}

export function finishedTask(change: Partial<FinishedTask> = {}): FinishedTask {
  return {
    taskId: 'task-1',
    batchId: 'batch-1',
    bizType: 'CUSTOM',
    status: 'SUCCESS',
    errorMsg: null,
    settings,
    points: 50,
    sourceUrl: '/media/a.jpg',
    width: 1200,
    height: 800,
    finishedAtMs: 3000,
    announcedBy: null,
    isDismissed: false,
    ...change,
  }
}

export function work(change: Partial<WorkSnapshot> = {}): WorkSnapshot {
  return { outbox: [], mutations: [], batches: [], finished: [], successIds: { CUSTOM: [], HEAD_TAIL: [], TEMPLATE: [] }, ...change }
}

export function creation(id: string, createdAt: number, batchId = `batch-of-${id}`): Creation {
  return {
    id,
    bizType: 'CUSTOM',
    status: 'SUCCESS',
    templateId: null,
    templateName: null,
    previewImageUrl: null,
    videoUrl: `/media/${id}.mp4`,
    videoDownloadUrl: null,
    srcImage: [],
    prompt: 'push in',
    modelName: 'kinora-motion-1',
    duration: '6s',
    resolution: '720p',
    videoNum: 1,
    aiMusic: 0,
    isCollect: false,
    batchId,
    params: {},
    width: 1280,
    height: 720,
    errorMsg: null,
    points: 50,
    pointsReturned: 0,
    createdAt,
    finishedAt: createdAt,
  }
}
