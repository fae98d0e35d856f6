import { execFileSync } from 'node:child_process'

/** The comparison: the same frames, an I420 file, by x264 in two passes to the same number of bytes. */
export function x264SameSize(framesPath, path, { width, height }, bytes, seconds) {
  const input = ['-v', 'error', '-y', '-nostdin', '-f', 'rawvideo', '-pix_fmt', 'yuv420p']
  const frames = ['-video_size', `${width}x${height}`, '-framerate', '24', '-i', framesPath]
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', String(Math.round((bytes * 8) / seconds)), '-passlogfile', `${path}.log`]
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '1', '-f', 'null', '-'])
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '2', path])
}
