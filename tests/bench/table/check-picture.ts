import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { GridBench } from '../pages/table/grid-page.ts'

declare const window: { bench: GridBench }

/** Folder for pictures to look at; without it they are only checked. */
const pictureDir = process.env['PICTURES']

/**
 * Throws unless a picture of the page has text in every row of the view, because benching an empty
 * element would be fast. Text means pixels darker than half in the scrolled columns.
 */
export async function checkRows(page: Page, name: string): Promise<void> {
  const ink = await measureInk(page, name)
  const empty = ink.filter((amount) => amount < 40).length
  if (ink.length < 20 || empty > 0)
    throw new Error(`${name}: the picture shows no text in ${empty} of ${ink.length} rows`)
}

/**
 * Throws unless the picture shows the hundred letters typed: rows with one letter have less ink in
 * the work column than the names before.
 */
export async function checkEdit(page: Page, name: string): Promise<void> {
  await page.evaluate(() => window.bench.jump(40))
  await page.waitForTimeout(300)
  const edited = await measureInk(page, `${name}-edited`, workColumnPart)
  await page.evaluate(() => window.bench.jump(1_000))
  await page.waitForTimeout(300)
  const untouched = await measureInk(page, `${name}-untouched`, workColumnPart)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  if (sum(edited) === 0 || sum(edited) * 2 > sum(untouched)) {
    throw new Error(
      `${name}: the picture does not show the edits (${sum(edited)} against ${sum(untouched)} dark points)`,
    )
  }
}

/** The work column follows the row number and the pinned column in every grid; px of the page. */
const workColumnPart = { left: 246, right: 356 }
const scrolledPart = { left: 246, right: 1_400 }

/** Dark pixels per row in view. */
async function measureInk(page: Page, name: string, part = scrolledPart): Promise<number[]> {
  const picture = await page.screenshot()
  if (pictureDir) writeFileSync(join(pictureDir, `${name}.png`), picture)
  return page.evaluate(countInk, { png: picture.toString('base64'), ...part, rowHeight: 36, headerHeight: 34 })
}

/** Runs in the page. */
async function countInk(options: {
  png: string
  left: number
  right: number
  rowHeight: number
  headerHeight: number
}): Promise<number[]> {
  const bytes = Uint8Array.from(atob(options.png), (letter) => letter.codePointAt(0) ?? 0)
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  if (!context) throw new Error('No canvas to look at the picture with')
  context.drawImage(image, 0, 0)
  const width = options.right - options.left
  const rows = Math.floor((image.height - options.headerHeight - 20) / options.rowHeight)
  return Array.from({ length: rows }, (_, row) => {
    const top = options.headerHeight + row * options.rowHeight
    const { data } = context.getImageData(options.left, top + 2, width, options.rowHeight - 4)
    let dark = 0
    for (let index = 0; index < data.length; index += 4)
      if ((data[index] ?? 255) + (data[index + 1] ?? 255) + (data[index + 2] ?? 255) < 384) dark += 1
    return dark
  })
}
