import { execFileSync } from 'node:child_process'

/** Encodes the same frames (a file of I420) by x264 in two passes to the same number of bytes, for a comparison. */
export function encodeX264SameSize(framesPath, path, { width, height }, bytes, seconds) {
  const input = ['-v', 'error', '-y', '-nostdin', '-f', 'rawvideo', '-pix_fmt', 'yuv420p']
  const frames = ['-video_size', `${width}x${height}`, '-framerate', '24', '-i', framesPath]
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', String(Math.round((bytes * 8) / seconds)), '-passlogfile', `${path}.log`]
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '1', '-f', 'null', '-'])
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '2', path])
}
