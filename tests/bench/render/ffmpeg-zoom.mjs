import { execFileSync } from 'node:child_process'

/** Renders a push in on the photo with ffmpeg's zoom filter and x264, as a comparison. Returns false if ffmpeg is not installed. */
export function renderFfmpegZoom(photoPath, videoPath, { width, height }, frameCount) {
  const zoomExpression = `z='1+0.27*on/${frameCount}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2'`
  const filter = `scale=${width * 2}:-2,zoompan=${zoomExpression}:d=${frameCount}:s=${width}x${height}:fps=24`
  const input = ['-v', 'error', '-y', '-i', photoPath, '-vf', filter, '-frames:v', String(frameCount)]
  const output = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', videoPath]
  try {
    execFileSync('ffmpeg', [...input, ...output])
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}
