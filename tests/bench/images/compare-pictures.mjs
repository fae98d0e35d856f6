import sharp from 'sharp'

const BLOCK_PX = 4
/** The usual constants of SSIM for 8-bit luma. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

/**
 * Returns a function that compares pictures with the photo. The photo is reduced to the picture's size by Lanczos-3 and is not encoded as
 * JPEG.
 */
export function openReference(photo) {
  const references = new Map()

  async function getReference(size, cut) {
    const key = JSON.stringify([size, cut])
    if (!references.has(key)) references.set(key, await reducePhoto(photo, size, cut))
    return references.get(key)
  }

  /** Compares one picture. `cut` is the part of the upright photo that it shows (null: all); `size` is its display size. */
  return async (picture, { cut = null, size = null } = {}) => {
    const image = sharp(picture, { limitInputPixels: false })
    const pictureLuma = await lumaOf(size === null ? image : image.resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' }))
    const referenceLuma = await getReference({ width: pictureLuma.width, height: pictureLuma.height }, cut)
    return { psnr: psnrOf(pictureLuma.luma, referenceLuma.luma), ssim: ssimOf(pictureLuma, referenceLuma) }
  }
}

function reducePhoto(photo, { width, height }, cut) {
  let image = sharp(photo.path, { limitInputPixels: false }).autoOrient()
  if (cut !== null) image = image.extract({ left: cut.x, top: cut.y, width: cut.width, height: cut.height })
  return lumaOf(image.flatten({ background: '#fff' }).resize(width, height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false }))
}

async function lumaOf(image) {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const luma = new Float32Array(info.width * info.height)
  for (let i = 0, offset = 0; i < luma.length; i++, offset += info.channels) {
    luma[i] = 0.299 * data[offset] + 0.587 * data[offset + 1] + 0.114 * data[offset + 2]
  }
  return { luma, width: info.width, height: info.height }
}

function psnrOf(a, b) {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / a.length))
}

/** Mean SSIM over windows of 8 × 8 px, one every 4 px, computed from sums over blocks of 4 × 4. */
function ssimOf(a, b) {
  const columns = Math.floor(a.width / BLOCK_PX)
  const rows = Math.floor(a.height / BLOCK_PX)
  const sums = Array.from({ length: columns * rows }, (_, i) => sumBlock(a, b, i % columns, Math.floor(i / columns)))
  let total = 0
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const index = row * columns + column
      total += windowSsim(sums[index], sums[index - 1], sums[index - columns], sums[index - columns - 1])
    }
  }
  return total / ((rows - 1) * (columns - 1))
}

function sumBlock(a, b, column, row) {
  const sum = { a: 0, b: 0, squares: 0, product: 0 }
  for (let y = row * BLOCK_PX; y < (row + 1) * BLOCK_PX; y++) {
    for (let x = column * BLOCK_PX; x < (column + 1) * BLOCK_PX; x++) {
      const [p, q] = [a.luma[y * a.width + x], b.luma[y * a.width + x]]
      sum.a += p
      sum.b += q
      sum.squares += p * p + q * q
      sum.product += p * q
    }
  }
  return sum
}

function windowSsim(...blocks) {
  const count = blocks.length * BLOCK_PX ** 2
  const mean = (field) => blocks.reduce((sum, block) => sum + block[field], 0) / count
  const [a, b] = [mean('a'), mean('b')]
  const variances = mean('squares') - a * a - b * b
  const covariance = mean('product') - a * b
  return ((2 * a * b + C1) * (2 * covariance + C2)) / ((a * a + b * b + C1) * (variances + C2))
}
