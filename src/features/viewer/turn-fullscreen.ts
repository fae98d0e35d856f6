/** Fills the screen, or gives it back. Where only a video may do that, the video does. */
export function turnFullscreen(frame: HTMLElement | null, video: HTMLVideoElement | null): void {
  if (document.fullscreenElement !== null) {
    void document.exitFullscreen()
    return
  }
  if (document.fullscreenEnabled) {
    void frame?.requestFullscreen().catch(() => undefined)
    return
  }
  const enter = (video as { readonly webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen
  enter?.call(video)
}
