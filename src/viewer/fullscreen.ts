/** The fullscreen function of the iPhone. It exists on video elements only. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void }

export function canFillScreen(): boolean {
  return canFillWithElement() || 'webkitEnterFullscreen' in HTMLVideoElement.prototype
}

/** Toggles fullscreen. If the browser can show only videos in fullscreen, it opens the video. */
export function toggleFullscreen(frame: HTMLElement | null, video: HTMLVideoElement | null): void {
  if (canFillWithElement()) toggleFrame(frame)
  else openVideoFullscreen(video)
}

function canFillWithElement(): boolean {
  return 'fullscreenEnabled' in document && document.fullscreenEnabled
}

function toggleFrame(frame: HTMLElement | null): void {
  const toggling = document.fullscreenElement === null ? frame?.requestFullscreen() : document.exitFullscreen()
  void toggling?.catch(() => undefined)
}

function openVideoFullscreen(video: PhoneVideo | null): void {
  try {
    video?.webkitEnterFullscreen?.()
  } catch {
    // `webkitEnterFullscreen` throws before the video's metadata is loaded.
  }
}
