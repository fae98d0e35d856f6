import { type Text, formatShare, formatNumber, formatVideoLength } from '#src/i18n/i18n.ts'
import type { ViewerItem } from '#src/routing/viewer-adapter.ts'
import { isGenerating } from '#shared/domain/task.ts'
import { dateAndTime } from '#shared/domain/relative-time.ts'

export interface Fact {
  readonly name: string
  readonly value: string
}

export function itemTitle(item: ViewerItem, text: Text): string {
  if (item.kind !== 'media') return item.template.templateName
  return item.creation.templateName ?? text(`viewer.own.${item.creation.bizType}`)
}

export function itemKind(item: ViewerItem, text: Text): string {
  if (item.kind === 'media') return text('viewer.kind.media')
  return text(`viewer.kind.${item.template.bizType}`)
}

export function itemPrompt(item: ViewerItem): string {
  return item.kind === 'media' ? item.creation.prompt : item.template.prompt
}

/** Why the viewer shows a still picture: the video is being made. Null if there is a video, or if the panel shows a failure. */
export function stillNote(item: ViewerItem, text: Text): string | null {
  if (item.kind !== 'media') return item.template.movieUrl === null ? text('viewer.sampleComing') : null
  return isGenerating(item.creation.status) ? text('viewer.videoComing') : null
}

/** The settings of an item in the order of the form, with facts such as its size, its date and its points. */
export function itemFacts(item: ViewerItem, text: Text): readonly Fact[] {
  const fact = (key: string, value: string): Fact => ({ name: text(`viewer.fact.${key}`), value })
  if (item.kind !== 'media') {
    const { videoModel, videoLength, videoResolution } = item.template
    return [fact('model', videoModel), fact('duration', formatVideoLength(videoLength)), fact('resolution', videoResolution)]
  }
  const { bizType, modelName, movedTo, duration, resolution, videoNum, aiMusic, params, width, height, createdAt, points, pointsReturned } =
    item.creation
  const isEdited = typeof item.creation.editedFrom === 'string'
  return [
    fact('model', movedTo === undefined ? modelName : text('viewer.movedModel', { model: movedTo, asked: modelName })),
    // An edited video shows neither duration nor resolution, because the stored values are those of the original.
    ...(isEdited ? [fact('made', text('viewer.edited'))] : [fact('duration', formatVideoLength(duration)), fact('resolution', resolution)]),
    ...(width === null || height === null ? [] : [fact('size', text('viewer.size', { width, height }))]),
    fact('count', formatNumber(videoNum)),
    ...(bizType === 'TEMPLATE' || params.imageFidelity === undefined ? [] : [fact('fidelity', formatShare(params.imageFidelity))]),
    ...(bizType === 'TEMPLATE' ? [fact('music', text(aiMusic === 1 ? 'viewer.on' : 'viewer.off'))] : []),
    fact('created', dateAndTime(createdAt)),
    fact('points', formatNumber(points)),
    ...(pointsReturned > 0 ? [fact('returned', formatNumber(pointsReturned))] : []),
  ]
}
