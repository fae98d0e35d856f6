import { hashFrames } from '../../fixtures/motion/hash-frames.ts'

postMessage(await hashFrames())
