// These functions run in the page; each must be self-contained.

/** Runs before all other scripts and collects the length of every task over 50 ms. */
export function watchLongTasks() {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Scrolls to the end and back `rounds` times, one step each frame, and returns the measurements. */
export async function scrollThrough({ pxPerFrame, rounds }) {
  const SAMPLE_EVERY_FRAMES = 15
  const LATE_MS = 33
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  globalThis.longTasks.length = 0
  const frameTimes = []
  let maxNodes = 0
  let maxPlaying = 0
  let lastFrameMs = await nextFrame()
  for (let pass = 0; pass < 2 * rounds; pass += 1) {
    const step = pass % 2 === 0 ? pxPerFrame : -pxPerFrame
    for (let scrollBefore = -1; scrollBefore !== Math.round(scrollY);) {
      scrollBefore = Math.round(scrollY)
      scrollBy({ top: step, behavior: 'instant' })
      const frameMs = await nextFrame()
      frameTimes.push(frameMs - lastFrameMs)
      lastFrameMs = frameMs
      if (frameTimes.length % SAMPLE_EVERY_FRAMES === 0) {
        maxNodes = Math.max(maxNodes, document.querySelectorAll('*').length)
        maxPlaying = Math.max(maxPlaying, [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length)
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  return {
    longestTaskMs: Math.max(0, ...globalThis.longTasks),
    frameMs: frameTimes.reduce((sum, each) => sum + each, 0) / frameTimes.length,
    lateFrames: frameTimes.filter((each) => each > LATE_MS).length,
    nodes: maxNodes,
    playing: maxPlaying,
  }
}

export async function countPlayingVideos() {
  const WATCH_MS = 1000
  let maxPlaying = 0
  for (const endMs = performance.now() + WATCH_MS; performance.now() < endMs;) {
    maxPlaying = Math.max(maxPlaying, [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return maxPlaying
}

/** Replaces the gallery by a plain list in columns, with every tile in the page at once. The bench compares the gallery with it. */
export function showAsPlainList(items) {
  const wall = document.querySelector('[aria-setsize]').parentElement
  const samples = [...wall.children].map((tile) => tile.cloneNode(true))
  const list = document.createElement('ul')
  Object.assign(list.style, { columns: innerWidth < 1024 ? '2' : '4' })
  for (let index = 0; index < items; index += 1) {
    const tile = samples[index % samples.length].cloneNode(true)
    Object.assign(tile.style, { position: 'static', width: 'auto', breakInside: 'avoid', marginBottom: '16px' })
    list.append(tile)
  }
  wall.replaceWith(list)
}
