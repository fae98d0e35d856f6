import path from 'node:path'
import { type FileStore, type ReadableFile, createNameIndex, fileAt } from '#server/media-store/file-store.ts'
import { type PosterWidth, POSTER_WIDTHS } from '#shared/domain/poster-sources.ts'
import type { Duration, Resolution } from '#shared/domain/generation-options.ts'
import type { BizType } from '#shared/domain/task.ts'
import { type Art, openSharePictures, openSmallPictures, writeAvif, nameOf, readArt } from './gallery-pictures.ts'

/** The cost of each earlier use of a picture. A cost of 1 equals one position in an item's list of preferred pictures. */
const REPEAT_COST = 0.5
/** The maximum cost of a picture that was used shortly before. The cost falls to 0 within `NEAR_PICTURES` pictures, about one screen. */
const NEAR_COST = 6
const NEAR_PICTURES = 24

/** The bonus of a picture whose slug is the item's first preference, compared with pictures that only have a matching tag. */
const NAMED_GAIN = 3

/** A part of every video's name. Increment it when the renderer changes so much that all videos must be rendered again. */
const RENDERING = 1
const VIDEO_TYPE = 'video/mp4'
const AVIF_TYPE = 'image/avif'

/** A gallery item of the seed. */
export interface TemplateSeed {
  /** The id of the item, which never changes. For effects it is the id of the renderer's effect. */
  readonly id: string
  readonly bizType: BizType
  readonly type: number
  /** The icon beside the name of an effect. */
  readonly icon?: string
  readonly name: string
  /** The part of the page address that identifies the item. It is unique and never changes. */
  readonly seoPath: string
  /** The prompt, in English. */
  readonly prompt: string
  readonly tags: readonly string[]
  readonly videoLength: Duration
  readonly videoResolution: Resolution
  /** For each picture of the item: slugs or tags of suitable sample pictures, in order of preference. */
  readonly art: readonly (readonly string[])[]
}

/** An item with its source pictures and the name of its video. The video may not exist yet. */
export interface GalleryItem extends TemplateSeed {
  readonly pictures: readonly [Art, ...Art[]]
  readonly videoName: string
}

interface GalleryFile {
  readonly file: ReadableFile
  readonly contentType: string
}

/** The public gallery. A file name contains a hash, of a picture's content or of a video's inputs, so a file never changes. */
export interface Gallery {
  readonly items: readonly GalleryItem[]
  /** A public file, which may not exist yet. */
  fileOf(name: string): GalleryFile | undefined
  /** A picture in a smaller width, as AVIF if accepted and available; the original if it is not wider. */
  smallerOf(name: string, width: PosterWidth, acceptsAvif: boolean): Promise<GalleryFile | undefined>
  /** Creates one missing AVIF of the small pictures of these items; false if none is missing. */
  makeNextAvif(chosenItems: readonly GalleryItem[], temporaryPath: string): Promise<boolean>
  sharePictureOf(art: Art): Promise<string>
  /** Whether the video of an item exists, by a cached list: videos of other processes appear after some seconds. */
  hasVideo(item: GalleryItem): boolean
  /** Reads the list of stored files again, because other processes add files. */
  refresh(): Promise<void>
  addVideo(item: GalleryItem, temporaryPath: string): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly gallery: Gallery
  }
}

interface GalleryOptions {
  readonly seeds: readonly TemplateSeed[]
  readonly artDir: string
  /** Stores videos and AVIFs; each is created only once. */
  readonly store: FileStore
  /** A local folder for small pictures, which can be created again quickly. */
  readonly cacheDir: string
}

/** Opens the gallery of a folder of pictures. Other processes may add videos at any time. */
export async function openGallery({ seeds, artDir, store, cacheDir }: GalleryOptions): Promise<Gallery> {
  const arts = await readArt(artDir)
  const chooseArts = createArtChoice(arts)
  const items = seeds.flatMap((seed) => toItem(seed, chooseArts(seed.art)))
  const pictures = arts.map(({ name, path: file, contentType }) => [name, { file: fileAt(file), contentType }] as const)
  const videos = items.map(({ videoName }) => [videoName, { file: store.file(videoName), contentType: VIDEO_TYPE }] as const)
  const files = new Map<string, GalleryFile>([...pictures, ...videos])
  const smallPictures = openSmallPictures(path.join(cacheDir, 'small'))
  const smallCopies = arts.flatMap((art) => POSTER_WIDTHS.filter((width) => width < art.width).map((width) => ({ art, width })))
  const sharePictures = openSharePictures(path.join(cacheDir, 'share'))
  const storedNames = createNameIndex(store)
  await storedNames.refresh()
  const addFile = async (temporaryPath: string, name: string) => {
    await store.publish(temporaryPath, name)
    storedNames.add(name)
  }
  return {
    items,
    fileOf: (name) => files.get(name),
    async smallerOf(name, width, acceptsAvif) {
      const art = arts.find((each) => each.name === name)
      if (art === undefined || art.width <= width) return files.get(name)
      void storedNames.refresh()
      const smallName = avifName(art, width)
      if (acceptsAvif && storedNames.has(smallName)) return { file: store.file(smallName), contentType: AVIF_TYPE }
      return { file: fileAt(await smallPictures.pathOf(art, width)), contentType: art.contentType }
    },
    async makeNextAvif(chosenItems, temporaryPath) {
      const wantedArts = new Set(chosenItems.flatMap((item) => item.pictures))
      const nextCopy = smallCopies.find(({ art, width }) => wantedArts.has(art) && !storedNames.has(avifName(art, width)))
      if (nextCopy === undefined) return false
      await writeAvif(nextCopy.art, nextCopy.width, temporaryPath)
      await addFile(temporaryPath, avifName(nextCopy.art, nextCopy.width))
      return true
    },
    sharePictureOf: (art) => sharePictures.pathOf(art),
    hasVideo({ videoName }) {
      void storedNames.refresh()
      return storedNames.has(videoName)
    },
    refresh: () => storedNames.refresh(),
    addVideo: ({ videoName }, temporaryPath) => addFile(temporaryPath, videoName),
  }
}

const avifName = ({ name }: Art, width: PosterWidth) => `small/${width}-${path.parse(name).name}.avif`

function toItem(seed: TemplateSeed, [firstArt, ...otherArts]: readonly Art[]): GalleryItem[] {
  if (firstArt === undefined || otherArts.length + 1 < seed.art.length) return []
  const { id, bizType, prompt, videoLength, videoResolution } = seed
  const pictures = [firstArt, ...otherArts] as const
  const nameFacts = { RENDERING, id, bizType, prompt, videoLength, videoResolution, pictures: pictures.map(({ name }) => name) }
  return [{ ...seed, pictures, videoName: `${nameOf(JSON.stringify(nameFacts))}.mp4` }]
}

/** Chooses the pictures of the next item: one for each preference list, all different. */
type ArtChoice = (preferenceLists: readonly (readonly string[])[]) => readonly Art[]

/**
 * Returns a function that chooses pictures by slug or tag, in order of preference. It avoids frequent repeats, and repeats within a screen.
 * It returns fewer pictures if there are not enough.
 */
export function createArtChoice(arts: readonly Art[]): ArtChoice {
  const useCounts = new Map<string, number>()
  const lastPositions = new Map<string, number>()
  let position = 0
  const nearCost = ({ slug }: Art) => NEAR_COST * Math.max(0, 1 - (position - (lastPositions.get(slug) ?? -Infinity)) / NEAR_PICTURES) ** 2
  const addPicture = (preferences: readonly string[], pickedArts: readonly Art[]) => {
    const candidates = arts.filter((art) => !pickedArts.includes(art))
    const artCosts = candidates.map((art) => ({
      art,
      cost: rankOf(art, preferences) + REPEAT_COST * (useCounts.get(art.slug) ?? 0) + nearCost(art),
    }))
    const leastCost = Math.min(...artCosts.map(({ cost }) => cost))
    const chosenArt = artCosts.find(({ cost }) => cost === leastCost)?.art
    if (chosenArt === undefined) return pickedArts
    useCounts.set(chosenArt.slug, (useCounts.get(chosenArt.slug) ?? 0) + 1)
    lastPositions.set(chosenArt.slug, position++)
    return [...pickedArts, chosenArt]
  }
  return (lists) => lists.reduce<readonly Art[]>((pickedArts, preferences) => addPicture(preferences, pickedArts), [])
}

function rankOf({ slug, tags }: Art, preferences: readonly string[]): number {
  if (preferences[0] === slug) return -NAMED_GAIN
  const rank = preferences.findIndex((tag) => tag === slug || tags.includes(tag))
  return rank < 0 ? preferences.length + 1 : rank
}
