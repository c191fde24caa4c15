import { writePng } from '../documents/pictures/write-png.ts'

/** Lattice pattern (창호) on a demo post's cover: 세살, 격자 or 빗살. */
export type DemoCover = 'bars' | 'grid' | 'diagonal'

const width = 960
const height = 560
/** Paper, wood, backlight, and the office's red. */
const colours = [0xf6f1e6, 0x8d7a5c, 0xe6dcc6, 0xa8322a]
const [paper, wood, light, seal] = [0, 1, 2, 3] as const

/** A computed cover: no photograph rights, and the same bytes every time. */
export function demoCover(cover: DemoCover): Buffer {
  const isWood = { bars: isBar, grid: isGrid, diagonal: isDiagonal }[cover]
  return pngOf({ width, height }, (x, y) => {
    if (x > 872 && x < 920 && y > 472 && y < 520) return x < 880 || x > 912 || y < 480 || y > 512 ? seal : light
    if (isFrame(x, y)) return wood
    if (x < 56 || y < 56 || x >= width - 56 || y >= height - 56) return paper
    return isWood(x, y) ? wood : light
  })
}

/** A generic head-and-shoulders silhouette. */
export function demoPortrait(): Buffer {
  const side = 96
  return pngOf({ width: side, height: side }, (x, y) => {
    const isHead = (x - 48) ** 2 + (y - 38) ** 2 < 17 ** 2
    const areShoulders = ((x - 48) / 32) ** 2 + ((y - 92) / 30) ** 2 < 1
    return isHead || areShoulders ? wood : light
  })
}

function isFrame(x: number, y: number): boolean {
  const edge = Math.min(x - 40, y - 40, width - 41 - x, height - 41 - y)
  return edge >= 0 && edge < 16
}

function isBar(x: number, y: number): boolean {
  const isRail = [140, 164, 188, 268, 292, 316, 396, 420, 444].some((rail) => Math.abs(y - rail) < 3)
  return x % 48 < 6 || isRail
}

function isGrid(x: number, y: number): boolean {
  return (x + 20) % 70 < 7 || (y + 32) % 70 < 7
}

function isDiagonal(x: number, y: number): boolean {
  return (x + y) % 80 < 8 || (x - y + 1200) % 80 < 8
}

/** A PNG with four colours, two bits per pixel. */
function pngOf(size: { width: number; height: number }, colourAt: (x: number, y: number) => number): Buffer {
  const stride = 1 + Math.ceil(size.width / 4)
  const rows = Buffer.alloc(stride * size.height)
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) {
      const at = y * stride + 1 + (x >> 2)
      rows[at] = (rows[at] ?? 0) | (colourAt(x, y) << (6 - 2 * (x & 3)))
    }
  }
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return writePng({ ...size, depth: 2, palette }, rows)
}
