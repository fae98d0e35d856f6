import { bundle } from '../bundle.mjs'

/** Bundles the engine and its worker as the server runs them, together with the bench's own functions. */
export function bundleRender() {
  return bundle({
    engine: 'server/motion/engines/open-engines.ts',
    'render-worker': 'server/motion/render/render-worker.ts',
    'depth-worker': 'server/motion/depth/depth-worker.ts',
    'depth-source': 'server/motion/depth/depth-source.ts',
    'depth-cache': 'server/motion/depth/depth-source.ts',
    'depth-scene': 'tests/fixtures/depth/depth-scene.ts',
    'write-onnx': 'tests/fixtures/depth/write-onnx.ts',
    'encode-worker': 'tests/bench/render/encode-worker.ts',
    'draw-frames': 'tests/bench/render/draw-frames.ts',
    'make-photo': 'tests/fixtures/photos/make-photo.ts',
    'paint-picture': 'tests/fixtures/photos/paint-picture.ts',
    'peak-second': 'tests/fixtures/peak-second.ts',
    'video-ssim': 'tests/fixtures/video-ssim.ts',
    'generation-options': 'shared/domain/generation-options.ts',
  })
}
