import type { EncodedAudioPacketSource } from 'mediabunny'
import { EncodedPacket } from 'mediabunny'
import type { EncodedMusic } from '#server/render/encode-music.ts'
import { PACKET_SAMPLES } from '#server/render/encode-music.ts'

/**
 * Adds music to a track so that it begins with the video and is as long as its samples. What the encoder put in front lies before
 * time 0, where the muxer's edit list cuts it off; the last packet is told to be shorter than it is.
 */
export async function addMusic(track: EncodedAudioPacketSource, music: EncodedMusic): Promise<void> {
  const { packets, decoderConfig, sampleCount } = music
  for (const [index, data] of packets.entries()) {
    const start = (index - 1) * PACKET_SAMPLES
    const length = Math.min(PACKET_SAMPLES, sampleCount - start)
    if (length <= 0) break
    const packet = new EncodedPacket(data, 'key', start / decoderConfig.sampleRate, length / decoderConfig.sampleRate)
    await track.add(packet, { decoderConfig })
  }
}
