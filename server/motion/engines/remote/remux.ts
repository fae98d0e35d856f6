import type { EncodedMusic } from '#server/motion/render/encode-music.ts'
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { addMusic } from '#server/motion/render/encode-music.ts'

type Copy = () => Promise<void>

/** Writes the same frames again with the index first, and with its own sound or with music in its place. */
export async function remux(from: string, to: string, music: EncodedMusic | null): Promise<void> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(from) })
  try {
    const picture = await input.getPrimaryVideoTrack()
    const own = music === null ? await input.getPrimaryAudioTrack() : null
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new FilePathTarget(to) })
    const frames = addVideo(output, picture)
    const sound = music === null ? addAudio(output, own) : addComposed(output, music)
    await output.start()
    await Promise.all([frames(), sound()]).catch(async (error: unknown) => {
      // The target keeps its file open until it is told.
      await output.cancel()
      throw error
    })
    await output.finalize()
  } finally {
    input.dispose()
  }
}

function addComposed(output: Output, music: EncodedMusic): Copy {
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  return async () => {
    await addMusic(source, music)
    source.close()
  }
}

function addVideo(output: Output, track: InputVideoTrack | null): Copy {
  if (track === null || track.codec === null) return async () => undefined
  const source = new EncodedVideoPacketSource(track.codec)
  output.addVideoTrack(source, { rotation: track.rotation })
  return async () => {
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    const meta = decoderConfig === undefined ? undefined : { decoderConfig }
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, meta)
    source.close()
  }
}

function addAudio(output: Output, track: InputAudioTrack | null): Copy {
  if (track === null || track.codec === null) return async () => undefined
  const source = new EncodedAudioPacketSource(track.codec)
  output.addAudioTrack(source)
  return async () => {
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    const meta = decoderConfig === undefined ? undefined : { decoderConfig }
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, meta)
    source.close()
  }
}
