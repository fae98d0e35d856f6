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

type Copy = () => Promise<void>

/** Writes the same frames and sound again with the index first. */
export async function remuxFastStart(from: string, to: string): Promise<void> {
  const input = new Input({ formats: [MP4], source: new FilePathSource(from) })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target: new FilePathTarget(to) })
  try {
    const copies = [addVideo(output, await input.getPrimaryVideoTrack()), addAudio(output, await input.getPrimaryAudioTrack())]
    await output.start()
    await Promise.all(copies.map(async (copy) => copy()))
    await output.finalize()
  } finally {
    input.dispose()
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
