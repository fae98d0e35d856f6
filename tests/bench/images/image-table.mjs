import { tableOf } from '../write-results.mjs'

const VARIANT_NAMES = {
  floor: 'decode + encode alone',
  own: 'image worker',
  peer: 'browser-image-compression',
}
const REDUCTION_NAMES = {
  canvas: { what: 'a prepared picture', by: 'canvas', comparedVariant: 'canvas' },
  pica: { what: 'a prepared picture', by: 'pica', comparedVariant: 'canvas' },
  viewCanvas: { what: 'a view', by: 'canvas', comparedVariant: 'viewCanvas' },
  viewPica: { what: 'a view', by: 'pica', comparedVariant: 'viewCanvas' },
}
const PASS_NAMES = { ownPasses: 'image worker', peerPasses: 'browser-image-compression' }
const COLUMNS = ['photo', 'what', 'ms', '× floor', '× peer', 'kB', 'SSIM', 'PSNR', 'longest task', 'longest stall', 'peak memory']
const NOT_MEASURED = 'not measured'

/** The results' section of one browser, as lines of Markdown. */
export function describeRuns(rows, queue, { rounds, missed, isJudged }) {
  const steps = rows.filter(({ stagesMs }) => stagesMs !== undefined)
  return [
    `Median of ${rounds} interleaved rounds, task and stall the longest of all; SSIM and PSNR of the luma against Lanczos-3 before JPEG;`,
    'peak memory is what the page’s process grew by during the call.',
    '',
    ...tableOf(
      COLUMNS,
      rows.filter(({ variant }) => variant in VARIANT_NAMES).map((row) => cellsOf(row, rows)),
    ),
    '',
    ...tableOf(
      ['photo', 'drawn as', 'last reduction by', 'ms', '× canvas', 'kB', 'SSIM', 'PSNR', 'peak memory'],
      rows.filter(({ variant }) => variant in REDUCTION_NAMES).map((row) => reductionCellsOf(row, rows)),
    ),
    '',
    'Into 512 KiB; SSIM and PSNR at the full size, to which the picture was enlarged again.',
    '',
    ...tableOf(
      ['photo', 'who finds the size', 'ms', 'encoded', 'kB', 'SSIM', 'PSNR', 'peak memory'],
      rows.filter(({ variant }) => variant in PASS_NAMES).map((row) => passCellsOf(row)),
    ),
    '',
    ...tableOf(
      ['photo', 'steps of the image worker, ms'],
      steps.map(({ photo, stagesMs }) => [photo.name, listStages(stagesMs)]),
    ),
    '',
    describeQueue(queue),
    ...(isJudged ? ['', ...(missed.length === 0 ? ['All goals are met.'] : missed.map((sentence) => `- Missed: ${sentence}`))] : []),
  ]
}

function cellsOf(row, rows) {
  const name = [row.photo.name, VARIANT_NAMES[row.variant]]
  if (row.error !== undefined) return [...name, `fails: ${row.error}`, ...COLUMNS.slice(3).map(() => '')]
  const { ms, picture, quality, longTaskMs, stallMs, peakBytes } = row
  const msOf = (variant) => rows.find((other) => other.photo === row.photo && other.variant === variant)?.ms
  return [
    ...name,
    Math.round(ms),
    ratio(ms, msOf('floor')),
    ratio(ms, msOf('peer')),
    Math.round(picture.length / 1000),
    quality?.ssim.toFixed(4) ?? '',
    quality ? `${quality.psnr.toFixed(1)} dB` : '',
    longTaskMs === null ? NOT_MEASURED : longTaskMs === 0 ? 'none over 50 ms' : `${Math.round(longTaskMs)} ms`,
    `${Math.round(stallMs)} ms`,
    megabytes(peakBytes),
  ]
}

function reductionCellsOf(row, rows) {
  const { what, by, comparedVariant } = REDUCTION_NAMES[row.variant]
  const name = [row.photo.name, what, by]
  if (row.error !== undefined) return [...name, `fails: ${row.error}`, ...Array.from({ length: 5 }, () => '')]
  const canvas = rows.find(({ photo, variant }) => photo === row.photo && variant === comparedVariant)
  return [...name, Math.round(row.ms), ratio(row.ms, canvas?.ms), ...resultCellsOf(row)]
}

function passCellsOf(row) {
  const name = [row.photo.name, PASS_NAMES[row.variant]]
  if (row.error !== undefined) return [...name, `fails: ${row.error}`, ...Array.from({ length: 5 }, () => '')]
  return [...name, Math.round(row.ms), row.encoded, ...resultCellsOf(row)]
}

function resultCellsOf({ picture, quality, peakBytes }) {
  return [Math.round(picture.length / 1000), quality.ssim.toFixed(4), `${quality.psnr.toFixed(1)} dB`, megabytes(peakBytes)]
}

function describeQueue({ error, ms, mostDecoded, memory }) {
  if (error !== undefined) return `20 photos of 12 MP handed in together fail: ${error}`
  const [firstHalfBytes, secondHalfBytes] = memory?.halvesBytes ?? []
  const peaks = memory
    ? `peak ${megabytes(memory.peakBytes)}, in the first half ${megabytes(firstHalfBytes)} and in the second ${megabytes(secondHalfBytes)}`
    : NOT_MEASURED
  return `20 photos of 12 MP handed in together: ${Math.round(ms)} ms, at most ${mostDecoded} held decoded at a time, memory ${peaks}.`
}

function listStages(stagesMs) {
  return Object.entries(stagesMs)
    .map(([stage, ms]) => `${stage} ${Math.round(ms)}`)
    .join(', ')
}

function ratio(a, b) {
  return b === undefined ? '' : (a / b).toFixed(2)
}

function megabytes(bytes) {
  return bytes === undefined ? NOT_MEASURED : `+${Math.round(bytes / 1e6)} MB`
}
