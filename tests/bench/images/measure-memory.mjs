import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const SAMPLE_MS = 50
const RESET_PEAK = '5'

/** Returns a function that starts a measurement; null if the system has no /proc to measure with. */
export function createMemoryMeter(listPids) {
  return existsSync('/proc/self/clear_refs') ? () => startMeter(listPids) : null
}

/**
 * Measures the memory of the processes that run now. `stop` returns the growth of the process that grew most, in bytes: its peak, and the
 * largest sample in the first and in the second half of the measurement.
 */
async function startMeter(listPids) {
  const processes = (await listPids()).map((pid) => {
    writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK)
    return { pid, start: readMemory(pid).now, samples: [] }
  })
  const timer = setInterval(() => {
    for (const { pid, samples } of processes) samples.push(readMemory(pid).now)
  }, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      const growths = processes.map(({ pid, start, samples }) => {
        const half = Math.ceil(samples.length / 2)
        const halves = [samples.slice(0, half), samples.slice(half)].map((halfSamples) => Math.max(start, ...halfSamples) - start)
        return { peakBytes: readMemory(pid).peak - start, halvesBytes: halves }
      })
      return growths.toSorted((a, b) => b.peakBytes - a.peakBytes)[0]
    },
  }
}

/** The memory of a process in bytes; zeros if it has ended. */
function readMemory(pid) {
  if (!existsSync(`/proc/${pid}/status`)) return { now: 0, peak: 0 }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') }
}
