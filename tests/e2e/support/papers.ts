import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/**
 * Opens 서류철 of this owner's case in the case book and returns its tab panel. Waits for the complete
 * copy, because a new case may be in a server page and not yet in the copy.
 */
export async function openPapersOfCase(page: Page, url: string, owner: string): Promise<Locator> {
  return openPapers(page, `${url}/services/real-estate?tab=table`, owner)
}

/** The same in any book, by its list's URL. */
export async function openPapers(page: Page, list: string, name: string): Promise<Locator> {
  await page.goto(`${list}${list.includes('?') ? '&' : '?'}search=${encodeURIComponent(name)}`)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const row = page.getByRole('row').filter({ hasText: name }).first()
  // On a phone the case is a card.
  const card = page.locator('[data-card]').filter({ hasText: name }).first().locator('[data-card-face]')
  await row
    .getByRole('button', { name: /상세|행 작업$/ })
    .or(card)
    .click()
  // On a tablet 상세 is in the menu of the row.
  const item = page.getByRole('menuitem', { name: '상세' })
  await expect(item.or(page.getByRole('tab', { name: '서류철' }))).toBeVisible()
  if (await item.isVisible()) await item.click()
  await page.getByRole('tab', { name: '서류철' }).click()
  const tab = page.getByRole('tabpanel', { name: '서류철' })
  await expect(tab.getByRole('button', { name: '파일 추가' })).toBeVisible()
  return tab
}

export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photograph as a camera makes it, drawn in the page. */
export async function takePhotograph(
  page: Page,
  name = 'IMG_0001.jpg',
  size = { width: 1600, height: 1200 },
): Promise<ChosenFile> {
  const base64 = await page.evaluate(async ({ width, height }) => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = 'teal'
    context.fillRect(0, 0, width, height)
    context.fillStyle = 'orange'
    context.fillRect(0, 0, width / 2, height / 2)
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  }, size)
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

export const pdfFile: ChosenFile = {
  name: '매매계약서.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
}

export async function chooseFiles(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.getByTestId('paper-files').setInputFiles([...files])
}

/** The card of a paper by its title. */
export function paperCard(page: Page, title: string | RegExp): Locator {
  return page.getByRole('list', { name: '서류 목록' }).getByRole('button', { name: title })
}

/** Drops or pastes files onto the tab. */
export async function handOver(
  tab: Locator,
  how: 'drop' | 'paste',
  { name, mimeType, buffer }: ChosenFile,
): Promise<void> {
  await tab.evaluate(
    (element, droppedFiles) => {
      const bytes = Uint8Array.from(atob(droppedFiles.base64), (letter) => letter.codePointAt(0) ?? 0)
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], droppedFiles.name, { type: droppedFiles.mimeType }))
      const about = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        droppedFiles.how === 'drop'
          ? new DragEvent('drop', { ...about, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...about, clipboardData: transfer }),
      )
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  )
}
