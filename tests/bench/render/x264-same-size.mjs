import { execFileSync } from 'node:child_process'

/** Encodes raw I420 frames with x264 in two passes into about `bytes` bytes, to compare it with the product's video of this size. */
export function encodeX264SameSize(framesPath, path, { width, height }, bytes, seconds) {
  const input = ['-v', 'error', '-y', '-nostdin', '-f', 'rawvideo', '-pix_fmt', 'yuv420p']
  const frames = ['-video_size', `${width}x${height}`, '-framerate', '24', '-i', framesPath]
  const codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', String(Math.round((bytes * 8) / seconds)), '-passlogfile', `${path}.log`]
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '1', '-f', 'null', '-'])
  execFileSync('ffmpeg', [...input, ...frames, ...codec, '-pass', '2', path])
}
