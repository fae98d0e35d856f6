// These functions run in the page; each must be self-contained.

/** Runs before all other scripts and collects the length of every task over 50 ms. */
export function watchLongTasks() {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Scrolls to the end and back, one step each frame, and returns the measurements. */
export async function scrollThrough({ pxPerFrame, rounds }) {
  const SAMPLE_EVERY_FRAMES = 15
  const LATE_MS = 33
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  globalThis.longTasks.length = 0
  const frames = []
  let nodes = 0
  let playing = 0
  let last = await frame()
  for (let way = 0; way < 2 * rounds; way += 1) {
    const step = way % 2 === 0 ? pxPerFrame : -pxPerFrame
    for (let before = -1; before !== Math.round(scrollY);) {
      before = Math.round(scrollY)
      scrollBy({ top: step, behavior: 'instant' })
      const now = await frame()
      frames.push(now - last)
      last = now
      if (frames.length % SAMPLE_EVERY_FRAMES === 0) {
        nodes = Math.max(nodes, document.querySelectorAll('*').length)
        playing = Math.max(playing, [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length)
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300))
  return {
    longestTaskMs: Math.max(0, ...globalThis.longTasks),
    frameMs: frames.reduce((sum, each) => sum + each, 0) / frames.length,
    lateFrames: frames.filter((each) => each > LATE_MS).length,
    nodes,
    playing,
  }
}

export async function playingVideos() {
  const LONG_ENOUGH_MS = 1000
  let most = 0
  for (const until = performance.now() + LONG_ENOUGH_MS; performance.now() < until;) {
    most = Math.max(most, [...document.querySelectorAll('video')].filter(({ paused }) => !paused).length)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return most
}

/** Shows all items as a plain list in columns, with every tile in the page at once. The gallery is compared with it. */
export function standAsPlainList(items) {
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
